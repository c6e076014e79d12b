import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { createProblem } from '../../../edit/index.ts';
import type { ExpectedVersion } from '../../../store/edits/kept-edits.ts';
import { parseEntityTags } from '../files/conditional-request.ts';
import { createHeader, rateLimitedHeaders } from '../openapi/operation.ts';
import { dialectHeader } from '../openapi/parameters.ts';
import { readTexts } from '../request/read-request.ts';
import { InvalidRequest } from '../response/errors.ts';

/** The number of a version of a kept edit. */
export const Version = z.int().min(1);

/** The headers of a response with a version of a kept edit. */
export const versionedHeaders = rateLimitedHeaders.extend({
  etag: createHeader(z.string(), 'etag', 'The version of the edit in quotes, for the header If-Match.'),
});

/** The headers of a request that saves a kept edit. */
export const saveHeaders = dialectHeader.extend({
  'if-match': z
    .string()
    .regex(/^\s*(\*|(W\/)?"[^"]*"(\s*,\s*(W\/)?"[^"]*")*)\s*$/, {
      error: 'must be the version that the change is based on, in quotes, such as "7", or *',
    })
    .optional()
    .describe(
      'The ETag of the version that the change is based on. If another one is the latest by now, nothing is saved, and the answer is 412. Without it, or with *, the change is saved after whatever is there.',
    ),
});

/** Returns the header that has the version of a kept edit as its ETag. */
export function toVersionHeader(version: number): { readonly etag: string } {
  return { etag: `"${version}"` };
}

/**
 * Reads the versions that a save may be based on.
 *
 * @param autosaved an automatic save must say what it is based on, because it may replace the version before.
 * @throws {InvalidRequest} if the header is not valid, or missing where it is needed.
 */
export function readExpectedVersion(request: FastifyRequest, autosaved: boolean): ExpectedVersion {
  const { 'if-match': match } = readTexts(saveHeaders, request.headers);
  if (match !== undefined && match.trim() !== '*')
    return parseEntityTags(match).flatMap((tag) => {
      const digits = /^(?:W\/)?"(?<digits>\d{1,9})"$/.exec(tag)?.groups?.['digits'];
      return digits === undefined ? [] : [Number(digits)];
    });
  if (match === undefined && autosaved) {
    const phrase = 'is required: with autosave=true, say which version the change is based on';
    throw new InvalidRequest([createProblem(['if-match'], 'required', phrase)]);
  }
  return true;
}
