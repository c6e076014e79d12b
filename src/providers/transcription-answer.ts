import { z } from 'zod';
import { sharedOut, tidyWords, type ToldWord } from '../render/transcribe/tidy-words.ts';
import type { Transcript } from '../render/transcribe/transcript.ts';
import { writtenWords } from '../render/transcribe/written-words.ts';
import { serviceFailure } from './failed-answer.ts';

/** Servers differ: what is not needed may be missing, words without a time of their own do occur, and numbers in strings. */
const Second = z.union([
  z.number(),
  z
    .string()
    .regex(/^\d{1,9}(\.\d+)?$/)
    .transform(Number),
]);
const Time = Second.nullish();
const Word = z.object({ word: z.string(), start: Time, end: Time });
const Segment = z.object({
  text: z.string(),
  start: Second,
  end: Second,
  words: z.array(Word).nullish(),
});
const Answer = z.object({
  text: z.string().nullish(),
  language: z.string().nullish(),
  words: z.array(Word).nullish(),
  segments: z.array(Segment).nullish(),
});
type Answer = z.infer<typeof Answer>;

/**
 * The transcript in an answer of the form `verbose_json`: by the times of its words, else by those of its segments, shared out among
 * their words.
 *
 * @param answer JSON.
 * @param lasts seconds of the sound.
 * @throws {KinoraError} `transcription_failed` when it is not of that form, or tells no times, or those of another sound.
 */
export function transcriptIn(answer: unknown, lasts: number): Transcript {
  const { data } = Answer.safeParse(answer);
  if (!data) throw serviceFailure('answered with JSON that is no transcript');
  const told = wordsIn(data);
  const words = tidyWords(told, lasts);
  if (told.length > 0 && words.length === 0)
    throw serviceFailure('told times that lie after the end of the sound');
  return { words, ...(typeof data.language === 'string' && { language: data.language }) };
}

function wordsIn({ text, words, segments }: Answer): ToldWord[] {
  const parts = segments ?? [];
  const whole = text ?? parts.map((segment) => segment.text).join(' ');
  const timed = words?.length ? words : parts.flatMap((segment) => segment.words ?? []);
  if (timed.length > 0) return writtenWords(single(timed), whole);
  if (parts.length > 0)
    return parts.flatMap(({ text: said, start, end }) => sharedOut(said, start, Math.max(start, end)));
  if (whole.trim() === '') return [];
  throw serviceFailure(
    'told no times; captions need a model that answers "verbose_json" with words or segments',
  );
}

/** Words one by one, each with a time: a missing one is that of its neighbour. */
function single(words: readonly z.infer<typeof Word>[]): ToldWord[] {
  let last = 0;
  return words.flatMap(({ word, start, end }, index) => {
    const from = start ?? last;
    last = Math.max(from, end ?? words[index + 1]?.start ?? from);
    const text = word.trim();
    if (/\s/.test(text)) return sharedOut(text, from, last);
    return text === '' ? [] : [{ text, from, to: last }];
  });
}
