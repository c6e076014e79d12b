import { boundingBoxOf, type Rect } from '../../scene/placement.ts';
import type { TextLine } from '../../text-layout/break-lines.ts';
import type { InkRuler } from './ink-ruler.ts';

/** A line of letters. Lengths are in pixels of its box. */
export interface InkedLine extends TextLine {
  /** Left end of the line. */
  readonly x: number;
  readonly width: number;
  readonly baseline: number;
}

/** Number of lines at each side of a text whose ink is measured. That of other lines reaches no side. */
const OUTER_LINES = 4;

/**
 * Returns the bounding box of the letters of some lines, or undefined if the lines have none. The box contains the
 * ink of the letters, and the whole width of the lines.
 *
 * @param lines from top to bottom.
 */
export function inkBoxOf(lines: readonly InkedLine[], ruler: Pick<InkRuler, 'lineInk'>): Rect | undefined {
  const written = lines.filter(({ text }) => text.trim() !== '');
  const outer = findOuterLines(written);
  const boxes = written.flatMap((line) => {
    const { x, width, baseline } = line;
    if (!outer.has(line)) return [{ x, y: baseline, width, height: 0 }];
    const ink = ruler.lineInk(line);
    if (!ink) return [];
    const { ascent, descent, overhang } = ink;
    const [left, right] = [x - overhang.left, x + width + overhang.right];
    return [{ x: left, y: baseline - ascent, width: right - left, height: ascent + descent }];
  });
  return boxes.length === 0 ? undefined : boundingBoxOf(boxes);
}

/** Finds the lines whose ink may reach a side of the text. */
function findOuterLines(lines: readonly InkedLine[]): Set<InkedLine> {
  if (lines.length <= 4 * OUTER_LINES) return new Set(lines);
  const byLeft = lines.toSorted((one, other) => one.x - other.x);
  const byRight = lines.toSorted((one, other) => other.x + other.width - one.x - one.width);
  return new Set([
    ...lines.slice(0, OUTER_LINES),
    ...lines.slice(-OUTER_LINES),
    ...byLeft.slice(0, OUTER_LINES),
    ...byRight.slice(0, OUTER_LINES),
  ]);
}
