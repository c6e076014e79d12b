import type { MeasureText } from '../../text-layout/break-lines.ts';
import { BOX_PADDING, type WordStyle } from './style.ts';
import type { CaptionWord } from './caption-words.ts';

/** What a word is measured with. */
interface WordMeasures {
  /** In the size that was asked for: words that are not spoken, and those that are. */
  readonly base: MeasureText;
  readonly active: MeasureText;
}

/**
 * How much room words need that grow when they are spoken. A gap between two words is as wide as always, or wider where else less
 * than half a space would stay of it beside the line around letters, or less than a quarter beside the box behind them; so nothing has
 * to move.
 */
export class WordGrowth {
  private readonly measures: WordMeasures;
  private readonly scale: number;
  private readonly spaceWidth: number;
  /** What stays between a word that has grown and its neighbour. */
  private readonly minGap: number;
  private readonly cache = new Map<string, number>();

  /** @param scale how much larger a word is that is spoken; 0: it does not look spoken. */
  constructor(measures: WordMeasures, { size, stroke, highlight }: WordStyle, scale: number) {
    this.measures = measures;
    this.scale = scale;
    this.spaceWidth = measures.base(' ');
    const textGap = Math.min(this.spaceWidth, this.spaceWidth / 2 + (stroke?.width ?? 0));
    const boxGap = highlight === undefined ? 0 : BOX_PADDING * size * scale + this.spaceWidth / 4;
    this.minGap = Math.max(textGap, boxGap);
  }

  /** How far a word grows on each side, in pixels of the size that was asked for. */
  growthOf({ text }: CaptionWord): number {
    const known = this.cache.get(text);
    if (known !== undefined) return known;
    const { base, active } = this.measures;
    const grows = Math.max(0, this.scale * active(text) - base(text)) / 2;
    this.cache.set(text, grows);
    return grows;
  }

  /** How much wider the gap between two words is than a space. @param hasSpace whether there is one. */
  extraGapBetween(one: CaptionWord, other: CaptionWord, hasSpace: boolean): number {
    const grows = Math.max(this.growthOf(one), this.growthOf(other));
    if (!hasSpace) return grows;
    return grows === 0 ? 0 : Math.max(0, grows + this.minGap - this.spaceWidth);
  }

  /** How much wider words are than without such gaps. */
  extraWidthOf(words: readonly CaptionWord[]): number {
    return words.reduce((sum, word, index) => {
      const before = words[index - 1];
      return before ? sum + this.extraGapBetween(before, word, word.hasSpaceBefore) : sum;
    }, 0);
  }
}
