import type { SoundEdges } from './sound-edges.ts';
import type { WordSpan, SpokenForm } from './synthesis.ts';

/** The shortest silence in seconds that is a pause between words. */
const SHORTEST_PAUSE = 0.07;
const ENDS_PART = /[\p{Po}\p{Pd}][\p{Pc}\p{Ps}\p{Pe}\p{Pi}\p{Pf}]*$/u;

/**
 * Estimates the times of words that a synthesiser does not report. The longest silences are the pauses at
 * punctuation. Between two pauses, each word gets a time in proportion to its length.
 */
export function timeBySilence(words: readonly SpokenForm[], edges: SoundEdges): WordSpan[] {
  const range = edges.range() ?? [0, 0];
  const wanted = words.slice(0, -1).filter(({ spoken }) => ENDS_PART.test(spoken)).length;
  const pauses = edges.silences(range, SHORTEST_PAUSE, wanted);
  // Without a pause at each punctuation mark, it is not known which mark has none.
  const isKnown = pauses.length === wanted;
  const spans: WordSpan[] = [];
  let [from, first] = [range[0], 0];
  for (const [index, { spoken }] of words.entries()) {
    const isLast = index === words.length - 1;
    if (!isLast && !(isKnown && ENDS_PART.test(spoken))) continue;
    const pause = isLast ? undefined : pauses.shift();
    spans.push(...divideByLength(words.slice(first, index + 1), [from, pause?.[0] ?? range[1]]));
    from = pause?.[1] ?? range[1];
    first = index + 1;
  }
  return spans;
}

function divideByLength(words: readonly SpokenForm[], [from, to]: WordSpan): WordSpan[] {
  const lengths = words.map(({ spoken }) => spoken.length + 1);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  let before = 0;
  return lengths.map((length) => {
    const start = from + ((to - from) * before) / total;
    before += length;
    return [start, from + ((to - from) * before) / total];
  });
}
