import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { PackedEdit } from '../../../edit/index.ts';
import { callerOf } from '../access/authentication.ts';
import { readTexts } from '../request/read-request.ts';
import type { ServerParts } from '../server-parts.ts';
import { readEditText } from './read-edit-text.ts';

const error = 'must be the place of an output in "outputs", from 0, for example 1';

/** The query parameter that selects one of several outputs. */
export const outputQuery = z.object({
  output: z
    .preprocess((text) => (/^\d{1,9}$/.test(String(text)) ? Number(text) : NaN), z.int({ error }).min(0))
    .optional()
    .describe('The place of the output in "outputs" of the edit, from 0. Default: the first output.'),
});

/**
 * Reads the edit in the body of a request, reduced to what the inspection of one of its outputs needs.
 *
 * @param needed the seconds whose pictures count, `pictures` for all of the timeline, `sound` for what is heard alone, or
 *   `all`.
 */
export async function readOutput(
  request: FastifyRequest,
  parts: Pick<ServerParts, 'dialect' | 'database'>,
  needed: readonly number[] | 'pictures' | 'sound' | 'all',
): Promise<PackedEdit> {
  const { check } = request.server;
  const { owner } = callerOf(request);
  const { text, dialect } = await readEditText(request, parts);
  const output = String(readTexts(outputQuery, request.query).output ?? 0);
  if (needed === 'all') return check(owner, 'readWhole', text, dialect, output);
  if (needed === 'sound') return check(owner, 'readSound', text, dialect, output);
  const moments = JSON.stringify(needed === 'pictures' ? null : needed);
  return check(owner, 'readMoments', text, dialect, moments, output);
}
