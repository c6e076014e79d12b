import type { SKRSContext2D } from '@napi-rs/canvas';
import { applyFonts, type TextFonts } from '../../fonts/text-fonts.ts';
import { splitWords } from '../../text-layout/text-ranges.ts';
import type { TextLine } from '../../text-layout/break-lines.ts';
import {
  createSampleContext,
  type MeasuredText,
  measureTextInk,
  SAMPLE_SIZE,
  type TextInk,
} from './text-ink.ts';

/** The extent of the ink of a line of text, in pixels. */
export interface LineInk {
  /** Extent above and below the baseline. */
  readonly ascent: number;
  readonly descent: number;
  /** Extent beyond the left and the right end of the layout box of the line. At least 0. */
  readonly overhang: { readonly left: number; readonly right: number };
}

/** Measures the ink of texts in one font and size, including glyphs from fallback fonts. */
export interface InkRuler {
  /**
   * Returns the ink of a text that is drawn at once, in pixels, or undefined if it has none. The ink is never
   * larger than returned.
   *
   * @param look index of the look of the text. Only the ruler of a text with several looks needs it.
   */
  readonly textInk: (text: string, rightToLeft: boolean, look?: number) => TextInk | undefined;
  /** Returns the ink of a line of words, or undefined if it has none. */
  readonly lineInk: (line: TextLine) => LineInk | undefined;
}

/**
 * Length of the tips of letters that are too thin for a small sample, in font sizes. Measured ink may end before
 * them. They are visible from about 200 px on.
 */
export const THIN_TIPS = 1 / 64;

/** Maximum number of measured texts to keep. If there are more, all are forgotten. */
const MAX_MEASURED = 20_000;
/** Differences below which the ink that Skia computes is right, in pixels of a sample. */
const SKIA_TOLERANCE = 1.25;
/** Slack of the ink that Skia computes, in font sizes. */
const SKIA_SLACK = 0.01;
/** Scripts that run from right to left, and characters that embed them. */
const BACKWARDS =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\p{Bidi_Control}]/u;

/** True if parts of a line may have another order on the screen than in the text. */
export function mayReorder(text: string): boolean {
  return BACKWARDS.test(text);
}

/** Measured texts by their fonts. Edits repeat words, and a text is measured in several sizes. */
const measuredByFonts = new Map<string, Map<string, MeasuredText>>();
let measuredCount = 0;
let sampleContext: SKRSContext2D | undefined;

/**
 * Creates a ruler for ink.
 *
 * @param size in pixels.
 */
export function createInkRuler(textFonts: TextFonts, size: number): InkRuler {
  const fonts = JSON.stringify([textFonts.fonts, textFonts.axes, textFonts.isSyntheticItalic]);
  const measure = (text: string, rightToLeft: boolean): MeasuredText => {
    // Spaces after letters change nothing, unless they are on the left.
    const drawn = rightToLeft ? text : text.trimEnd();
    const known = measuredByFonts.get(fonts)?.get(`${rightToLeft} ${drawn}`);
    if (known) return known;
    const measured = measureSample(drawn, textFonts, rightToLeft);
    keep(fonts, `${rightToLeft} ${drawn}`, measured);
    return measured;
  };
  return {
    textInk(text, rightToLeft) {
      const { ink } = measure(text, rightToLeft);
      return ink && scaleInk(ink, size);
    },
    lineInk(line) {
      const words = splitWords(line.text).map(([from, to]) =>
        measure(line.text.slice(from, to), line.rightToLeft),
      );
      const drawn = joinWords(words, mayReorder(line.text), size);
      // Skia knows the exact ink of ordinary letters of one font.
      return drawn && textFonts.fonts.length === 1 ? refineInk(drawn, line, textFonts, size) : drawn;
    },
  };
}

function measureSample(text: string, textFonts: TextFonts, rightToLeft: boolean): MeasuredText {
  if (text.trim() === '') return { ink: undefined, width: 0 };
  const prepare = (context: SKRSContext2D): void => {
    applyFonts(context, textFonts, SAMPLE_SIZE);
    context.textAlign = 'left';
    context.direction = rightToLeft ? 'rtl' : 'ltr';
  };
  return measureTextInk(text, getSampleContext(), prepare);
}

function getSampleContext(): SKRSContext2D {
  sampleContext ??= createSampleContext();
  return sampleContext;
}

function keep(fonts: string, text: string, measured: MeasuredText): void {
  if (measuredCount >= MAX_MEASURED) {
    measuredByFonts.clear();
    measuredCount = 0;
  }
  const texts = measuredByFonts.get(fonts) ?? new Map<string, MeasuredText>();
  measuredByFonts.set(fonts, texts.set(text, measured));
  measuredCount++;
}

function scaleInk({ left, right, ascent, descent, likely }: TextInk, by: number): TextInk {
  return {
    left: left * by,
    right: right * by,
    ascent: ascent * by,
    descent: descent * by,
    likely: { left: likely.left * by, right: likely.right * by },
  };
}

/**
 * Joins the ink of the words of a line.
 *
 * @param isMixed true if any word may be at the ends of the line. Otherwise, the words run from left to right.
 */
function joinWords(words: readonly MeasuredText[], isMixed: boolean, size: number): LineInk | undefined {
  const inks = words.flatMap(({ ink }) => (ink ? [ink] : []));
  if (inks.length === 0) return undefined;
  const maxOf = (numbers: readonly number[]): number =>
    numbers.reduce((max, number) => Math.max(max, number));
  const leftOf = ({ ink }: MeasuredText): number => -(ink?.left ?? 0);
  const rightOf = ({ ink, width }: MeasuredText): number => (ink ? ink.right - width : 0);
  const [first, last] = isMixed ? [words, words] : [words.slice(0, 1), words.slice(-1)];
  return {
    ascent: size * maxOf(inks.map(({ ascent }) => ascent)),
    descent: size * maxOf(inks.map(({ descent }) => descent)),
    overhang: {
      left: size * maxOf([0, ...first.map(leftOf)]),
      right: size * maxOf([0, ...last.map(rightOf)]),
    },
  };
}

/** Replaces drawn edges by the exact ones that Skia computes, unless Skia is wrong. */
function refineInk(drawn: LineInk, { text }: TextLine, textFonts: TextFonts, size: number): LineInk {
  const context = getSampleContext();
  applyFonts(context, textFonts, size);
  const metrics = context.measureText(text);
  // At small sizes, Skia rounds to whole pixels.
  const tolerance = 1 + (SKIA_TOLERANCE * size) / SAMPLE_SIZE;
  const refine = (edge: number, computed: number): number =>
    Math.abs(edge - computed) <= tolerance ? computed : edge;
  // Letters that end where their line ends do not reach beyond it: Skia's bounds have a little slack.
  const toOverhang = (beyond: number): number => (beyond < SKIA_SLACK * size ? 0 : beyond);
  const { overhang } = drawn;
  return {
    ascent: refine(drawn.ascent, metrics.actualBoundingBoxAscent),
    descent: refine(drawn.descent, metrics.actualBoundingBoxDescent),
    overhang: {
      left: refine(overhang.left, toOverhang(metrics.actualBoundingBoxLeft)),
      right: refine(overhang.right, toOverhang(metrics.actualBoundingBoxRight - metrics.width)),
    },
  };
}
