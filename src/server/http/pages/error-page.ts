import { STATUS_CODES } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import type { KinoraError } from '../../../base/errors.ts';
import { STAGES } from '../../../store/schema.ts';
import { type PublicUrlParts, publicUrlOf } from '../request/public-url.ts';
import { sendPage, toHtml } from './page.ts';

/** The types of errors. A client that accepts both equally gets the first. */
const TYPES = ['application/json', 'text/html'];

/** Sends an error as a page. Returns undefined, and sends nothing, if the client wants no page. */
export type SendErrorPage = (
  error: KinoraError,
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply | undefined;

/**
 * Creates the pages that people see in a browser instead of an error body. The APIs always answer with error
 * bodies.
 *
 * @param apis The first path segments of the APIs, without slashes.
 */
export function createErrorPages(parts: PublicUrlParts, apis: readonly string[]): SendErrorPage {
  // At the old address of the Edit API, the stage comes first.
  const bodiesOnly = [...apis, ...STAGES];
  return (error, request, reply) => {
    const [, first = ''] = request.url.split(/[/?]/, 2);
    reply.header('vary', 'accept');
    if (bodiesOnly.includes(first) || !prefersPages(request)) return undefined;
    const url = publicUrlOf(request, parts);
    const heading = STATUS_CODES[error.status] ?? 'Error';
    const content = `<h1>${heading}</h1>
<p>${toHtml(error.message)}</p>
<p class="lead">Go to the <a href="${toHtml(url)}/">start page</a> or to the <a href="${toHtml(url)}/docs">API reference</a>.</p>`;
    return sendPage(reply, { title: `${heading} - Kinora`, publicUrl: url, content });
  };
}

/** True for a browser that opens an address. */
function prefersPages({ method, headers: { accept } }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return new Negotiator({ headers: { accept } }).mediaTypes(TYPES)[0] === 'text/html';
}
