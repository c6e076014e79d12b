/**
 * The place between a word and the word before it:
 * - `sentence`: a sentence begins with the word.
 * - `clause`: a part of a sentence begins with the word, for example after a comma.
 * - `word`: the word stands in the middle of a clause.
 * - `dialogue`: the words of another speaker begin, with a dash.
 * - `glued`: the word belongs to the word before it, like a dash or a closing bracket. Neither a page nor a
 *   line should begin with it.
 */
export type WordBreak = 'sentence' | 'clause' | 'word' | 'dialogue' | 'glued';

/** A word as it is written in the subtitles. */
interface WrittenWord {
  readonly text: string;
  /** True if a space separates this word from the word before it. */
  readonly hasSpaceBefore: boolean;
}

/** Quotes of all languages close somewhere: “English”, „Deutsch“, »dansk«, ”svenska”. */
const CLOSING_SIGNS = String.raw`["'\p{Pf}\p{Pi}\p{Pe}\s]*$`;
const SENTENCE_SIGNS = String.raw`[.!?\u2026\u3002\uff01\uff1f\uff0e\u061f\u06d4\u0964]`;
const CLAUSE_SIGNS = String.raw`[,;:\u3001\uff0c\uff1b\uff1a\u060c\u061b]`;
const DASHES = String.raw`[-\u2010-\u2015]+`;

const SENTENCE_END = new RegExp(SENTENCE_SIGNS + CLOSING_SIGNS, 'u');
const CLAUSE_END = new RegExp(`(${CLAUSE_SIGNS}|[\u2013\u2014]|\\s${DASHES})${CLOSING_SIGNS}`, 'u');
/** Matches an end after which a sentence may continue: “Why?” she asked. Well ... maybe. */
const OPEN_END = /(\u2026|\.\.|[.!?]["'\p{Pf}\p{Pi}\p{Pe}]+)\s*$/u;
const DASH = new RegExp(`^${DASHES}$`, 'u');
const DASH_FIRST = new RegExp(`^${DASHES}(?!\\p{N})`, 'u');
const CLOSING_SIGN_FIRST = new RegExp(
  String.raw`^(${SENTENCE_SIGNS}(?!\p{N})|${CLAUSE_SIGNS}|%|\p{Pe}|\p{Pf}(?![\p{L}\p{N}]))`,
  'u',
);
const OPENING_SIGNS = /^[\p{Ps}\p{Pi}\u00bf\u00a1]+$/u;
const SMALL_LETTER_FIRST = /^[^\p{L}\p{N}]*\p{Ll}/u;
const DIGIT_FIRST = /^\s*\p{N}/u;

/** Matches a period that does not end a sentence: Dr. Smith, J. R. R. Tolkien, the U.S. Army. */
const ABBREVIATION =
  /(^|[^\p{L}\p{N}.])(Mr|Mrs|Ms|Mx|Dr|Prof|Jr|Sr|St|Mt|Gen|Col|Capt|Lt|Sgt|Rev|Gov|Sen|Rep|Pres|vs|approx|ca|e\.g|i\.e|z\.B|d\.h|u\.a|bzw|Hr|Fr|Mme|Mlle|Sra|Srta|[A-HJ-Z\u00c0-\u00de]|(\p{Lu}\.)+\p{Lu})\.$/u;
/** Matches a period that does not end a sentence if a small letter follows: at 5 p.m. on Monday. */
const SMALL_ABBREVIATION = /(^|[^\p{L}\p{N}.])(\p{Ll}\.)+\p{Ll}\.$/u;
/** Matches a period that does not end a sentence if a number follows: No. 5. */
const COUNTING_ABBREVIATION = /(^|[^\p{L}\p{N}.])(No|Nr|Fig|Vol|Ch|Art|Abs|pp?|n)\.$/u;

/**
 * Returns the place before each of the words, in their order. A sentence begins with the first word, unless it
 * has the dash of a speaker.
 */
export function findWordBreaks(words: readonly WrittenWord[]): WordBreak[] {
  const breaks: WordBreak[] = [];
  for (const index of words.keys()) breaks.push(breakBefore(words, index, breaks));
  return breaks;
}

/** True if a text consists of dashes. */
export function isDash(text: string): boolean {
  return DASH.test(text);
}

/** True if a text has no letter and no digit, like a dash. It is not spoken. */
export function isUnspoken(text: string): boolean {
  return !/[\p{L}\p{N}\p{S}]/u.test(text);
}

function breakBefore(words: readonly WrittenWord[], index: number, known: readonly WordBreak[]): WordBreak {
  const text = words[index]?.text ?? '';
  const before = words[index - 1];
  if (!before) return DASH_FIRST.test(text) ? 'dialogue' : 'sentence';
  const followsOpening = OPENING_SIGNS.test(before.text);
  if (followsOpening || (known[index - 1] === 'dialogue' && DASH.test(before.text))) return 'glued';
  const end = endBefore(words, index);
  if (CLOSING_SIGN_FIRST.test(text)) return 'glued';
  if (!DASH_FIRST.test(text)) return end;
  return end === 'sentence' ? 'dialogue' : 'glued';
}

/** Returns the largest part of the text that ends before a word. */
function endBefore(words: readonly WrittenWord[], index: number): 'sentence' | 'clause' | 'word' {
  // A sentence may end with several signs that stand alone: « Pourquoi ? »
  const before = textOf(words.slice(Math.max(0, index - 3), index));
  if (!SENTENCE_END.test(before)) return CLAUSE_END.test(before) ? 'clause' : 'word';
  const after = textOf(words.slice(index, index + 2));
  if (SMALL_LETTER_FIRST.test(after)) {
    if (SMALL_ABBREVIATION.test(before)) return 'word';
    if (OPEN_END.test(before)) return 'clause';
  }
  if (DIGIT_FIRST.test(after) && COUNTING_ABBREVIATION.test(before)) return 'word';
  return ABBREVIATION.test(before) ? 'word' : 'sentence';
}

function textOf(words: readonly WrittenWord[]): string {
  return words
    .map(({ text, hasSpaceBefore }, index) => (index > 0 && hasSpaceBefore ? ` ${text}` : text))
    .join('');
}
