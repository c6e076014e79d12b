import { z } from 'zod';
import { mustBe } from '../problems/messages.ts';
import { AliasReference, defineObject, field } from './fields.ts';
import { listOf } from './list.ts';

/** Maximum number of voices that a sound names. */
const MAX_VOICES = 1000;

export const Duck = defineObject('Duck', 'Lowers a sound while voices are heard.', {
  under: field(
    z.union(
      [AliasReference, listOf(AliasReference).min(1).max(MAX_VOICES)],
      mustBe('"alias://NAME" or a list of such references'),
    ),
    'Voices under which the sound goes down: "alias://NAME", or a list of such references. Default: all clips with sound that do not go down themselves.',
  ),
  by: field(z.number().min(0).max(60), 'Decibels by which the sound goes down, 0 to 60.', 12),
});

export const DuckField = field(
  Duck,
  'Lowers the sound while other clips are heard. {} lowers it by 12 dB under all voices.',
);

/** Lowers a sound while voices are heard. */
export type Duck = z.infer<typeof Duck>;
