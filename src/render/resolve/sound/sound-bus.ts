import type { Span } from '../../../base/time.ts';
import type { ResolvedSoundFilter } from './sound-filters.ts';

/** Sounds that are mixed and then filtered together: those of a track, of a group, or the whole mix. */
export interface SoundBus {
  /** Path of the track, the group or the timeline in the edit. */
  readonly field: string;
  /** The field of the bus that it is mixed into. {@link MIX} if absent. */
  readonly into?: string;
  readonly sound: readonly ResolvedSoundFilter[];
  /** The frame from which the seconds of tweens count: the start of the timeline or of the group. */
  readonly from: Span['from'];
}

/** The field of the whole mix, into which everything is mixed in the end. */
export const MIX = 'timeline';
