import type { FastifyRequest } from 'fastify';
import { shownUrl } from '../../base/shown-url.ts';
import { mediaUrl, PROBE } from './edit/probe.ts';

/** What the log says of a request: nothing that may hold a secret, such as the query or the signature of a URL in the path. */
export function loggedRequest({ method, url, host, ip, socket }: FastifyRequest): object {
  return { method, url: shownAddress(url), host, remoteAddress: ip, remotePort: socket.remotePort };
}

function shownAddress(address: string): string {
  const start = address.indexOf(PROBE);
  const [path = ''] = address.split('?', 1);
  if (start === -1 || start > path.length) return path;
  return address.slice(0, start + PROBE.length) + shownMedia(address);
}

function shownMedia(address: string): string {
  try {
    return shownUrl(mediaUrl(address));
  } catch {
    // What is no URL may be anything, and the answer says what is wrong with it.
    return '...';
  }
}
