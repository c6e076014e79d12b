import type { CaptionPage, PageLine, PageWord } from './caption-page.ts';
import { drawnScaleOf, type PageSpace } from './word-position.ts';
import { largestScalesOf, restingState, type WordAnimation, type WordState } from './word-state.ts';

/** The ends of the ink of a word, in pixels at the requested font size, to the left and right of its centre. */
export interface InkSides {
  readonly left: number;
  readonly right: number;
}

/** The ink of a word at normal size, in the look of the spoken word and in that of the others. */
export interface WordInk {
  readonly base: InkSides;
  readonly active: InkSides;
  /** Width of the line around the letters of the spoken word, in pixels at the requested font size. */
  readonly stroke: number;
}

/** The measurements and settings that the room for larger words depends on. */
export interface SpreadSettings {
  readonly space: PageSpace;
  readonly horizontal: 'left' | 'center' | 'right';
  readonly animation: WordAnimation;
  /** The scale of the spoken word. */
  readonly activeScale: number;
  readonly inkOf: (word: PageWord) => WordInk;
}

/** Words of a line, from left to right, and their indexes on the page. */
interface LineWords {
  readonly line: PageLine;
  readonly words: readonly (readonly [index: number, word: PageWord])[];
}

/** The distances by which the ink of a word is wider than at rest, in pixels of the box. At least 0. */
interface Growth {
  readonly left: number;
  readonly right: number;
}

const NO_GROWTH: Growth = { left: 0, right: 0 };

/**
 * Moves the words of a line aside while one of them is larger than at rest, so that the gaps between them stay
 * as they are. The line keeps its alignment and stays in the box.
 */
export class WordSpreader {
  private readonly settings: SpreadSettings;
  private readonly wordCount: number;
  private readonly lines: readonly LineWords[];
  private readonly inks = new Map<PageWord, WordInk>();
  private readonly settledShifts = new Map<string, number>();
  private readonly reaches = new Map<PageLine, readonly [from: number, to: number]>();

  constructor({ words }: CaptionPage, settings: SpreadSettings) {
    this.settings = settings;
    this.wordCount = words.length;
    const centreOf = ({ x, width }: PageWord): number => x + width / 2;
    this.lines = [...Map.groupBy(words.entries(), ([, { line }]) => line)].map(([line, lineWords]) => ({
      line,
      words: lineWords.sort(([, one], [, other]) => centreOf(one) - centreOf(other)),
    }));
  }

  /**
   * Returns how far each word of the page is moved to the right, in pixels of the box.
   *
   * @param states the states of all words of the page.
   */
  shiftsAt(states: readonly WordState[]): number[] {
    const shifts = states.map(() => 0);
    for (const { line, words } of this.lines) {
      const growths = words.map(([index, word]) => this.growthOf(word, states[index]));
      const wanted = sumOf(growths);
      if (wanted === 0) continue;
      const total = Math.min(wanted, this.freeWidthOf(line));
      let at = this.startOf(line, total);
      for (const [place, [index]] of words.entries()) {
        const { left, right } = growths[place] ?? NO_GROWTH;
        shifts[index] = at + (left * total) / wanted;
        at += ((left + right) * total) / wanted;
      }
    }
    return shifts;
  }

  /**
   * Returns how far a word is moved once it has its final size, if no other word of its line is larger than at
   * rest. In pixels of the box.
   *
   * @param state the word at its final size.
   */
  settledShiftOf(index: number, state: WordState): number {
    const key = `${index} ${state.isSpoken} ${state.scale}`;
    const known = this.settledShifts.get(key);
    if (known !== undefined) return known;
    const states = Array.from({ length: this.wordCount }, (_, other) =>
      other === index ? state : restingState,
    );
    const shift = this.shiftsAt(states)[index] ?? 0;
    this.settledShifts.set(key, shift);
    return shift;
  }

  /** Returns the least and the largest shift of the words of a line at any moment, in pixels of the box. */
  reachOf(line: PageLine): readonly [from: number, to: number] {
    const known = this.reaches.get(line);
    if (known) return known;
    const words = this.lines.find((other) => other.line === line)?.words.map(([, word]) => word) ?? [];
    const largest = words.map((word) => this.largestGrowthOf(word));
    // Words that are spoken at once are larger at once.
    const together = words.map((word) =>
      words.reduce((sum, other, index) => sum + (areTogether(word, other) ? (largest[index] ?? 0) : 0), 0),
    );
    const total = Math.min(Math.max(0, ...together), this.freeWidthOf(line));
    const start = this.startOf(line, total);
    const reach = [Math.min(0, start), Math.max(0, start + total)] as const;
    this.reaches.set(line, reach);
    return reach;
  }

  /** Returns the shift of the left end of a line that is wider than at rest. */
  private startOf({ x, width }: PageLine, total: number): number {
    const start = { left: 0, center: -total / 2, right: -total }[this.settings.horizontal];
    const [left, right] = [x + start, x + start + width + total];
    // Move a line that would leave the box, but not farther than it grows, so that it never jumps.
    if (left < 0) return start + Math.min(-left, total);
    return start - Math.min(Math.max(0, right - this.settings.space.width), total);
  }

  private freeWidthOf({ width }: PageLine): number {
    return Math.max(0, this.settings.space.width - width);
  }

  private largestGrowthOf(word: PageWord): number {
    const { animation, activeScale } = this.settings;
    const { spoken, other } = largestScalesOf(animation, activeScale);
    const states = [
      ...(spoken === undefined ? [] : [{ ...restingState, isSpoken: true, scale: spoken }]),
      { ...restingState, scale: other },
    ];
    return Math.max(...states.map((state) => sumOf([this.growthOf(word, state)])));
  }

  private growthOf(word: PageWord, state: WordState = restingState): Growth {
    if (!state.isSpoken && state.scale <= 1) return NO_GROWTH;
    if (state.scale === 1 && word.active === word.base) return NO_GROWTH;
    const { base, active, stroke } = this.inkOf(word);
    const scale = drawnScaleOf(word, state, this.settings.space);
    const rest = word.line.scale;
    const ink = state.isSpoken ? active : base;
    const line = (scale - rest) * stroke;
    const grow = (side: 'left' | 'right'): number =>
      Math.max(0, scale * ink[side] - rest * base[side] + line);
    return { left: grow('left'), right: grow('right') };
  }

  private inkOf(word: PageWord): WordInk {
    const known = this.inks.get(word);
    if (known) return known;
    const ink = this.settings.inkOf(word);
    this.inks.set(word, ink);
    return ink;
  }
}

function sumOf(growths: readonly Growth[]): number {
  return growths.reduce((sum, { left, right }) => sum + left + right, 0);
}

function areTogether(one: PageWord, other: PageWord): boolean {
  return one === other || (one.from < other.to && other.from < one.to);
}
