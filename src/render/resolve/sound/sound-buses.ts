import { nearestFrame, type Rate, type Seconds, ZERO } from '../../../base/time.ts';
import {
  type ClipLocation,
  clipPathOf,
  type Edit,
  type EditTimes,
  formatPath,
  listClips,
  type SoundFilter,
  trackOf,
} from '../../../edit/model.ts';
import { MIX, type SoundBus } from './sound-bus.ts';
import { resolveSoundFilters } from './sound-filters.ts';
import type { AudioClip } from '../timeline.ts';

/** A track, a group or the timeline, with the group whose start its seconds count from. */
interface Mixture {
  readonly field: string;
  readonly filters: readonly SoundFilter[] | undefined;
  readonly group: ClipLocation | undefined;
}

/**
 * Adds to each audio clip the bus that it is mixed into, and lists the buses. Without filters of tracks, groups and the
 * timeline, there are none.
 *
 * @param times of the clips with groups, at which the seconds of their buses begin.
 */
export function attachBuses(
  audioClips: readonly AudioClip[],
  edit: Edit,
  times: Pick<EditTimes<Seconds>, 'of'>,
  rate: Rate,
): { readonly audioClips: readonly AudioClip[]; readonly buses?: readonly SoundBus[] } {
  const buses = new Map<string, SoundBus>();
  const innermost = new Map<string, string>();
  const addBuses = (mixtures: readonly Mixture[]): string | undefined => {
    const filtered = mixtures.flatMap(({ field, filters, group }) => {
      const sound = resolveSoundFilters(filters);
      const from = nearestFrame(group ? times.of(group).start : ZERO, rate);
      return sound.length > 0 ? [{ field, sound, from }] : [];
    });
    for (const [index, bus] of filtered.entries()) {
      const into = filtered[index + 1]?.field;
      buses.set(bus.field, { ...bus, ...(into !== undefined && { into }) });
    }
    return filtered[0]?.field;
  };
  for (const location of listClips(edit)) {
    const bus = addBuses(listAround(location, edit));
    if (bus !== undefined) innermost.set(formatPath(clipPathOf(location)), bus);
  }
  addBuses([{ field: MIX, filters: edit.timeline.sound, group: undefined }]);
  if (buses.size === 0) return { audioClips };
  return {
    audioClips: audioClips.map((clip) => {
      const bus = innermost.get(clip.field);
      return bus === undefined ? clip : { ...clip, bus };
    }),
    buses: [...buses.values()],
  };
}

/** Lists the tracks and groups around a clip, the innermost first. */
function listAround(location: ClipLocation, edit: Edit): Mixture[] {
  const { track, group } = location;
  const owner = formatPath(group ? [...clipPathOf(group), 'asset'] : [MIX]);
  const own = { field: `${owner}.tracks[${track}]`, filters: trackOf(location, edit)?.sound, group };
  const asset = group?.clip.asset;
  if (!group || asset?.type !== 'group') return [own];
  return [own, { field: owner, filters: asset.sound, group }, ...listAround(group, edit)];
}
