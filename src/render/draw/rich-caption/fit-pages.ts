import { type CaptionWord, joinWords } from './caption-words.ts';
import { choosePageEnds } from './choose-page-ends.ts';
import { balancePage, endFullLines, groupWords, LineText, type MeasureWords } from './fill-lines.ts';
import { listSizes } from '../lines/fit-font-size.ts';
import { findFirst } from '../find-first.ts';

/** The words of a page, line by line, and the scale of the page. */
export interface FittedPage {
  readonly lines: readonly FittedLine[];
  /** Font size relative to the requested font size, above 0 and at most 1. */
  readonly scale: number;
}

/** Words on one line. */
export interface FittedLine {
  readonly words: readonly CaptionWord[];
  /** The words, joined with the spaces between them. */
  readonly text: string;
  /** The width in pixels at the requested font size. */
  readonly width: number;
  /**
   * Font size relative to the requested font size, above 0 and at most 1. It is the scale of the page, unless
   * the box is too narrow for one letter.
   */
  readonly scale: number;
}

/** The limits that a page must fit. */
export interface PageLimits {
  /** Maximum width and height of a page in pixels, above 0. */
  readonly width: number;
  readonly height: number;
  /** Font size and distance between baselines, in pixels. */
  readonly size: number;
  readonly advance: number;
}

/**
 * A function that measures how much wider a word is at its largest than at rest, in pixels at the requested font
 * size. At least 0.
 */
export type MeasureGrowth = (word: CaptionWord) => number;

/** The limits of contract 2.16. */
const MAX_LINES = 10;
const MIN_SCALE = 0.7;
const MIN_SIZE = 8;
const MAX_FILL = 0.96;
/** Widths that differ by less than this many pixels count as equal. */
const TOLERANCE = 1e-6;

/**
 * Finds the font size at which passages fit their box, and breaks passages into pages and lines
 * (contract 2.16).
 *
 * The sizes to choose from are the requested one and all smaller whole numbers of pixels, down to 0.7 of the
 * requested size and to 8 pixels. If the box is lower than one line, they begin with the height of the box.
 */
export class PageFitter {
  /** The scales to choose from, descending. At least one. */
  private readonly scales: readonly number[];
  private readonly limits: PageLimits;
  private readonly measure: MeasureWords;
  private readonly growthOf: MeasureGrowth;

  /**
   * @param measure measures words at the requested font size.
   * @param growthOf measures how much wider a word is at its largest than at rest. If absent, no word grows.
   */
  constructor(limits: PageLimits, measure: MeasureWords, growthOf: MeasureGrowth = () => 0) {
    this.limits = limits;
    this.measure = measure;
    this.growthOf = growthOf;
    this.scales = findScales(limits);
  }

  /** True if words fit on one page at the requested font size. */
  fitsAtFullSize(words: readonly CaptionWord[]): boolean {
    return this.fitsOnePage(words, 0);
  }

  /**
   * Returns the largest scale at which all passages fit. A passage that does not fit on one page at any scale
   * becomes several pages, so it fits if each of its words fits on a line. A word that does not fit on a line
   * at any scale is broken.
   *
   * The time that this takes grows linearly with the number of words.
   */
  findScale(passages: readonly (readonly CaptionWord[])[]): number {
    const last = this.scales.length - 1;
    let index = 0;
    for (const words of passages) {
      if (this.fitsOnePage(words, index)) continue;
      const isOnePage = this.fitsOnePage(words, last);
      const fits = (tried: number): boolean =>
        isOnePage ? this.fitsOnePage(words, tried) : this.fitsInLines(words, tried);
      index = findFirst(index, last, fits);
    }
    return this.scaleAt(index);
  }

  /** Breaks a passage into pages. Each has as few lines as possible, of about equal lengths. */
  fitPages(words: readonly CaptionWord[], scale: number): FittedPage[] {
    const text = this.textAt(words, scale);
    const ends = this.findPageEnds(text, scale);
    return ends.map((end, index) => {
      const lines = balancePage(text, [ends[index - 1] ?? 0, end], this.maxWidthAt(scale));
      return { scale, lines: lines.map((line) => this.toFittedLine(line, scale)) };
    });
  }

  /** True if a word is too long for a line at every scale, so that it is broken. */
  isBroken(word: CaptionWord): boolean {
    return this.measure([word]) > this.maxWidthAt(this.scaleAt(this.scales.length - 1));
  }

  private findPageEnds(text: LineText, scale: number): number[] {
    const maxLines = this.maxLinesAt(scale);
    const lineEnds = endFullLines(text, this.maxWidthAt(scale));
    const lastEnds = text.groups.map((_, from) => {
      let end = from;
      for (let line = 0; line < maxLines && end < text.groups.length; line++) end = lineEnds[end] ?? end + 1;
      return end;
    });
    if (lastEnds[0] === text.groups.length) return [text.groups.length];
    return choosePageEnds(text.groups, lastEnds);
  }

  private toFittedLine(words: readonly CaptionWord[], scale: number): FittedLine {
    const width = this.measure(words);
    const fits = width <= this.maxWidthAt(scale);
    return {
      words,
      text: joinWords(words),
      width,
      scale: fits ? scale : (MAX_FILL * this.limits.width) / width,
    };
  }

  /** @param index the index of the scale. */
  private fitsOnePage(words: readonly CaptionWord[], index: number): boolean {
    const scale = this.scaleAt(index);
    const text = this.textAt(words, scale);
    const maxWidth = this.maxWidthAt(scale);
    let end = 0;
    for (let line = this.maxLinesAt(scale); line > 0 && end < text.groups.length; line--) {
      const from = end;
      end = text.endOfLine(from, from + 1, maxWidth);
      // The first group of a line is on the line even if it is too wide.
      if (end === from + 1 && text.widthOf(from, end) > maxWidth && index < this.scales.length - 1)
        return false;
    }
    return end === text.groups.length;
  }

  /**
   * True if each group of words that belong together fits on a line.
   *
   * @param index the index of the scale.
   */
  private fitsInLines(words: readonly CaptionWord[], index: number): boolean {
    const maxWidth = this.maxWidthAt(this.scaleAt(index));
    const text = this.textAt(words, this.scaleAt(index));
    return text.groups.every((_, group) => text.widthOf(group, group + 1) <= maxWidth);
  }

  /** Returns words in groups that a line break must not separate, with words that are too long in pieces. */
  private textAt(words: readonly CaptionWord[], scale: number): LineText {
    const maxWidth = this.maxWidthAt(scale);
    const leastWidth = this.maxWidthAt(this.scaleAt(this.scales.length - 1));
    const groups = groupWords(words, { maxWidth, leastWidth }, this.measure);
    return new LineText(groups, this.measure, (group) => {
      const growth = group.reduce((most, word) => Math.max(most, this.growthOf(word)), 0);
      if (growth === 0) return 0;
      const width = this.measure(group);
      // A word that has no room to grow at any scale grows as far as its line allows.
      return width + growth <= leastWidth ? growth : Math.max(0, Math.min(growth, maxWidth - width));
    });
  }

  /** Returns the maximum width of a line at a scale, in pixels at the requested font size. */
  private maxWidthAt(scale: number): number {
    return (MAX_FILL * this.limits.width) / scale + TOLERANCE;
  }

  /** Returns the maximum number of lines on a page at a scale. */
  private maxLinesAt(scale: number): number {
    const { height, size, advance } = this.limits;
    const most = maxLinesOf(this.limits);
    if (advance === 0) return most;
    return Math.max(1, Math.min(most, Math.floor((height / scale - size + TOLERANCE) / advance) + 1));
  }

  private scaleAt(index: number): number {
    return this.scales[index] ?? 1;
  }
}

/** Returns the maximum number of lines on a page. */
export function maxLinesOf({ height, advance }: PageLimits): number {
  return Math.min(MAX_LINES, Math.max(1, Math.floor(height / advance)));
}

/** Returns the scales to choose from, descending. */
function findScales({ height, size }: PageLimits): number[] {
  const top = Math.min(1, height / size);
  const least = Math.max(MIN_SIZE, MIN_SCALE * size);
  const [, ...smaller] = listSizes(top * size, least);
  return [top, ...smaller.map((whole) => whole / size)];
}
