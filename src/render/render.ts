import type { Edit } from '../edit/index.ts';

/** The public face of the render library. The command line, the worker and the tests call {@link render}. */
export type Stage = 'fetching' | 'preprocessing' | 'rendering';

export interface Progress {
  readonly stage: Stage;
  /** Output frames finished, only in the stage `rendering`. */
  readonly frame?: number;
  /** Output frames in all, only in the stage `rendering`. */
  readonly frames?: number;
}
export type { Edit };
