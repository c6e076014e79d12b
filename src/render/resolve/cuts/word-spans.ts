import { earlierOf, laterOf, type Seconds, toSeconds, ZERO } from '../../../base/time.ts';
import type { Words } from '../../../edit/model.ts';
import type { SpokenWord } from '../../media/media.ts';

/** The seconds before and after a word that belong to it if the edit does not say it. */
const DEFAULT_MARGIN = 0.05;
/**
 * Seconds in which a sound fades before and after what is muted or bleeped. They are outside of the word, even if other words
 * follow without a pause.
 */
export const COVER_FADE_SECONDS = 0.008;
/** The lists of words of an edit. */
const WORD_LISTS = ['cut', 'keep', 'mute', 'bleep'] as const;

/** A list of words of an edit: what is done with them. */
export type WordList = (typeof WORD_LISTS)[number];

/** A word or a phrase of an edit that is said. Times are source seconds. */
interface SaidPhrase {
  readonly list: WordList;
  /** The phrase as the edit writes it. */
  readonly phrase: string;
  /** With the margin before it. */
  readonly from: Seconds;
  /** With the margin after it. */
  readonly to: Seconds;
}

/** The words and phrases of an edit that are said, and those that are not. */
export interface FoundWords {
  /** Ordered by their start. */
  readonly said: readonly SaidPhrase[];
  /** The places of those that are never said. */
  readonly missing: readonly { readonly list: WordList; readonly index: number; readonly phrase: string }[];
}

/**
 * Finds the words and phrases of an edit in a speech. Only letters and digits count, without their case. Spaces do not count
 * either, because some scripts have none: a phrase is said where a row of whole words has its letters.
 */
export function findWords(words: readonly SpokenWord[], wanted: Words): FoundWords {
  const spoken = words
    .map((word) => ({ ...word, letters: lettersOf(word.text) }))
    .filter(({ letters }) => letters !== '');
  const margin = toSeconds(wanted.margin ?? DEFAULT_MARGIN);
  const starts = Map.groupBy(spoken.keys(), (index) => spoken[index]?.letters.charAt(0) ?? '');
  const said: SaidPhrase[] = [];
  const missing: FoundWords['missing'][number][] = [];
  for (const list of WORD_LISTS)
    for (const [index, phrase] of (wanted[list] ?? []).entries()) {
      const letters = lettersOf(phrase);
      const found = (starts.get(letters.charAt(0)) ?? []).flatMap((first) => {
        const last = endOfPhrase(spoken, first, letters);
        if (last === undefined) return [];
        const span = spanOf(spoken, first, last, margin);
        return [{ list, phrase, ...(isCovered(list) ? addFades(span, spoken, first, last) : span) }];
      });
      said.push(...found);
      if (found.length === 0) missing.push({ list, index, phrase });
    }
  return { said: said.sort((one, other) => one.from.compare(other.from)), missing };
}

function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
}

/** Returns the index of the last word of a phrase that begins with a word. Undefined if it does not. */
function endOfPhrase(
  spoken: readonly { readonly letters: string }[],
  first: number,
  letters: string,
): number | undefined {
  let left = letters;
  for (let index = first; left !== ''; index++) {
    const word = spoken[index]?.letters;
    if (word === undefined || !left.startsWith(word)) return undefined;
    left = left.slice(word.length);
    if (left === '') return index;
  }
  return undefined;
}

/** Returns the time of some words with a margin that ends in the middle between them and others. */
function spanOf(
  spoken: readonly SpokenWord[],
  first: number,
  last: number,
  margin: Seconds,
): Pick<SaidPhrase, 'from' | 'to'> {
  const [begin, end] = [spoken[first]?.from ?? ZERO, spoken[last]?.to ?? ZERO];
  const [before, after] = [spoken[first - 1]?.to, spoken[last + 1]?.from];
  const from = laterOf(begin.sub(margin), before ? middleOf(earlierOf(before, begin), begin) : ZERO);
  const to = earlierOf(end.add(margin), after ? middleOf(end, laterOf(after, end)) : end.add(margin));
  return { from: laterOf(from, ZERO), to };
}

function isCovered(list: WordList): boolean {
  return list === 'mute' || list === 'bleep';
}

/** Returns a span with room for the fades outside of its words. */
function addFades(
  { from, to }: Pick<SaidPhrase, 'from' | 'to'>,
  spoken: readonly SpokenWord[],
  first: number,
  last: number,
): Pick<SaidPhrase, 'from' | 'to'> {
  const fade = toSeconds(COVER_FADE_SECONDS);
  const [begin, end] = [spoken[first]?.from ?? from, spoken[last]?.to ?? to];
  return { from: laterOf(earlierOf(from, begin.sub(fade)), ZERO), to: laterOf(to, end.add(fade)) };
}

function middleOf(one: Seconds, other: Seconds): Seconds {
  return one.add(other).div(2);
}
