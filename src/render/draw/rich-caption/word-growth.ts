import type { MeasureText } from '../../text-layout/break-lines.ts';
import { BOX_PADDING, type WordStyle } from './style.ts';
import type { CaptionWord } from './caption-words.ts';

/** Functions that measure words at the requested font size. */
interface WordMeasures {
  /** `base` measures words that are not spoken, `active` measures words that are. */
  readonly base: MeasureText;
  readonly active: MeasureText;
}

/**
 * Calculates the room for words that grow when they are spoken. A gap between two words keeps its width if
 * enough of the gap remains after the growth: half a space next to the stroke, or a quarter of a space next
 * to the box behind the words. Otherwise the gap is wider from the start, so that no word has to move.
 */
export class WordGrowth {
  private readonly measures: WordMeasures;
  private readonly scale: number;
  private readonly spaceWidth: number;
  /** The minimum gap between a word that has grown and its neighbour. */
  private readonly minGap: number;
  private readonly cache = new Map<string, number>();

  /** @param scale how much larger a spoken word is. 0 if a spoken word looks like the other words. */
  constructor(measures: WordMeasures, { size, stroke, highlight }: WordStyle, scale: number) {
    this.measures = measures;
    this.scale = scale;
    this.spaceWidth = measures.base(' ');
    const textGap = Math.min(this.spaceWidth, this.spaceWidth / 2 + (stroke?.width ?? 0));
    const boxGap = highlight === undefined ? 0 : BOX_PADDING * size * scale + this.spaceWidth / 4;
    this.minGap = Math.max(textGap, boxGap);
  }

  /** Returns how far a word grows on each side, in pixels at the requested font size. */
  growthOf({ text }: CaptionWord): number {
    const known = this.cache.get(text);
    if (known !== undefined) return known;
    const { base, active } = this.measures;
    const grows = Math.max(0, this.scale * active(text) - base(text)) / 2;
    this.cache.set(text, grows);
    return grows;
  }

  /**
   * Returns the width to add to the gap between two words, in pixels.
   *
   * @param hasSpace true if there is a space between the two words.
   */
  extraGapBetween(one: CaptionWord, other: CaptionWord, hasSpace: boolean): number {
    const grows = Math.max(this.growthOf(one), this.growthOf(other));
    if (!hasSpace) return grows;
    return grows === 0 ? 0 : Math.max(0, grows + this.minGap - this.spaceWidth);
  }

  /** Returns the total width to add to the gaps between words, in pixels. */
  extraWidthOf(words: readonly CaptionWord[]): number {
    return words.reduce((sum, word, index) => {
      const before = words[index - 1];
      return before ? sum + this.extraGapBetween(before, word, word.hasSpaceBefore) : sum;
    }, 0);
  }
}
