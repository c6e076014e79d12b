import { z } from 'zod';
import { defineObject, field } from '../fields.ts';

const CutSilence = defineObject('CutSilence', 'Cuts the silent parts out of a sound, with their pictures.', {
  threshold: field(
    z.number().min(-90).max(0),
    'Level in dBFS below which the sound counts as silent, -90 to 0. It is the root mean square of the louder channel.',
    -40,
  ),
  minLength: field(
    z.number().min(0.1).max(3600),
    'Seconds that a silence lasts at least to be cut out, 0.1 to 3600.',
    0.5,
  ),
  keep: field(
    z.number().min(0).max(10),
    'Seconds of each silence to keep beside the sound before it and the sound after it, 0 to 10.',
    0.1,
  ),
});

export const CutSilenceField = field(
  CutSilence,
  'Cuts the silent parts of the file out of the clip, sound and picture together. {} cuts out silences of half a second or more.',
);
