import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Lettering } from '../../letters/lettering.ts';
import type { Rect } from '../../scene/placement.ts';
import { asOne, boxAround } from '../layer.ts';
import { rounded } from '../rich-text/box.ts';
import { lastColour } from '../rich-text/gradient.ts';
import type { PlacedUnit } from '../rich-text/layout.ts';
import { LetterInk } from '../rich-text/letter-ink.ts';
import { decorationStrip } from '../rich-text/strips.ts';
import { castBy } from '../rich-text/style.ts';
import type { Page, PageLine, PageWord } from './page.ts';
import type { WordStyle } from './style.ts';
import { areaAt, highlightBox, inkOf, placeOf, toLine, type WordPlace } from './word-place.ts';

/** Draws words in one of their two looks, in their places. */
export class WordInk {
  readonly style: WordStyle;
  private readonly lettering: Lettering;
  private readonly look: 'base' | 'active';
  private readonly radius: number;
  private readonly page: Page;
  private readonly inks = new Map<PageLine, LetterInk>();

  /** @param radius of the boxes behind words, in pixels. */
  constructor(
    look: 'base' | 'active',
    lettering: Lettering,
    style: WordStyle,
    { page, radius }: { readonly page: Page; readonly radius: number },
  ) {
    this.look = look;
    this.lettering = lettering;
    this.style = style;
    this.page = page;
    this.radius = radius;
  }

  /** The letters of a word. @param typed how many of them; absent: all. */
  unitOf(word: PageWord, typed?: number): PlacedUnit {
    const { whole, typed: some } = word[this.look];
    return typed === undefined ? whole : (some[typed - 1] ?? whole);
  }

  /** Draws one word on a context that is at its line. @param typed how many of its letters; absent: all. */
  drawWord(context: SKRSContext2D, word: PageWord, typed?: number): void {
    const { shadow } = this.style;
    const unit = this.unitOf(word, typed);
    this.drawBox(context, [unit]);
    const area = inkOf(unit, this.style);
    const letters = (on: SKRSContext2D): void => {
      this.inkFor(word.line).draw(on, [unit], area);
      this.drawLines(on, [[unit]]);
    };
    if (shadow) asOne(context, area, { shadow: castBy(shadow) }, letters);
    else letters(context);
  }

  /** Draws the boxes behind words that are in their places; between neighbours they go on. */
  drawBoxes(context: SKRSContext2D, words: readonly PageWord[]): void {
    if (this.style.highlight === undefined) return;
    onLines(context, [...Map.groupBy(words, ({ line }) => line)], (on, own) => {
      for (const together of this.neighbours(own)) this.drawBox(on, together);
    });
  }

  /** Draws words that are in their places, without their boxes: first all lines around them, so that none lies over its neighbour. */
  drawAll(context: SKRSContext2D, words: readonly PageWord[]): void {
    if (words.length === 0) return;
    const { size, shadow } = this.style;
    const lines = [...Map.groupBy(words, ({ line }) => line)];
    const place = (word: PageWord): WordPlace => placeOf(word, REST, { size, width: 0 });
    const ink = (word: PageWord): Rect => inkOf(this.unitOf(word), this.style);
    const area = boxAround(words.map((word) => areaAt(ink(word), word, place(word), size)));
    const letters = (on: SKRSContext2D): void => {
      this.drawLetters(on, lines, area);
      onLines(on, lines, (at, own) => {
        this.drawLines(at, this.neighbours(own));
      });
    };
    if (!shadow) letters(context);
    else asOne(context, area, { shadow: castBy(scaled(shadow, this.page.scale)) }, letters);
  }

  /** The lines around the letters of each line of words, then what all of them are filled with. */
  private drawLetters(
    context: SKRSContext2D,
    [first, ...others]: readonly (readonly [PageLine, readonly PageWord[]])[],
    area: Rect,
  ): void {
    if (!first) return;
    const [line, words] = first;
    context.save();
    toLine(context, line);
    const units = words.map((word) => this.unitOf(word));
    const own = boxAround(units.map((unit) => inkOf(unit, this.style)));
    this.inkFor(line).draw(context, units, own, () => {
      context.save();
      toPage(context, line);
      this.drawLetters(context, others, area);
      context.restore();
    });
    context.restore();
  }

  /** The box behind units that follow each other. */
  private drawBox(context: SKRSContext2D, units: readonly PlacedUnit[]): void {
    const { highlight, size } = this.style;
    if (highlight === undefined) return;
    context.fillStyle = highlight;
    rounded(context, boxAround(units.map((unit) => highlightBox(unit, size))), this.radius);
    context.fill();
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

  /** The words of a line by those that follow each other on the page. */
  private neighbours(words: readonly PageWord[]): PlacedUnit[][] {
    const all: PlacedUnit[][] = [];
    let before: PageWord | undefined;
    for (const word of words) {
      const isNext = before && this.page.words.indexOf(word) === this.page.words.indexOf(before) + 1;
      if (isNext) all.at(-1)?.push(this.unitOf(word));
      else all.push([this.unitOf(word)]);
      before = word;
    }
    return all;
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
  draw: (context: SKRSContext2D, words: readonly PageWord[]) => void,
): void {
  for (const [line, words] of lines) {
    context.save();
    toLine(context, line);
    draw(context, words);
    context.restore();
  }
}

/** Takes back {@link toLine}. */
function toPage(context: SKRSContext2D, { x, baseline, scale }: PageLine): void {
  context.scale(1 / scale, 1 / scale);
  context.translate(-x, -baseline);
}

function scaled(shadow: NonNullable<WordStyle['shadow']>, by: number): NonNullable<WordStyle['shadow']> {
  return { ...shadow, x: shadow.x * by, y: shadow.y * by, blur: shadow.blur * by };
}
