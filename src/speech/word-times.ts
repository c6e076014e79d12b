import type { TranscribedWord } from '../base/transcribed-word.ts';
import type { SpeechWord } from './speech-text.ts';
import type { WordSpan } from './synthesis.ts';

/** The shortest time in seconds that a word is shown. */
const SHORTEST = 0.02;
/** The shortest time in seconds between two words that is a pause. */
const SHORTEST_PAUSE = 0.08;
/** The share of a word's time that the silent words after it get if there is no pause. */
const SILENT_SHARE = 0.2;

/**
 * Returns the words of a text with their times.
 *
 * - A word that was spoken together with the previous one shares its time, in proportion to the lengths.
 * - Silent words, such as a dash, get the pause after the previous word, or else the last part of its time.
 * - A word lasts until the next one unless there is a pause. Otherwise a caption that marks the spoken word would
 *   flicker for a frame, for example at the closed lips before a "p".
 *
 * @param spans The times of the words that were heard, in the order of the text.
 * @param seconds Length of the sound.
 */
export function timeSpeech(
  words: readonly SpeechWord[],
  spans: readonly (WordSpan | undefined)[],
  seconds: number,
): TranscribedWord[] {
  const times = shareSilence(words, shareSpoken(words, spans), seconds);
  let end = 0;
  return words.map(({ text, joined }, index) => {
    const [start, stop] = times[index] ?? [end, end];
    const from = Math.max(end, start);
    const next = times[index + 1]?.[0] ?? stop;
    const to = Math.max(from + SHORTEST, next - stop < SHORTEST_PAUSE ? next : stop);
    end = to;
    return { text, from, to, ...(joined && { joined: true }) };
  });
}

/** Divides the time of a word among it and the next words that should have been heard but have no time. */
function shareSpoken(
  words: readonly SpeechWord[],
  spans: readonly (WordSpan | undefined)[],
): (WordSpan | undefined)[] {
  const times = [...spans];
  const heard = words.flatMap(({ spoken }, index) => (spoken === '' ? [] : [index]));
  let group: number[] = [];
  for (const [at, index] of heard.entries()) {
    // Words before the first one with a time belong to its group.
    if (spans[index] && group.some((member) => spans[member])) group = [];
    group.push(index);
    const next = heard[at + 1];
    if (next === undefined || spans[next]) share(group, words, spans, times);
  }
  return times;
}

function share(
  group: readonly number[],
  words: readonly SpeechWord[],
  spans: readonly (WordSpan | undefined)[],
  times: (WordSpan | undefined)[],
): void {
  const span = group.map((index) => spans[index]).find((its) => its !== undefined);
  if (!span || group.length === 1) return;
  const lengths = group.map((index) => words[index]?.spoken.length ?? 0);
  divide(span, lengths).forEach((part, at) => {
    times[group[at] ?? 0] = part;
  });
}

/** Gives times to the words without one. */
function shareSilence(
  words: readonly SpeechWord[],
  spans: readonly (WordSpan | undefined)[],
  seconds: number,
): (WordSpan | undefined)[] {
  const times = [...spans];
  for (let index = 0; index < words.length; index += 1) {
    if (times[index]) continue;
    const rest = words.findIndex((_, at) => at > index && times[at] !== undefined);
    const last = rest === -1 ? words.length : rest;
    const count = last - index;
    const before = times[index - 1];
    let from = before?.[1] ?? 0;
    const to = times[last]?.[0] ?? seconds;
    if (before && to - from < count * SHORTEST) {
      from = before[1] - (before[1] - before[0]) * SILENT_SHARE;
      times[index - 1] = [before[0], from];
    }
    divide([from, Math.max(from, to)], new Array<number>(count).fill(1)).forEach((part, at) => {
      times[index + at] = part;
    });
    index = last;
  }
  return times;
}

/** Divides a time in proportion to weights. */
function divide([from, to]: WordSpan, weights: readonly number[]): WordSpan[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let before = 0;
  return weights.map((weight) => {
    const start = from + ((to - from) * before) / total;
    before += weight;
    return [start, from + ((to - from) * before) / total];
  });
}
