import { createCanvas } from '@napi-rs/canvas';
import { applyFonts } from '../../../fonts/text-fonts.ts';
import type { MeasureText, TextLine } from '../../../text-layout/break-lines.ts';
import { type LineInk, mayReorder } from '../../lines/ink-ruler.ts';
import { createRuler, type Ruler } from '../../lines/ruler.ts';
import type { Look } from '../../lines/lay-out-text.ts';
import { isJoinedAt, type Joins, measureJoined } from './borders.ts';
import { LookMap } from './look-map.ts';
import type { TextPiece } from './span-pieces.ts';

/** Measures a text whose letters have several looks. */
export interface MixedRuler extends Ruler {
  /** Returns the function that measures any text in a look. */
  readonly measureIn: (look: number) => MeasureText;
  /** Returns which ends of a range are joined with letters of another look. */
  readonly joinsOf: (from: number, to: number) => Joins;
}

/** Measures texts in one font. */
interface FontRuler {
  readonly ruler: Ruler;
  readonly joinedWidth: (text: string, joins: Joins) => number;
}

/**
 * Creates a ruler for a text in pieces. Neighbouring letters with the same font and size have the same kerning as
 * in one piece, also if their colours differ.
 *
 * @param pieces the text without soft hyphens.
 * @param keepsInside true for a text that must stay inside its box.
 */
export function createMixedRuler(
  pieces: readonly TextPiece[],
  looks: readonly Look[],
  keepsInside: boolean,
): MixedRuler {
  // Looks with the same font share the ruler of the first of them.
  const firstOf = looks.map(({ fonts, style: { size } }) =>
    looks.findIndex((each) => each.fonts === fonts && each.style.size === size),
  );
  const rulers = new Map<number, FontRuler>();
  const rulerOf = (look: number): FontRuler => {
    const first = firstOf[look] ?? 0;
    const font = looks[first];
    if (!font) throw new Error('A look has no font.');
    const ruler = rulers.get(first) ?? createFontRuler(font, keepsInside);
    rulers.set(first, ruler);
    return ruler;
  };
  const fontMap = new LookMap(pieces.map(({ text, look }) => ({ text, look: firstOf[look] ?? 0 })));
  const joined = findJoins(pieces);
  const joinsOf = (from: number, to: number): Joins => ({ before: joined.has(from), after: joined.has(to) });
  const width: MeasureText = (text, from = 0) =>
    fontMap.split(from, from + text.length).reduce((sum, part) => {
      const own = text.slice(part.from - from, part.to - from);
      const { ruler, joinedWidth } = rulerOf(part.look);
      const joins = joinsOf(part.from, part.to);
      return sum + (joins.before || joins.after ? joinedWidth(own, joins) : ruler.width(own));
    }, 0);
  return {
    width,
    joinsOf,
    measureIn: (look) => rulerOf(look).ruler.width,
    textInk: (text, rightToLeft, look = 0) => rulerOf(look).ruler.textInk(text, rightToLeft),
    lineInk: (line) => joinInk(line, fontMap, width, (font) => rulerOf(font).ruler),
  };
}

function createFontRuler({ fonts, style: { size } }: Look, keepsInside: boolean): FontRuler {
  const measured = createRuler(fonts, { size, keepsInside });
  const ruler = { ...measured, width: rememberWidths(measured.width) };
  let context: ReturnType<ReturnType<typeof createCanvas>['getContext']> | undefined;
  const measure = (text: string): number => {
    if (!context) {
      context = createCanvas(1, 1).getContext('2d');
      applyFonts(context, fonts, size);
      context.direction = 'rtl';
    }
    return context.measureText(text).width;
  };
  return { ruler, joinedWidth: (text, joins) => measureJoined(text, joins, measure) };
}

/** Maximum number of widths to remember. If there are more, all are forgotten. */
const MAX_WIDTHS = 10_000;

/** Remembers widths. While a line becomes longer, all of its pieces but the last are measured again and again. */
function rememberWidths(measure: (text: string) => number): (text: string) => number {
  const widths = new Map<string, number>();
  return (text) => {
    const width = widths.get(text) ?? measure(text);
    if (widths.size >= MAX_WIDTHS) widths.clear();
    widths.set(text, width);
    return width;
  };
}

/** Returns the offsets between pieces at which letters are joined. */
function findJoins(pieces: readonly TextPiece[]): Set<number> {
  const text = pieces.map((piece) => piece.text).join('');
  return new Set(new LookMap(pieces).borders.filter((border) => isJoinedAt(text, border)));
}

/** Joins the ink of the parts of a line. */
function joinInk(
  { text, from = 0, rightToLeft }: TextLine,
  map: LookMap,
  width: MeasureText,
  rulerOf: (font: number) => Ruler,
): LineInk | undefined {
  const isMixed = mayReorder(text);
  const whole = width(text, from);
  let left = 0;
  const inks = map.split(from, from + text.length).flatMap((part) => {
    const own = text.slice(part.from - from, part.to - from);
    const start = left;
    left += width(own, part.from);
    const ink = rulerOf(part.look).lineInk({ text: own, rightToLeft });
    if (!ink) return [];
    // If the line may be reordered, any part may be at its ends.
    const { overhang } = ink;
    const beyond = isMixed ? overhang : { left: overhang.left - start, right: left + overhang.right - whole };
    return [{ ...ink, overhang: beyond }];
  });
  if (inks.length === 0) return undefined;
  return inks.reduce(
    (one, { ascent, descent, overhang }) => ({
      ascent: Math.max(one.ascent, ascent),
      descent: Math.max(one.descent, descent),
      overhang: {
        left: Math.max(one.overhang.left, overhang.left),
        right: Math.max(one.overhang.right, overhang.right),
      },
    }),
    { ascent: -Infinity, descent: -Infinity, overhang: { left: 0, right: 0 } },
  );
}
