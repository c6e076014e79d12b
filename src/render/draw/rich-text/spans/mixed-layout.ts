import type { TextLine } from '../../../text-layout/break-lines.ts';
import type { LineLooks } from '../../../text-layout/line-looks.ts';

/** The height of a line, in pixels. */
export interface LineExtent {
  /** Distance from the baseline up to the upper edge of the line, and down to its lower edge. */
  readonly above: number;
  readonly below: number;
  /** The largest font size of the line. */
  readonly size: number;
}

/** Lays out the lines of a text with several looks. Offsets are those of the text without soft hyphens. */
export interface MixedLayout {
  /** The extent of a line without letters: that of the font of the asset. */
  readonly least: LineExtent;
  /** Returns the looks of the letters of a line. */
  readonly looksOf: (line: TextLine) => LineLooks;
  /** Returns the extent of a line from its start to the start of the next one. */
  readonly extentOf: (from: number, to: number) => LineExtent;
}
