import type { SKRSContext2D } from '@napi-rs/canvas';
import type { TextFonts } from '../../fonts/text-fonts.ts';
import { boundingBoxOf, expandRect, type Rect } from '../../scene/placement.ts';
import { createInkRuler, type InkRuler } from '../lines/ink-ruler.ts';
import { drawAsLayer, extendByShadow } from '../offscreen-layer.ts';
import { lastColourOf } from '../letters/gradient.ts';
import { inkAreaOf, type PlacedUnit } from '../lines/placed-lines.ts';
import { drawGlyphLayers, GlyphPainter } from '../letters/glyph-painter.ts';
import { decorationBandOf } from '../letters/line-bands.ts';
import type { CaptionPage, PageLine, PageWord } from './caption-page.ts';
import type { InkSides } from './word-spreader.ts';
import type { WordStyle } from './style.ts';
import { restingState } from './word-state.ts';
import {
  groupFragments,
  highlightBoxOf,
  toPageArea,
  transformToLine,
  type WordPosition,
  wordPositionOf,
} from './word-position.ts';
import { reachBeyondInk, toShadow } from '../letters/glyph-style.ts';

/** A word that is moved to the right by a number of pixels of the box. */
export interface ShiftedWord {
  readonly word: PageWord;
  readonly shift: number;
}

/** Words of a line that are moved alike. */
interface WordsAtPlace {
  readonly line: PageLine;
  readonly shift: number;
  readonly words: readonly PageWord[];
}

/** Draws the letters of words in one of their two looks, at their final positions. */
export class WordPainter {
  readonly style: WordStyle;
  private readonly textFonts: TextFonts;
  private readonly appearance: 'base' | 'active';
  private readonly page: CaptionPage;
  private readonly ruler: InkRuler;
  private readonly inkBoxes = new Map<PlacedUnit, Rect>();
  private readonly linePainters = new Map<PageLine, GlyphPainter>();

  constructor(appearance: 'base' | 'active', textFonts: TextFonts, style: WordStyle, page: CaptionPage) {
    this.appearance = appearance;
    this.textFonts = textFonts;
    this.style = style;
    this.page = page;
    this.ruler = createInkRuler(textFonts, style.size);
  }

  /**
   * Returns the letters of a word.
   *
   * @param typedCount number of typed letters. If absent, all letters count as typed.
   */
  unitOf(word: PageWord, typedCount?: number): PlacedUnit {
    const { whole, typed } = word[this.appearance];
    return typedCount === undefined ? whole : (typed[typedCount - 1] ?? whole);
  }

  /**
   * Returns the area that contains all ink of a word and the box behind it, in coordinates of its line: pixels at
   * the requested font size.
   */
  inkBoxOf(unit: PlacedUnit): Rect {
    const known = this.inkBoxes.get(unit);
    if (known) return known;
    const { size, shadow } = this.style;
    const ink = inkAreaOf(unit, this.ruler);
    const letters = ink ? [expandRect(ink, reachBeyondInk(this.style))] : [];
    const box = boundingBoxOf([...letters, highlightBoxOf(unit, size)]);
    const area = shadow ? extendByShadow(box, toShadow(shadow)) : box;
    this.inkBoxes.set(unit, area);
    return area;
  }

  /**
   * Draws the letters of one word on a context with the transform of its line.
   *
   * @param typedCount number of typed letters. If absent, all letters count as typed.
   */
  drawWord(context: SKRSContext2D, word: PageWord, typedCount?: number): void {
    const { shadow } = this.style;
    const unit = this.unitOf(word, typedCount);
    const area = this.inkBoxOf(unit);
    const drawAll = (on: SKRSContext2D): void => {
      this.linePainterFor(word.line).draw(on, [unit], area);
      this.drawLines(on, word.line, [word], typedCount);
    };
    if (shadow) drawAsLayer(context, area, { shadow: toShadow(shadow) }, drawAll);
    else drawAll(context);
  }

  /**
   * Draws the letters of words at normal size, on a context with the transform of their page. Words of a line
   * that are moved alike are drawn together.
   */
  drawAll(context: SKRSContext2D, words: readonly ShiftedWord[]): void {
    // Draw each scale separately: on a line that is too long, letters and their shadows are smaller.
    for (const [scale, lineWords] of Map.groupBy(words, ({ word }) => word.line.scale)) {
      this.drawWithScale(context, lineWords, scale);
    }
  }

  /**
   * Measures the ink of a word at normal size, without the line around its letters.
   *
   * @returns the whole width of the word if it has no ink.
   */
  measureInk(word: PageWord): InkSides {
    const unit = this.unitOf(word);
    const half = word.width / 2;
    const inks = unit.runs.flatMap(({ text, x, rightToLeft }) => {
      const ink = this.ruler.textInk(text, rightToLeft);
      return ink ? [{ left: x + ink.likely.left, right: x + ink.likely.right }] : [];
    });
    if (inks.length === 0) return { left: half, right: half };
    const middle = word.x + half;
    const [left, right] = [inks.map((ink) => ink.left), inks.map((ink) => ink.right)];
    return { left: middle - Math.min(...left), right: Math.max(...right) - middle };
  }

  /** Draws words that all have the same scale. */
  private drawWithScale(context: SKRSContext2D, words: readonly ShiftedWord[], scale: number): void {
    const { size, shadow } = this.style;
    const lines = groupByPlace(words);
    const positionOf = ({ word, shift }: ShiftedWord): WordPosition =>
      wordPositionOf(word, { ...restingState, shift }, { size, width: 0, height: 0 });
    const ink = (word: PageWord): Rect => this.inkBoxOf(this.unitOf(word));
    const area = boundingBoxOf(
      words.map((shifted) => toPageArea(ink(shifted.word), shifted.word, positionOf(shifted), size)),
    );
    const units = (lineWords: readonly PageWord[]): PlacedUnit[] =>
      lineWords.map((word) => this.unitOf(word));
    const drawAll = (on: SKRSContext2D): void => {
      drawGlyphLayers(on, this.style, area, {
        stroke: (layer) =>
          drawOnLines(layer, lines, (at, lineWords, line) =>
            this.linePainterFor(line).stroke(at, units(lineWords)),
          ),
        fill: (layer) =>
          drawOnLines(layer, lines, (at, lineWords, line) =>
            this.linePainterFor(line).fill(at, units(lineWords)),
          ),
      });
      drawOnLines(on, lines, (at, lineWords, line) => this.drawLines(at, line, lineWords));
    };
    if (!shadow) drawAll(context);
    else drawAsLayer(context, area, { shadow: toShadow(scaleShadow(shadow, scale)) }, drawAll);
  }

  /** Draws lines under or through letters, without gaps between neighbours. */
  private drawLines(
    context: SKRSContext2D,
    line: PageLine,
    words: readonly PageWord[],
    typedCount?: number,
  ): void {
    const { decoration, size, gradient, color, opacity } = this.style;
    if (decoration === 'none') return;
    const { top, height } = decorationBandOf(decoration, size);
    context.save();
    context.globalAlpha *= opacity;
    context.fillStyle = (gradient && lastColourOf(gradient)) ?? color;
    const unitOf = (word: PageWord): PlacedUnit | undefined =>
      words.includes(word) ? this.unitOf(word, typedCount) : undefined;
    for (const group of groupFragments(this.page, line, unitOf)) {
      const { x, width } = boundingBoxOf(group.map(({ segment }) => ({ ...segment, y: 0, height: 0 })));
      context.fillRect(x, top, width, height);
    }
    context.restore();
  }

  /** Returns the painter for the letters of a line. A gradient covers the whole page. */
  private linePainterFor(line: PageLine): GlyphPainter {
    const known = this.linePainters.get(line);
    if (known) return known;
    const { x, y, width, height } = this.page.box;
    const box = {
      x: (x - line.x) / line.scale,
      y: (y - line.baseline) / line.scale,
      width: width / line.scale,
      height: height / line.scale,
    };
    const painter = new GlyphPainter(this.textFonts, this.style, box);
    this.linePainters.set(line, painter);
    return painter;
  }
}

/** Groups words that are on one line and moved alike. */
function groupByPlace(words: readonly ShiftedWord[]): WordsAtPlace[] {
  return [...Map.groupBy(words, ({ word }) => word.line)].flatMap(([line, lineWords]) =>
    [...Map.groupBy(lineWords, ({ shift }) => shift)].map(([shift, alike]) => ({
      line,
      shift,
      words: alike.map(({ word }) => word),
    })),
  );
}

function drawOnLines(
  context: SKRSContext2D,
  places: readonly WordsAtPlace[],
  draw: (context: SKRSContext2D, words: readonly PageWord[], line: PageLine) => void,
): void {
  for (const { line, shift, words } of places) {
    context.save();
    transformToLine(context, { ...line, x: line.x + shift });
    draw(context, words, line);
    context.restore();
  }
}

function scaleShadow(shadow: NonNullable<WordStyle['shadow']>, by: number): NonNullable<WordStyle['shadow']> {
  return { ...shadow, x: shadow.x * by, y: shadow.y * by, blur: shadow.blur * by };
}
