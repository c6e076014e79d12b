import type { Seconds } from '../../base/time.ts';

/** A cue as a file tells it. */
export interface ParsedCue {
  readonly from: Seconds;
  readonly to: Seconds;
  /** Its text in pieces, without tags; line ends are line feeds. */
  readonly fragments: readonly CueFragment[];
}

/** A piece of the text of a cue. */
export interface CueFragment {
  readonly text: string;
  /** When it is spoken, where the file says so; else it goes on with the piece before it. */
  readonly from?: Seconds;
  /** When it is over, where the file says so. */
  readonly to?: Seconds;
}
