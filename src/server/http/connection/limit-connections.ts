import { BlockList, isIPv4, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { KinoraError } from '../../../base/errors.ts';
import { addressBlockOf } from '../../../base/counts/key-failures.ts';
import { answerWithoutRequest } from './malformed-request.ts';

/** The named ranges of the setting of trusted proxies, as CIDR blocks. */
const NAMED_RANGES = new Map(
  Object.entries({
    loopback: ['127.0.0.0/8', '::1'],
    linklocal: ['169.254.0.0/16', 'fe80::/10'],
    uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
  }),
);
/** Least number of milliseconds between two lines in the log about refused connections. */
const LOG_PAUSE_MS = 60_000;

/**
 * Limits the number of open connections from each address. Connections from trusted proxies are not limited:
 * behind a proxy, only requests say who sent them, and a proxy limits its own clients.
 *
 * @param max Maximum number of connections.
 * @param proxies The addresses, CIDR blocks and named ranges of the trusted proxies.
 */
export function limitConnections(app: FastifyInstance, max: number, proxies: readonly string[]): void {
  const trusted = createBlockList(proxies);
  const counts = new Map<string, number>();
  let loggedAt = -Infinity;
  app.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress;
    // Undefined if the client has left already.
    if (address === undefined || trusted.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')) return;
    const block = addressBlockOf(address);
    const count = (counts.get(block) ?? 0) + 1;
    counts.set(block, count);
    socket.once('close', () => {
      const left = (counts.get(block) ?? 0) - 1;
      if (left > 0) counts.set(block, left);
      else counts.delete(block);
    });
    if (count <= max) return;
    if (performance.now() - loggedAt > LOG_PAUSE_MS) {
      loggedAt = performance.now();
      app.log.warn({ address: block, max }, 'An address has too many connections. Refusing more of them.');
    }
    const sentence = `This address has ${max} open connections, and may have no more. Close some of them, or use them for several requests.`;
    answerWithoutRequest(socket, new KinoraError('too_many_requests', sentence));
  });
}

function createBlockList(proxies: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of proxies.flatMap((proxy) => NAMED_RANGES.get(proxy) ?? [proxy])) {
    const [address = '', bits] = range.split('/', 2);
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}
