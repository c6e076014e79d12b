import type { Inspected } from '../probe/inspect.ts';
import type { Measured, Unmeasured } from '../media/measured.ts';
import type { Job, Produced } from '../produce/produce.ts';

/** What a child process can be asked to do: plain JSON, but for the files, which it reads and nothing else. */
export type Task =
  | Job
  | InspectTask
  /** Measure each of the files. */
  | { readonly kind: 'measure'; readonly files: Job['files'] };

/** Describe one file. */
export interface InspectTask {
  readonly kind: 'inspect';
  /** The one file. */
  readonly files: Job['files'];
  /** What it is called in the description. */
  readonly filename: string;
  /** What it is called in messages. */
  readonly shown: string;
}

/** What comes of each kind of task. */
export interface Outcomes {
  readonly produce: Produced;
  readonly inspect: Inspected;
  readonly measure: Record<string, Measured | Unmeasured>;
}
