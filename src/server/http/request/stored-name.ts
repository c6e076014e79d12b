import { z } from 'zod';
import { mustBeText } from './read-request.ts';

const MAX_LENGTH = 1000;
const RULE = mustBeText(`a string of 1 to ${MAX_LENGTH} characters`);

/** Creates the schema of the name of something that an account keeps, such as a template. */
export function createStoredName(thing: string) {
  return (
    z
      .string(RULE)
      .min(1, RULE)
      .max(MAX_LENGTH, RULE)
      // PostgreSQL cannot store this character.
      .refine((name) => !name.includes('\0'), { error: 'must not contain the character U+0000' })
      .describe(
        `The name of the ${thing}, 1 to ${MAX_LENGTH} characters. Several ${thing}s may have the same name.`,
      )
  );
}
