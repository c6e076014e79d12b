import type { WordGroup } from './fill-lines.ts';
import type { WordBreak } from './word-breaks.ts';

/** The cost of a page. Fewer pages are better than more, but not at the price of a split clause. */
const PAGE_COST = 1;
/** The cost of a page break at a place. */
const BREAK_COSTS: Readonly<Record<WordBreak, number>> = {
  sentence: 0,
  clause: 2,
  dialogue: 4,
  word: 6,
  glued: 100,
};
/** Cost of the fill of a page, at most: pages of about equal length cost less than a full and a short one. */
const FILL_COST = 4;
/** Cost of a page that is visible for less than this many seconds. */
const FLASH_COST = 3;
const FLASH = 0.8;
/** A break costs up to this much less if the voice pauses there, for this many seconds or more. */
const PAUSE_BONUS = 1;
const PAUSE = 0.3;
/** Cost of a break inside a clause after a word of at most this many letters, such as "in" or "the". */
const SHORT_WORD_COST = 1;
const SHORT_WORD = 3;

/**
 * Chooses the page breaks of a passage that is too long for one page. Each sentence is kept on one page if
 * possible. Otherwise, pages end at the ends of clauses, and never before a dash or closing punctuation if
 * there is another way. Pages have about equal lengths.
 *
 * @param lastEnds for each group, the end of the longest page that begins with it. The end of a page is the
 * index of the group after its last group.
 * @returns the ends of the pages.
 */
export function choosePageEnds(groups: readonly WordGroup[], lastEnds: readonly number[]): number[] {
  const fillOf = measureFill(groups, lastEnds);
  const costs: number[] = [];
  const ends: number[] = [];
  costs[groups.length] = 0;
  for (let from = groups.length - 1; from >= 0; from--) {
    let best = Infinity;
    for (let end = from + 1; end <= (lastEnds[from] ?? end); end++) {
      const cost =
        PAGE_COST +
        FILL_COST * fillOf(from, end) ** 2 +
        (lengthOf(groups, from, end) < FLASH ? FLASH_COST : 0) +
        costOfBreak(groups, end) +
        (costs[end] ?? 0);
      if (cost <= best) [best, ends[from]] = [cost, end];
    }
    costs[from] = best;
  }
  const chosen: number[] = [];
  for (let end = ends[0]; end !== undefined; end = ends[end]) chosen.push(end);
  return chosen;
}

/** Returns a function that estimates how full a page is, 0 to 1, by its number of letters. */
function measureFill(
  groups: readonly WordGroup[],
  lastEnds: readonly number[],
): (from: number, end: number) => number {
  let sum = 0;
  const sums = [
    0,
    ...groups.map((group) => (sum += group.reduce((all, { text }) => all + text.length + 1, 0))),
  ];
  const lettersOf = (from: number, end: number): number => (sums[end] ?? 0) - (sums[from] ?? 0);
  const most = lastEnds.reduce((max, end, from) => Math.max(max, lettersOf(from, end)), 1);
  return (from, end) => lettersOf(from, end) / most;
}

/** Returns for how long a page is visible, in seconds. */
function lengthOf(groups: readonly WordGroup[], from: number, end: number): number {
  return (groups[end - 1]?.at(-1)?.to ?? 0) - (groups[from]?.[0]?.from ?? 0);
}

/** Returns the cost of a page break before a group. */
function costOfBreak(groups: readonly WordGroup[], index: number): number {
  const [before, after] = [groups[index - 1]?.at(-1), groups[index]?.[0]];
  if (!before || !after) return 0;
  const pause = Math.min(1, Math.max(0, (after.from - before.to) / PAUSE));
  const isAfterShortWord = after.breakBefore === 'word' && before.text.length <= SHORT_WORD;
  return BREAK_COSTS[after.breakBefore] - pause * PAUSE_BONUS + (isAfterShortWord ? SHORT_WORD_COST : 0);
}
