import { fromRatio, type Seconds } from '../../base/time.ts';
import type { SilenceSettings } from '../../edit/model.ts';

/** Steps per second in which the level of a sound is measured. */
export const LEVEL_RATE = 100;

/** The silences of a sound. All numbers are steps of {@link LEVEL_RATE}. Plain JSON. */
export interface Silences {
  /** Each silence from its first step, inclusive, to its end, exclusive. The earliest is first. */
  readonly spans: readonly (readonly [from: number, to: number])[];
  /** The end of the file. */
  readonly end: number;
}

/** The silences of a file for each {@link silenceKeyOf} that was asked for. */
export type SilencesByKey = Readonly<Record<string, Silences>>;

/** Returns the key of what counts as a silence. */
export function silenceKeyOf({ threshold, minLength }: SilenceSettings): string {
  return `${threshold} ${minLength}`;
}

/** Returns the source second at which a step begins. */
export function secondOfStep(step: number): Seconds {
  return fromRatio(step, LEVEL_RATE);
}
