import { listFilteredSounds } from '../clips/list-filtered-sounds.ts';
import { formatPath } from '../problems/problem.ts';
import type { Edit } from '../schema/edit.ts';
import type { SoundFilter } from '../schema/sound/sound-filter.ts';
import type { Facts } from './rule.ts';
import type { Warning } from './warning.ts';

/** A sound that is this number of decibels quieter is not heard. */
const INAUDIBLE = 60;
/** A highpass that is this number of times above a lowpass leaves less than 1 % of every tone. */
const FAR_ABOVE = 16;

/** Finds the filters that leave nothing to hear: those of files, tracks, groups and the mix. */
export function* findSilentSounds(edit: Edit, { clips }: Facts): Generator<Warning> {
  for (const { path, filters } of listFilteredSounds(edit, clips)) {
    const why = explainSilence(filters);
    if (why !== undefined) yield { field: formatPath([...path, 'sound']), text: `Nothing is heard, ${why}` };
  }
}

/** Explains why filters leave nothing to hear. Undefined if they may leave something. */
function explainSilence(filters: readonly SoundFilter[]): string | undefined {
  const gains = filters.map((filter) => (filter.type === 'gain' ? filter.db : 0));
  const gain = gains.reduce<number>((sum, db) => sum + (typeof db === 'number' ? db : 24), 0);
  if (gain <= -INAUDIBLE) return `because the gains add up to ${gain} dB. Raise them, or set "volume" to 0.`;
  const lowest = Math.min(...filters.map((filter) => constantOf(filter, 'lowpass') ?? Infinity));
  const highest = Math.max(...filters.map((filter) => constantOf(filter, 'highpass') ?? 0));
  if (highest >= FAR_ABOVE * lowest)
    return `because the highpass at ${highest} Hz removes what the lowpass at ${lowest} Hz leaves. Set the highpass below the lowpass.`;
  return undefined;
}

/** Returns the frequency of a filter of a kind, if it is given and does not change. */
function constantOf(filter: SoundFilter, type: 'lowpass' | 'highpass'): number | undefined {
  return filter.type === type && typeof filter.frequency === 'number' ? filter.frequency : undefined;
}
