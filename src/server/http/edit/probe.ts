import type { FastifyInstance } from 'fastify';
import { problemAt } from '../../../edit/index.ts';
import { InvalidRequest } from '../errors.ts';
import type { ServerParts } from '../parts.ts';
import { askerOf } from './asker.ts';

/** Before the URL in the path. */
export const PROBE = '/probe/';

/** `GET /probe/{url}` of the Edit API: what a file on the internet is. */
export function probeRoute(scope: FastifyInstance, { inspection }: ServerParts): void {
  // A slash at the end does not count, so this is also what comes without any URL.
  scope.get('/probe', () => {
    throw new InvalidRequest([problemAt(['url'], 'required', 'is required: the address of a file')]);
  });
  // Not a parameter, which ends at a slash: many clients forget to encode those of the URL.
  scope.get(`${PROBE}*`, async (request, reply) => {
    const url = mediaUrl(request.raw.url ?? '');
    const metadata = await inspection.probe(url, askerOf(request, reply));
    // In lower case, unlike all others (contract 3.3).
    return { success: true, message: 'ok', response: { metadata } };
  });
}

/**
 * The URL that a request asks about. As it should be it is one percent-encoded segment, and a query after it is not its own;
 * as many clients send it, it stands there as it is with its query, perhaps with a slash missing.
 *
 * @param address path and query of the request, as they were sent.
 * @throws {InvalidRequest} when it is no http or https URL.
 */
export function mediaUrl(address: string): string {
  const rest = address.slice(address.indexOf(PROBE) + PROBE.length);
  const text = /^https?:\/[^?]/i.test(rest) ? rest : decoded(rest.split('?', 1)[0] ?? '');
  const url = URL.parse(text.replace(/^(https?:)\/+/i, '$1//'));
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.href;
  throw new InvalidRequest([
    problemAt(
      ['url'],
      'wrong_form',
      'must be an http or https URL, percent-encoded as one segment of the path',
    ),
  ]);
}

/** The framework has refused what cannot be decoded. Some clients encode twice. */
function decoded(segment: string): string {
  const once = decodeURIComponent(segment);
  return /^https?%3A/i.test(once) ? decodeURIComponent(once) : once;
}
