import type { Seconds } from '../../base/time.ts';
import type { CuePlace } from '../media/media.ts';

/** A cue as it is written in a file. */
export interface ParsedCue {
  readonly from: Seconds;
  readonly to: Seconds;
  /** The pieces of the text, without tags. Lines end with line feeds. */
  readonly fragments: readonly CueFragment[];
  readonly placement?: CuePlacement;
}

/** The place that a file gives a cue, and the settings that ask for something else, as they are written. */
export interface CuePlacement {
  readonly place: CuePlace;
  readonly ignored: readonly string[];
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
