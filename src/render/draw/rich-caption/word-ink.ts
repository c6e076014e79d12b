import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Lettering } from '../../fonts/lettering.ts';
import type { Rect } from '../../scene/placement.ts';
import { asOne, boxAround } from '../layer.ts';
import { lastColour } from '../rich-text/gradient.ts';
import type { PlacedUnit } from '../rich-text/layout.ts';
import { drawLayers, LetterInk } from '../rich-text/letter-ink.ts';
import { decorationStrip } from '../rich-text/strips.ts';
import { castBy } from '../rich-text/style.ts';
import type { Page, PageLine, PageWord } from './page.ts';
import type { WordStyle } from './style.ts';
import { areaAt, inkOf, neighbours, placeOf, toLine, type WordPlace } from './word-place.ts';

/** Draws the letters of words in one of their two looks, in their places. */
export class WordInk {
  readonly style: WordStyle;
  private readonly lettering: Lettering;
  private readonly look: 'base' | 'active';
  private readonly page: Page;
  private readonly inks = new Map<PageLine, LetterInk>();

  constructor(look: 'base' | 'active', lettering: Lettering, style: WordStyle, page: Page) {
    this.look = look;
    this.lettering = lettering;
    this.style = style;
    this.page = page;
  }

  /** The letters of a word. @param typed how many of them; absent: all. */
  unitOf(word: PageWord, typed?: number): PlacedUnit {
    const { whole, typed: some } = word[this.look];
    return typed === undefined ? whole : (some[typed - 1] ?? whole);
  }

  /** Draws the letters of one word on a context that is at its line. @param typed how many of them; absent: all. */
  drawWord(context: SKRSContext2D, word: PageWord, typed?: number): void {
    const { shadow } = this.style;
    const unit = this.unitOf(word, typed);
    const area = inkOf(unit, this.style);
    const letters = (on: SKRSContext2D): void => {
      this.inkFor(word.line).draw(on, [unit], area);
      this.drawLines(on, [[unit]]);
    };
    if (shadow) asOne(context, area, { shadow: castBy(shadow) }, letters);
    else letters(context);
  }

  /** Draws the letters of words that are in their places, on a context that is at their page. */
  drawAll(context: SKRSContext2D, words: readonly PageWord[]): void {
    // Shadows are as large as their letters, which are smaller on a line that is too long.
    for (const [scale, own] of Map.groupBy(words, ({ line }) => line.scale)) {
      this.drawAlike(context, own, scale);
    }
  }

  /** Draws words of one size. */
  private drawAlike(context: SKRSContext2D, words: readonly PageWord[], scale: number): void {
    const { size, shadow } = this.style;
    const lines = [...Map.groupBy(words, ({ line }) => line)];
    const place = (word: PageWord): WordPlace => placeOf(word, REST, { size, width: 0 });
    const ink = (word: PageWord): Rect => inkOf(this.unitOf(word), this.style);
    const area = boxAround(words.map((word) => areaAt(ink(word), word, place(word), size)));
    const units = (own: readonly PageWord[]): PlacedUnit[] => own.map((word) => this.unitOf(word));
    const letters = (on: SKRSContext2D): void => {
      drawLayers(on, this.style, area, {
        stroke: (layer) => onLines(layer, lines, (at, own, line) => this.inkFor(line).stroke(at, units(own))),
        fill: (layer) => onLines(layer, lines, (at, own, line) => this.inkFor(line).fill(at, units(own))),
      });
      onLines(on, lines, (at, own) => {
        const together = neighbours(this.page, own).map(units);
        this.drawLines(at, together);
      });
    };
    if (!shadow) letters(context);
    else asOne(context, area, { shadow: castBy(scaled(shadow, scale)) }, letters);
  }

  /** Lines under or through letters; between neighbours they go on. */
  private drawLines(context: SKRSContext2D, units: readonly (readonly PlacedUnit[])[]): void {
    const { decoration, size, gradient, color, opacity } = this.style;
    if (decoration === 'none') return;
    const { top, height } = decorationStrip(decoration, size);
    context.save();
    context.globalAlpha *= opacity;
    context.fillStyle = (gradient && lastColour(gradient)) ?? color;
    for (const together of units) {
      const { x, width } = boxAround(
        together.flatMap(({ spans }) => spans.map((span) => ({ ...span, y: 0, height: 0 }))),
      );
      context.fillRect(x, top, width, height);
    }
    context.restore();
  }

  /** The letters of a line; a gradient goes over all of the page. */
  private inkFor(line: PageLine): LetterInk {
    const known = this.inks.get(line);
    if (known) return known;
    const { x, y, width, height } = this.page.box;
    const box = {
      x: (x - line.x) / line.scale,
      y: (y - line.baseline) / line.scale,
      width: width / line.scale,
      height: height / line.scale,
    };
    const ink = new LetterInk(this.lettering, this.style, box);
    this.inks.set(line, ink);
    return ink;
  }
}

const REST = { x: 0, y: 0, scale: 1 };

function onLines(
  context: SKRSContext2D,
  lines: readonly (readonly [PageLine, readonly PageWord[]])[],
  draw: (context: SKRSContext2D, words: readonly PageWord[], line: PageLine) => void,
): void {
  for (const [line, words] of lines) {
    context.save();
    toLine(context, line);
    draw(context, words, line);
    context.restore();
  }
}

function scaled(shadow: NonNullable<WordStyle['shadow']>, by: number): NonNullable<WordStyle['shadow']> {
  return { ...shadow, x: shadow.x * by, y: shadow.y * by, blur: shadow.blur * by };
}
