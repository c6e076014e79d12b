import type { FastifyRequest } from 'fastify';
import { redactUrl } from '../../../base/redact-url.ts';
import { parseMediaUrl, PROBE_PATH } from '../edit/probe-route.ts';

/**
 * Returns the log entry of a request, without possible secrets such as the query or the signature of a URL in
 * the path.
 */
export function toLoggedRequest({ method, url, host, ip, socket }: FastifyRequest): object {
  const isDirect = ip === socket.remoteAddress;
  return {
    method,
    url: redactAddress(url),
    host,
    remoteAddress: ip,
    // Behind a proxy, the port of the client is unknown.
    ...(isDirect && { remotePort: socket.remotePort }),
  };
}

function redactAddress(address: string): string {
  const start = address.indexOf(PROBE_PATH);
  const [path = ''] = address.split('?', 1);
  if (start === -1 || start > path.length) return path;
  return address.slice(0, start + PROBE_PATH.length) + redactMediaUrl(address);
}

function redactMediaUrl(address: string): string {
  try {
    return redactUrl(parseMediaUrl(address));
  } catch {
    // An invalid URL may contain anything. The response explains the problem.
    return '...';
  }
}
