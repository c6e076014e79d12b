import { z } from 'zod';
import { KEY_SCOPES } from '../../../store/schema.ts';
import { mustBeText, oneOf, OUT_OF_RANGE } from '../request/read-request.ts';

const MAX_NAME_LENGTH = 100;
const NAME = mustBeText(
  `a string of 1 to ${MAX_NAME_LENGTH} characters that distinguishes the key from others`,
);

/** The name of a key. */
export const KeyName = z
  .string(NAME)
  .min(1, NAME)
  .max(MAX_NAME_LENGTH, NAME)
  .refine((name) => name.trim() !== '', { ...NAME, ...OUT_OF_RANGE })
  .refine((name) => !/\p{Control}/u.test(name), {
    error: 'must not contain control characters, such as line breaks',
  });

/** The scope of a key. */
export const Scope = z
  .enum(KEY_SCOPES, oneOf(KEY_SCOPES))
  .describe(
    'What the key may be used for. full: everything. render: rendering, frames, sheets, waveforms, layers, dry runs, uploads and reading. read: reading, which is every GET request except those about keys.',
  );

/** The body of a request for a key. */
export const KeyBody = z
  .strictObject({
    name: KeyName.describe(
      `A name that distinguishes the key from others, 1 to ${MAX_NAME_LENGTH} characters.`,
    ),
    scope: Scope.default('full'),
  })
  .meta({ id: 'NewApiKey', description: 'A key to create.' });
