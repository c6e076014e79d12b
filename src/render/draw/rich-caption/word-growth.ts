import type { Measure } from '../../fonts/text-lines.ts';
import { PADDING, type WordStyle } from './style.ts';
import type { CaptionWord } from './words.ts';

/** What a word is measured with. */
interface Measures {
  /** In the size that was asked for: words that are not spoken, and those that are. */
  readonly base: Measure;
  readonly active: Measure;
}

/**
 * How much room words need that grow when they are spoken. A gap between two words is as wide as always, or wider where else less
 * than half a space would stay of it beside the line around letters, or less than a quarter beside the box behind them; so nothing has
 * to move.
 */
export class WordGrowth {
  private readonly measures: Measures;
  private readonly scale: number;
  private readonly space: number;
  /** What stays between a word that has grown and its neighbour. */
  private readonly least: number;
  private readonly known = new Map<string, number>();

  /** @param scale how much larger a word is that is spoken; 0: it does not look spoken. */
  constructor(measures: Measures, { size, stroke, highlight }: WordStyle, scale: number) {
    this.measures = measures;
    this.scale = scale;
    this.space = measures.base(' ');
    const letters = Math.min(this.space, this.space / 2 + (stroke?.width ?? 0));
    const box = highlight === undefined ? 0 : PADDING * size * scale + this.space / 4;
    this.least = Math.max(letters, box);
  }

  /** How far a word grows on each side, in pixels of the size that was asked for. */
  of({ text }: CaptionWord): number {
    const known = this.known.get(text);
    if (known !== undefined) return known;
    const { base, active } = this.measures;
    const grows = Math.max(0, this.scale * active(text) - base(text)) / 2;
    this.known.set(text, grows);
    return grows;
  }

  /** How much wider the gap between two words is than a space. @param apart whether there is one. */
  between(one: CaptionWord, other: CaptionWord, apart: boolean): number {
    const grows = Math.max(this.of(one), this.of(other));
    if (!apart) return grows;
    return grows === 0 ? 0 : Math.max(0, grows + this.least - this.space);
  }

  /** How much wider words are than without such gaps. */
  within(words: readonly CaptionWord[]): number {
    return words.reduce((sum, word, index) => {
      const before = words[index - 1];
      return before ? sum + this.between(before, word, word.apart) : sum;
    }, 0);
  }
}
