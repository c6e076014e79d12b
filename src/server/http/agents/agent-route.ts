import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Compute } from '../../../agents/compute/computations.ts';
import { KinoraError } from '../../../base/errors.ts';
import { callerOf, type FindCaller, identifyCaller, requireScope } from '../access/authentication.ts';
import type { RateLimit } from '../access/rate-limits.ts';
import { requireBody } from '../request/json-body.ts';
import type { PublicUrlParts } from '../request/public-url.ts';
import type { ServerParts } from '../server-parts.ts';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * True if the page that sends a request belongs to whoever runs this server: a page at its public address, or one of
 * the machine of the browser. The address of the request does not count, because a name of another site can be made to
 * lead to this machine.
 *
 * @param origin the header `Origin`.
 */
function isPageOfOwner(origin: string, { publicUrl, isPublicUrlSet }: PublicUrlParts): boolean {
  const page = URL.parse(origin);
  if (page === null) return false;
  if (isPublicUrlSet && page.origin === new URL(publicUrl()).origin) return true;
  return LOOPBACK.includes(page.hostname);
}

/** The address of the tools for agents. */
const AGENT_PATH = '/mcp';
const NO_KEY = 'The API key is missing. Send it in the header x-api-key, or as "Authorization: Bearer KEY".';
/** Maximum size of a message in bytes. */
const MAX_MESSAGE_BYTES = 4 * 2 ** 20;
/** The headers that say by which address a client has reached this server. */
const ADDRESS_HEADERS = ['host', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];

/** The headers that the protocol reads. */
const PROTOCOL_HEADERS = [
  'accept',
  'content-type',
  'mcp-protocol-version',
  'mcp-session-id',
  'last-event-id',
];

const FOREIGN_PAGE =
  'Pages of other sites may not use the tools for agents. Call /mcp from a program, or from a page at the address in KINORA_URL.';

/** The dependencies of the route beside the parts of the server. */
interface AgentAccess {
  readonly findCaller: FindCaller;
  readonly limit: RateLimit | undefined;
}

/**
 * Adds `POST /mcp`, the tools for agents by the Model Context Protocol (streamable HTTP). It is not in the OpenAPI
 * document, because the protocol describes itself.
 */
export async function agentRoute(
  app: FastifyInstance,
  parts: ServerParts,
  { findCaller, limit }: AgentAccess,
): Promise<void> {
  await app.register((scope, _options, done) => {
    scope.decorateRequest('caller', null);
    scope.addHook('onRequest', async (request, reply) => {
      // The protocol demands this.
      const { origin } = request.headers;
      if (origin !== undefined && !isPageOfOwner(origin, parts))
        throw new KinoraError('insufficient_scope', FOREIGN_PAGE);
      // Clients of this protocol often send a key in this way only.
      const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
      if (bearer !== undefined) request.headers['x-api-key'] ??= bearer;
      if (request.headers['x-api-key'] === undefined) throw new KinoraError('unauthorized', NO_KEY);
      await identifyCaller(findCaller, request, reply, undefined, parts);
    });
    if (limit !== undefined) scope.addHook('onRequest', limit);
    const closing = new AbortController();
    // A call that waits for a render would delay the shutdown.
    scope.addHook('preClose', (closed) => {
      closing.abort();
      closed();
    });
    scope.post(
      AGENT_PATH,
      // The calls that the tools make have scopes of their own.
      { bodyLimit: MAX_MESSAGE_BYTES, config: { scope: 'read' } },
      async (request, reply) => {
        const closed = new AbortController();
        reply.raw.once('close', () => closed.abort());
        const { owner, stage, scope: own } = callerOf(request);
        // The computations of agents are among the checks. The compiler cannot compare the two generic types.
        const compute = app.check.bind(undefined, owner) as Compute;
        const response = await parts.answerAgent({
          request: toWebRequest(request),
          ...(await compute('readMessages', requireBody(request).text)),
          owner,
          version: stage,
          key: String(request.headers['x-api-key']),
          compute,
          requireScope: (needed) => requireScope(own, needed),
          fetch: sendInside(app, request),
          signal: AbortSignal.any([closed.signal, closing.signal]),
        });
        return reply.header('cache-control', 'no-store').send(response);
      },
    );
    done();
  });
}

function toWebRequest({ method, headers }: FastifyRequest): Request {
  return new Request(`http://kinora.invalid${AGENT_PATH}`, {
    method,
    headers: selectHeaders(headers, PROTOCOL_HEADERS),
  });
}

function selectHeaders(headers: FastifyRequest['headers'], names: readonly string[]): [string, string][] {
  return names.flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value] as [string, string]] : [];
  });
}

/**
 * Creates a `fetch` that sends requests to the routes of this server, as if the sender of `outer` had sent them. So
 * keys, scopes, limits and addresses are the same for tools as for requests.
 */
function sendInside(app: FastifyInstance, outer: FastifyRequest): typeof fetch {
  const address = Object.fromEntries(selectHeaders(outer.headers, ADDRESS_HEADERS));
  return async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const { remoteAddress } = outer.raw.socket;
    const response = await app.inject({
      // Every method of the client is one of an injected request.
      method: request.method as 'GET',
      url: `${pathname}${search}`,
      headers: { ...Object.fromEntries(request.headers), ...address },
      payload: Buffer.from(await request.arrayBuffer()),
      signal: request.signal,
      ...(remoteAddress !== undefined && { remoteAddress }),
    });
    const { statusCode: status, rawPayload } = response;
    const headers = Object.entries(response.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    );
    return new Response(status === 204 ? null : new Uint8Array(rawPayload), { status, headers });
  };
}
