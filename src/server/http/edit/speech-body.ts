import type { z } from 'zod';
import { builtInSpeech } from '../../../create/option-schemas.ts';
import { createProblem, jsonTypeOf, type Problem } from '../../../edit/index.ts';
import { Text } from '../../../edit/schema/fields.ts';
import { checkSpeech } from '../../../edit/voices/voices.ts';

/** The body of a request to speak a text: the fields of a `text-to-speech` asset that decide on its sound. */
export const SpeechBody = builtInSpeech(() => Text)
  .omit({ type: true })
  .meta({ id: 'SpokenText', description: 'A text to speak, and its voice.' });

/** Returns the problems of a voice, its language and its style. */
export function findSpeechProblems(speech: z.output<typeof SpeechBody>): Problem[] {
  return checkSpeech(speech).map(({ field, phrase }) =>
    createProblem([field], 'not_allowed', phrase, jsonTypeOf(speech[field])),
  );
}
