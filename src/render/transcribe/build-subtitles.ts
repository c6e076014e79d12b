import { toSeconds } from '../../base/time.ts';
import type { Cue, SubtitlesMedia } from '../media/media.ts';
import type { TranscribedWord } from '../../base/transcribed-word.ts';
import type { Transcript } from './transcript.ts';

/** Maximum characters of a cue: two lines of a usual subtitle. */
const MAX_CHARACTERS = 84;
/** Maximum duration of a cue in seconds. */
const MAX_SECONDS = 6;
/** Seconds without a word after which a new cue begins. */
const PAUSE_SECONDS = 0.7;
/** Minimum duration of a cue in seconds, unless the next cue begins sooner. */
const MIN_SECONDS = 1;
/** A cue with fewer characters is merged with the next sentence. */
const MIN_CHARACTERS = 20;

const SENTENCE_END = /[.!?…。！？]["'”’»)\]]*$/u;
const CLAUSE_END = /[,;:，、；：–—]["'”’»)\]]*$/u;

/** Builds subtitles from a transcript, in source seconds. Each cue is a sentence, or a part of a long one. */
export function buildSubtitles({ words }: Transcript): SubtitlesMedia {
  const cues = mergeShort(splitSentences(words)).flatMap(splitLong);
  return { kind: 'subtitles', cues: cues.map((cue, index) => cueOf(cue, cues[index + 1])) };
}

function splitSentences(words: readonly TranscribedWord[]): TranscribedWord[][] {
  const found: TranscribedWord[][] = [];
  let last: TranscribedWord | undefined;
  for (const word of words) {
    const sentence = found.at(-1);
    const continues =
      sentence && last && !SENTENCE_END.test(last.text) && word.from - last.to < PAUSE_SECONDS;
    if (continues) sentence.push(word);
    else found.push([word]);
    last = word;
  }
  return found;
}

/**
 * Merges a short sentence such as "Yes." with the next sentence, because a cue for the short one would only
 * flash up.
 */
function mergeShort(sentences: readonly TranscribedWord[][]): TranscribedWord[][] {
  const merged: TranscribedWord[][] = [];
  for (const sentence of sentences) {
    const before = merged.at(-1);
    const gap = (sentence[0]?.from ?? 0) - (before?.at(-1)?.to ?? 0);
    const isShort = before && textOf(before).length < MIN_CHARACTERS && gap < PAUSE_SECONDS;
    if (isShort && fits([...before, ...sentence])) before.push(...sentence);
    else merged.push([...sentence]);
  }
  return merged;
}

function fits(words: readonly TranscribedWord[]): boolean {
  return textOf(words).length <= MAX_CHARACTERS && lengthOf(words) <= MAX_SECONDS;
}

/** Splits a long sentence in halves until each part fits. Prefers cuts at the end of a clause. */
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
