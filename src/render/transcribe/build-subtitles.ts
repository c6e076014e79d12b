import { toSeconds } from '../../base/time.ts';
import type { Cue, SubtitlesMedia } from '../media/media.ts';
import type { TranscribedWord, Transcript } from './transcript.ts';

/** Letters of a cue at the most: two lines, as subtitles have them. */
const MAX_LETTERS = 84;
/** Seconds that a cue lasts at the most. */
const MAX_SECONDS = 6;
/** Seconds without a word after which a new cue begins. */
const PAUSE_SECONDS = 0.7;
/** Seconds that a cue is there at the least, where the next one leaves it so long. */
const MIN_SECONDS = 1;
/** A cue with fewer letters takes the next sentence in as well. */
const MIN_LETTERS = 20;

const SENTENCE_END = /[.!?…。！？]["'”’»)\]]*$/u;
const CLAUSE_END = /[,;:，、；：–—]["'”’»)\]]*$/u;

/** Subtitles of what was said: a sentence each, or parts of about the same length of a long one. In seconds of the source. */
export function buildSubtitles({ words }: Transcript): SubtitlesMedia {
  const cues = mergeShort(splitSentences(words)).flatMap(splitLong);
  return { kind: 'subtitles', cues: cues.map((cue, index) => cueOf(cue, cues[index + 1])) };
}

function splitSentences(words: readonly TranscribedWord[]): TranscribedWord[][] {
  const found: TranscribedWord[][] = [];
  let last: TranscribedWord | undefined;
  for (const word of words) {
    const sentence = found.at(-1);
    const goesOn = sentence && last && !SENTENCE_END.test(last.text) && word.from - last.to < PAUSE_SECONDS;
    if (goesOn) sentence.push(word);
    else found.push([word]);
    last = word;
  }
  return found;
}

/** Joins sentences such as "Yes." with what follows at once: alone they would only flash up. */
function mergeShort(sentences: readonly TranscribedWord[][]): TranscribedWord[][] {
  const merged: TranscribedWord[][] = [];
  for (const sentence of sentences) {
    const before = merged.at(-1);
    const gap = (sentence[0]?.from ?? 0) - (before?.at(-1)?.to ?? 0);
    const isShort = before && textOf(before).length < MIN_LETTERS && gap < PAUSE_SECONDS;
    if (isShort && fits([...before, ...sentence])) before.push(...sentence);
    else merged.push([...sentence]);
  }
  return merged;
}

function fits(words: readonly TranscribedWord[]): boolean {
  return textOf(words).length <= MAX_LETTERS && lengthOf(words) <= MAX_SECONDS;
}

/** A long sentence in as few cues as it takes, each about as long as the others and rather ending where the sentence pauses. */
function splitLong(words: TranscribedWord[]): TranscribedWord[][] {
  if (fits(words) || words.length < 2) return [words];
  const middle = textOf(words).length / 2;
  let best = { at: 1, cost: Infinity };
  for (let at = 1; at < words.length; at++) {
    const off = Math.abs(textOf(words.slice(0, at)).length - middle);
    const cost = CLAUSE_END.test(words[at - 1]?.text ?? '') ? off - middle / 2 : off;
    if (cost < best.cost) best = { at, cost };
  }
  return [words.slice(0, best.at), words.slice(best.at)].flatMap(splitLong);
}

function lengthOf(words: readonly TranscribedWord[]): number {
  return (words.at(-1)?.to ?? 0) - (words[0]?.from ?? 0);
}

function textOf(words: readonly TranscribedWord[]): string {
  return words.reduce(
    (text, word) => (word.joined || text === '' ? text + word.text : `${text} ${word.text}`),
    '',
  );
}

function cueOf(words: readonly TranscribedWord[], next: readonly TranscribedWord[] | undefined): Cue {
  const from = words[0]?.from ?? 0;
  const to = words.at(-1)?.to ?? from;
  const readable = Math.min(from + MIN_SECONDS, next?.[0]?.from ?? Infinity);
  return {
    from: toSeconds(from),
    to: toSeconds(Math.max(to, readable)),
    text: textOf(words),
    words: words.map((word) => ({ text: word.text, from: toSeconds(word.from), to: toSeconds(word.to) })),
  };
}
