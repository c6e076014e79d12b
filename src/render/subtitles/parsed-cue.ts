import type { Seconds } from '../../base/time.ts';

/** A cue as it is written in a file. */
export interface ParsedCue {
  readonly from: Seconds;
  readonly to: Seconds;
  /** The pieces of the text, without tags. Lines end with line feeds. */
  readonly fragments: readonly CueFragment[];
}

/** A piece of the text of a cue. */
export interface CueFragment {
  readonly text: string;
  /**
   * Start of the piece. Absent if the file does not specify it; the piece then continues the piece before it.
   */
  readonly from?: Seconds;
  /** End of the piece. Absent if the file does not specify it. */
  readonly to?: Seconds;
}
