import type { FastifyInstance } from 'fastify';

/** Headers of every response. They keep browsers from guessing types, and from sending addresses to others. */
export const SAFE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const;

/** The policy of JSON that a browser shows as a document: it loads nothing and is in no frame. */
export const JSON_POLICY = "default-src 'none'; frame-ancestors 'none'";

/**
 * Creates the policy of a page: it loads only what the rules allow, and is in no frame unless a rule allows it.
 */
export function createPagePolicy(...rules: readonly string[]): string {
  const ends = ["base-uri 'none'", "form-action 'none'"];
  const isFramed = rules.some((rule) => rule.startsWith('frame-ancestors '));
  return ["default-src 'none'", ...rules, ...ends, ...(isFramed ? [] : ["frame-ancestors 'none'"])].join(
    '; ',
  );
}

/**
 * Adds headers to all responses that limit what a browser does with them. Pages are cut off from the windows of
 * others. JSON gets a policy. If it is the answer to a request with a key, it is stored nowhere. Routes may set these
 * headers themselves.
 */
export function sendSafeHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(SAFE_HEADERS);
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const type = String(reply.getHeader('content-type'));
    // Pages only: a browser refuses to open a file in a sandbox that has this header.
    if (type.startsWith('text/html')) reply.header('cross-origin-opener-policy', 'same-origin');
    // A stream is a hosted file, which has its own headers.
    if (typeof payload === 'string' && type.includes('json')) {
      if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', JSON_POLICY);
      const hasKey = request.headers['x-api-key'] !== undefined;
      if (hasKey && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    }
    done(null, payload);
  });
}
