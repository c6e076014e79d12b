import { z } from 'zod';
import { mustBe } from '../../problems/messages.ts';
import { createAnyRule, field, SourceUrl, Text } from '../fields.ts';
import { listOf } from '../list.ts';

/** Maximum number of words and phrases of a list. */
const MAX_PHRASES = 1000;

const Phrase = Text.max(200).regex(/[\p{L}\p{N}]/u, mustBe('a word or a phrase, such as "um" or "you know"'));
const Phrases = listOf(Phrase).min(1).max(MAX_PHRASES);

const LISTS = ['cut', 'keep', 'mute', 'bleep'] as const;

const Words = z
  .strictObject({
    cut: field(Phrases, 'Words and phrases to cut out of the clip, with their pictures, at most 1000.'),
    keep: field(
      Phrases,
      'Words and phrases to keep, at most 1000. Everything else is cut out of the clip, with its pictures. Not with "cut".',
    ),
    mute: field(Phrases, 'Words and phrases to silence, at most 1000.'),
    bleep: field(Phrases, 'Words and phrases to cover with a tone of 1 kHz at -20 dBFS, at most 1000.'),
    margin: field(
      z.number().min(0).max(0.5),
      'Seconds before and after each word that belong to it, 0 to 0.5. They end in the middle between it and the next word.',
      0.05,
    ),
    transcript: field(
      SourceUrl,
      'URL of a subtitle file (VTT, SRT or TTML) with the words of the file and their times, which count from its start. Default: the words of generated speech are known, and other speech is transcribed.',
    ),
  })
  .refine((words) => LISTS.some((name) => words[name] !== undefined), {
    error: 'needs one of "cut", "keep", "mute" and "bleep": a list of words',
    params: { code: 'required' },
  })
  .meta({
    id: 'Words',
    description:
      'Words of a speech to cut out, keep, mute or bleep. At least one of the four lists is required.',
    allOf: [createAnyRule(...LISTS)],
  });

export const WordsField = field(
  Words,
  'Cuts words of the speech out of the clip, or silences or bleeps them. Upper and lower case and punctuation do not count.',
);

/** Words of a speech to cut out, keep, mute or bleep. */
export type Words = z.infer<typeof Words>;
