import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const LOOPBACK_ADDRESS = /^(?:::ffff:)?127\.|^::1$/;
const LOOPBACK_HOST = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i;
/** Headers that proxies and browsers add. A request with one of them may come from somewhere else. */
const FOREIGN_HEADERS = [
  ...['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'],
  ...['cf-connecting-ip', 'true-client-ip', 'origin', 'referer'],
];

/** True if a request brings the right token. */
export function hasToken({ headers }: Pick<IncomingMessage, 'headers'>, token: string): boolean {
  const given = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  // Digests have one length, so that the time of the comparison reveals nothing.
  return timingSafeEqual(digest(given), digest(token));
}

/**
 * True if a request comes from a program on this machine, not through a proxy on it. A proxy need not say that
 * it is one, so a server with a public address asks for a token instead.
 */
export function isFromThisMachine({
  headers,
  socket,
}: Pick<IncomingMessage, 'headers'> & {
  readonly socket: { readonly remoteAddress?: string | undefined };
}): boolean {
  return (
    LOOPBACK_ADDRESS.test(socket.remoteAddress ?? '') &&
    LOOPBACK_HOST.test(headers.host ?? '') &&
    FOREIGN_HEADERS.every((name) => headers[name] === undefined)
  );
}

/** True if the host of a URL is this machine itself. */
export function isLocalUrl(url: string): boolean {
  return LOOPBACK_HOST.test(new URL(url).host);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
