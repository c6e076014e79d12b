import { z } from 'zod';
import { parseRequestBody } from '../request/read-request.ts';
import { createStoredName } from '../request/stored-name.ts';
import { unwrapRequest } from '../response/errors.ts';

/** The body of a request that keeps an edit. */
export const KeptEditBody = z
  .strictObject({
    name: createStoredName('edit'),
    edit: z
      .looseObject({})
      .describe('The edit. It need not be finished: only a render or a dry run checks it.'),
  })
  .meta({ id: 'EditToKeep', description: 'The name and the content of an edit to keep.' });

/**
 * Reads an edit to keep from the body of a request. Returns its text as JSON.
 *
 * @throws {InvalidRequest} with every problem of the name, or if the edit is not an object.
 */
export function readKeptEdit(body: unknown): { readonly name: string; readonly edit: string } {
  const { name, edit } = unwrapRequest(parseRequestBody(KeptEditBody, body));
  return { name, edit: JSON.stringify(edit) };
}
