import type { AttemptOutcome } from '../schema.ts';

/** Milliseconds of each stage of an attempt, such as `{ fetching: 210, rendering: 1830 }`. */
export type StageTimes = Readonly<Record<string, number>>;

/** The recorded end of an attempt. */
export interface AttemptEnd {
  readonly outcome: AttemptOutcome;
  /** The code of the error, if it ended with one. */
  readonly code?: string | undefined;
  /** One sentence for the operator. */
  readonly reason?: string | undefined;
  readonly stages?: StageTimes | undefined;
}
