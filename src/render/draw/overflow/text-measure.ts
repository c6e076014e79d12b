import type { PixelSize, Rect } from '../../scene/placement.ts';
import type { FittedSize } from '../fit/fit-font-size.ts';

/** The size and the place of a text in its box, at rest. Lengths are in pixels of the box. */
export interface TextMeasure {
  readonly box: PixelSize;
  /** The bounding box of the letters. */
  readonly ink: Rect;
  /** Font size. */
  readonly size: number;
  readonly lineCount: number;
  /** The edge of the box that the text is aligned to. Absent if the text is not moved by making the box larger. */
  readonly align?: 'top' | 'middle' | 'bottom';
  /** The asset draws no letters outside of this area, which may reach beyond the box. */
  readonly drawn?: Rect;
  /** The fit of the text in its box. Only for a text that may shrink. */
  readonly fitted?: FittedSize;
}
