import { breakLines, splitAtLineBreaks } from '../../text-layout/break-lines.ts';
import { balanceLines } from '../lines/balance-lines.ts';
import { countGraphemes } from '../../text-layout/text-ranges.ts';
import { type CaptionWord, joinWords } from './caption-words.ts';

/** A function that measures the words of one line at the requested font size, in pixels. */
export type MeasureWords = (words: readonly CaptionWord[]) => number;

/** Words that a line break must not separate. At least one. */
export type WordGroup = readonly CaptionWord[];

/** The words of a passage in the groups that lines are filled with. */
export class LineText {
  readonly groups: readonly WordGroup[];
  private readonly words: readonly CaptionWord[];
  /** For each group, the index of its first word. The last entry is the number of words. */
  private readonly starts: readonly number[];
  private readonly measure: MeasureWords;
  private readonly growthOf: (group: WordGroup) => number;

  /**
   * @param growthOf returns by how much a group makes its line wider, at most, while one of its words is larger
   * than at rest. In pixels at the requested font size, at least 0.
   */
  constructor(
    groups: readonly WordGroup[],
    measure: MeasureWords,
    growthOf: (group: WordGroup) => number = () => 0,
  ) {
    this.groups = groups;
    this.measure = measure;
    this.growthOf = growthOf;
    this.words = groups.flat();
    let start = 0;
    this.starts = [0, ...groups.map((group) => (start += group.length))];
  }

  /** Returns the words of the groups from `from` until just before `end`. */
  speechWordsOf(from: number, end: number): readonly CaptionWord[] {
    return this.words.slice(this.starts[from], this.starts[end]);
  }

  /**
   * Returns the largest width of a line with the groups from `from` until just before `end`: its width at rest,
   * and the room for the word that grows most.
   */
  widthOf(from: number, end: number): number {
    const growth = this.groups
      .slice(from, end)
      .reduce((most, group) => Math.max(most, this.growthOf(group)), 0);
    return this.measure(this.speechWordsOf(from, end)) + growth;
  }

  /**
   * Returns the end of the longest line that begins with the group `from`.
   *
   * @param atLeast an end that is known to be on the line.
   * @param limit the last end to consider.
   */
  endOfLine(from: number, atLeast: number, maxWidth: number, limit = this.groups.length): number {
    let end = atLeast;
    while (end < limit && this.widthOf(from, end + 1) <= maxWidth) end++;
    return end;
  }
}

/** Maximum widths of a line at the scale of the lines, and at the smallest scale of all, in pixels. */
interface LineWidths {
  readonly maxWidth: number;
  readonly leastWidth: number;
}

/**
 * Groups words that a line break must not separate. A group that is too wide at the smallest scale is
 * separated, and a word that is too wide on its own is broken into pieces. The time of the word is divided
 * among the pieces in proportion to their lengths.
 */
export function groupWords(
  words: readonly CaptionWord[],
  { maxWidth, leastWidth }: LineWidths,
  measure: MeasureWords,
): WordGroup[] {
  return groupUnbreakable(words).flatMap((group): WordGroup[] => {
    if (measure(group) <= leastWidth) return [group];
    return group.flatMap((word) =>
      measure([word]) <= leastWidth ? [[word]] : breakWord(word, maxWidth, measure).map((piece) => [piece]),
    );
  });
}

function groupUnbreakable(words: readonly CaptionWord[]): WordGroup[] {
  const ends = new Set<number>();
  let offset = 0;
  for (const group of splitAtLineBreaks(joinWords(words))) ends.add((offset += group.length));
  const groups: CaptionWord[][] = [];
  let begin = 0;
  for (const [index, word] of words.entries()) {
    begin += index > 0 && word.hasSpaceBefore ? 1 : 0;
    const last = groups.at(-1);
    if (last && (!ends.has(begin) || word.breakBefore === 'glued')) last.push(word);
    else groups.push([word]);
    begin += word.text.length;
  }
  return groups;
}

function breakWord(word: CaptionWord, maxWidth: number, measure: MeasureWords): CaptionWord[] {
  const pieces = breakLines(word.text, maxWidth, (text) => measure([{ ...word, text }]));
  const one = (word.to - word.from) / Math.max(1, countGraphemes(word.text));
  let from = word.from;
  return pieces.map(({ text }, index): CaptionWord => {
    const begin = from;
    from += one * countGraphemes(text);
    const isFirst = index === 0;
    return {
      ...word,
      text,
      from: begin,
      to: index === pieces.length - 1 ? word.to : from,
      hasSpaceBefore: isFirst && word.hasSpaceBefore,
      breakBefore: isFirst ? word.breakBefore : 'glued',
    };
  });
}

/** Returns for each group where the longest line ends that begins with it. */
export function endFullLines(text: LineText, maxWidth: number): number[] {
  let end = 0;
  return text.groups.map((_, from) => {
    // The line that began one group earlier was longer by this group.
    end = text.endOfLine(from, Math.max(end, from + 1), maxWidth);
    return end;
  });
}

/** Breaks the groups of a page, from the first to the one before its end, into as few lines as possible, and balances them. */
export function balancePage(
  text: LineText,
  page: readonly [from: number, end: number],
  maxWidth: number,
): (readonly CaptionWord[])[] {
  const lines = fillLines(text, page, maxWidth);
  if (lines.length < 2) return [text.speechWordsOf(...page)];
  // No lines are much narrower than the average one. The spaces between lines are not on any line.
  const narrow = (0.8 * text.widthOf(...page)) / lines.length;
  const best = balanceLines(lines, { narrow, whole: maxWidth, precision: 1 }, (width) =>
    fillLines(text, page, width),
  );
  return best.map((from, index) => text.speechWordsOf(from, best[index + 1] ?? page[1]));
}

/** Returns the first groups of lines, each as full as possible. */
function fillLines(text: LineText, [from, end]: readonly [number, number], maxWidth: number): number[] {
  const lines: number[] = [];
  for (let line = from; line < end; line = text.endOfLine(line, line + 1, maxWidth, end)) lines.push(line);
  return lines;
}
