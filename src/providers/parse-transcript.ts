import { z } from 'zod';
import {
  distributeWords,
  normalizeWords,
  type RecognizedWord,
} from '../render/transcribe/normalize-words.ts';
import type { Transcript } from '../render/transcribe/transcript.ts';
import { restorePunctuation } from '../render/transcribe/restore-punctuation.ts';
import { createProviderFailure } from './transcription-errors.ts';

/** A time in seconds. Some services send a time as a string, and some send words without times. */
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
const VerboseJson = z.object({
  text: z.string().nullish(),
  language: z.string().nullish(),
  words: z.array(Word).nullish(),
  segments: z.array(Segment).nullish(),
});
type VerboseJson = z.infer<typeof VerboseJson>;

/**
 * Parses a response in the format `verbose_json`. Uses the times of the words. If the response has no such
 * times, spreads the words of each segment over the time of the segment.
 *
 * @param json the body of the response.
 * @param durationSeconds duration of the sound.
 * @throws {KinoraError} `transcription_failed` if the format is wrong, times are missing, or all times are
 *   after the end of the sound.
 */
export function parseTranscript(json: unknown, durationSeconds: number): Transcript {
  const { data } = VerboseJson.safeParse(json);
  if (!data) throw createProviderFailure('answered with JSON that is not a transcript');
  const parsedWords = parseWords(data);
  const words = normalizeWords(parsedWords, durationSeconds);
  if (parsedWords.length > 0 && words.length === 0)
    throw createProviderFailure('returned times after the end of the sound');
  return { words, ...(typeof data.language === 'string' && { language: data.language }) };
}

function parseWords({ text, words, segments }: VerboseJson): RecognizedWord[] {
  const parts = segments ?? [];
  const whole = text ?? parts.map((segment) => segment.text).join(' ');
  const timed = words?.length ? words : parts.flatMap((segment) => segment.words ?? []);
  if (timed.length > 0) return restorePunctuation(toSingleWords(timed), whole);
  if (parts.length > 0)
    return parts.flatMap(({ text: spoken, start, end }) =>
      distributeWords(spoken, start, Math.max(start, end)),
    );
  if (whole.trim() === '') return [];
  throw createProviderFailure(
    'returned no times. Use a model that supports "verbose_json" with words or segments',
  );
}

/** Splits entries into single words and fills in missing times from their neighbours. */
function toSingleWords(words: readonly z.infer<typeof Word>[]): RecognizedWord[] {
  let last = 0;
  return words.flatMap(({ word, start, end }, index) => {
    const from = start ?? last;
    last = Math.max(from, end ?? words[index + 1]?.start ?? from);
    const text = word.trim();
    if (/\s/.test(text)) return distributeWords(text, from, last);
    return text === '' ? [] : [{ text, from, to: last }];
  });
}
