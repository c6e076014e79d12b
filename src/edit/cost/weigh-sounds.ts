import { listFilteredSounds } from '../clips/list-filtered-sounds.ts';
import type { Edit } from '../schema/edit.ts';
import type { SoundFilter } from '../schema/sound/sound-filter.ts';
import type { GuessedClip } from './guess-times.ts';
import type { ShownPart } from './weigh-clip.ts';

/** Seconds of a processor for a minute of sound (docs/sound-filters.md, "Cost"). */
const SECONDS_PER_MINUTE: Readonly<Record<SoundFilter['type'], number>> = {
  gain: 0.05,
  highpass: 0.05,
  lowpass: 0.05,
  shelf: 0.05,
  peak: 0.05,
  pan: 0.1,
  width: 0.1,
  limiter: 0.1,
  gate: 0.2,
  compressor: 0.2,
  deesser: 0.2,
  reverb: 0.35,
  denoise: 1,
  pitch: 3,
  voice: 0.6,
  telephone: 0.6,
  radio: 0.6,
  podcast: 1.9,
};

/** Returns the seconds of a processor to filter the sounds of a part of a timeline once. */
export function weighSounds(
  edit: Edit,
  clips: readonly GuessedClip[],
  { from, to }: Pick<ShownPart, 'from' | 'to'>,
): number {
  const times = new Map(clips.map((clip) => [clip.location, clip]));
  let seconds = 0;
  for (const { filters, location } of listFilteredSounds(edit, [...times.keys()])) {
    const { start, length } = (location && times.get(location)) ?? { start: from, length: to - from };
    const heard = Math.max(0, Math.min(start + length, to) - Math.max(start, from));
    for (const { type } of filters) seconds += (SECONDS_PER_MINUTE[type] / 60) * heard;
  }
  return seconds;
}
