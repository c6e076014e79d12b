import type { FaceHeight } from '../../../fonts/text-fonts.ts';
import { addJoiners, type Joins } from './borders.ts';
import type { LookMap } from './look-map.ts';
import type { MixedRuler } from './mixed-ruler.ts';
import type { BlockStyle, LineExtent, MixedLayout } from '../../lines/placed-lines.ts';

/**
 * Returns the extent of a line of letters of one font as browsers compute it: half of the extra line height goes
 * above the letters.
 *
 * @param height how far the font extends above and below the baseline.
 */
export function lineExtentOf(
  { size, advance }: Pick<BlockStyle, 'size' | 'advance'>,
  height: FaceHeight,
): LineExtent {
  const [ascent, descent] = [Math.round(height.ascent), Math.round(height.descent)];
  const above = ascent + Math.floor((advance - ascent - descent) / 2);
  return { above, below: advance - above, size };
}

/**
 * Creates the layout of a text with several looks.
 *
 * @param least the extent of a line without letters.
 * @param extents the extents of a line of each look.
 */
export function createMixedLayout(
  map: LookMap,
  ruler: MixedRuler,
  least: LineExtent,
  extents: readonly LineExtent[],
): MixedLayout {
  return {
    least,
    looksOf({ text, from = 0 }) {
      const end = from + text.length;
      return {
        borders: map.split(from, end).flatMap((part) => (part.from > from ? [part.from - from] : [])),
        lookAt: (offset) => map.lookAt(from + offset),
        measureIn: ruler.measureIn,
        drawnText([start, stop]) {
          const joins: Joins = ruler.joinsOf(from + start, from + stop);
          return { text: addJoiners(text.slice(start, stop), joins), isJoined: joins.before };
        },
      };
    },
    extentOf: (from, to) =>
      map.split(from, to).reduce((extent, { look }) => higher(extent, extents[look] ?? least), least),
  };
}

function higher(one: LineExtent, other: LineExtent): LineExtent {
  return {
    above: Math.max(one.above, other.above),
    below: Math.max(one.below, other.below),
    size: Math.max(one.size, other.size),
  };
}
