import { createHash } from 'node:crypto';
import { KinoraError } from '../../base/errors.ts';
import { parseJson } from '../../base/parse-json.ts';
import type { EditJson } from '../backend.ts';
import { shapeOf } from '../tools/picture-size.ts';
import type { GivenEdit } from './computations.ts';

/** Maximum size of an edit of an agent, in characters of its JSON. */
export const MAX_EDIT_CHARACTERS = 4_000_000;

/** The form of an id of a remembered edit. */
export const EDIT_ID = /^e-[0-9a-f]{12}$/;

/**
 * Writes an edit. Its id follows from its content.
 *
 * @param output place of the output whose shape counts.
 */
export function toGivenEdit(json: EditJson, output = 0): GivenEdit {
  const text = writeJson(json);
  const id = `e-${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;
  return { id, text, shape: shapeOf(json, output) };
}

/** Writes an edit as JSON. @throws {KinoraError} `validation_failed` if it is too large or too deep. */
export function writeJson(edit: EditJson): string {
  const text = stringify(edit);
  if (text.length <= MAX_EDIT_CHARACTERS) return text;
  throw createError(
    `The edit has ${text.length} characters, but the tools accept ${MAX_EDIT_CHARACTERS}. Upload files instead of writing them into the edit.`,
  );
}

/** Writes JSON. @throws {KinoraError} `validation_failed` if it has thousands of levels, which exceed the stack. */
export function stringify(json: object): string {
  try {
    return JSON.stringify(json);
  } catch (cause) {
    throw new KinoraError('validation_failed', 'The edit has too many nested levels.', { cause });
  }
}

/** Parses the text of an edit. @throws {KinoraError} if it is no JSON object. */
export function parseEditText(text: string, name: string): EditJson {
  const json = parseJson(text, name);
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw createError(`${name} must be a JSON object with "timeline" and "output".`);
  // An object that JSON was parsed to.
  return json as EditJson;
}

/** Creates the error for wrong arguments. */
export function createError(message: string): KinoraError {
  return new KinoraError('validation_failed', message);
}
