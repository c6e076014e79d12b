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
  const buses: SoundBus[] = [];
  /** The bus of each track and group: its own, or the next one around it. */
  const known = new Map<string, string | undefined>();
  const findBus = ([mixture, ...around]: readonly Mixture[]): string | undefined => {
    if (!mixture || known.has(mixture.field)) return known.get(mixture?.field ?? '');
    const { field, filters, group } = mixture;
    const into = findBus(around);
    const sound = resolveSoundFilters(filters);
    const from = nearestFrame(group ? times.of(group).start : ZERO, rate);
    if (sound.length > 0) buses.push({ field, ...(into !== undefined && { into }), sound, from });
    known.set(field, sound.length > 0 ? field : into);
    return known.get(field);
  };
  const byClip = new Map(
    listClips(edit).map((location) => [
      formatPath(clipPathOf(location)),
      findBus(listAround(location, edit)),
    ]),
  );
  findBus([{ field: MIX, filters: edit.timeline.sound, group: undefined }]);
  if (buses.length === 0) return { audioClips };
  return {
    audioClips: audioClips.map((clip) => {
      const bus = byClip.get(clip.field);
      return bus === undefined ? clip : { ...clip, bus };
    }),
    buses,
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
