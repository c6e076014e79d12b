import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { openOutbound } from '../outbound/index.ts';
import type { FileToSend } from './destination-adapter.ts';
import type { ExchangePolicy } from './destination-exchange.ts';

/** The policy for servers that respond after a few attempts. */
export const FAST_POLICY: ExchangePolicy = {
  timeoutMs: 5000,
  minBytesPerSecond: 1e9,
  attempts: 3,
  firstPauseMs: 5,
  maxPauseMs: 1000,
};

/** The policy for servers that never respond. */
export const SHORT_TIMEOUT_POLICY: ExchangePolicy = { ...FAST_POLICY, timeoutMs: 100, attempts: 2 };

/** A guard that may reach this machine. */
export const LOCAL_OUTBOUND = openOutbound({ allowHosts: ['127.0.0.1'], connectTimeoutMs: 2000 });

/** The `renewCredentials` of providers that never renew credentials. */
export const rejectRenewal = (): Promise<never> =>
  Promise.reject(new Error('This provider renews no credentials.'));

/** A file of random bytes, with all streams that were opened for it. */
export interface TestFile extends FileToSend {
  readonly content: Buffer;
  readonly opened: Readable[];
}

/** Creates a file in memory. Its streams yield chunks of 70,001 bytes, which do not align with parts. */
export function createTestFile(bytes: number, suffix = '.mp4', type = 'video/mp4'): TestFile {
  const content = randomBytes(bytes);
  const opened: Readable[] = [];
  return {
    name: 'render-1',
    suffix,
    bytes,
    type,
    content,
    opened,
    open(from = 0) {
      const stream = Readable.from(pieces(content, from), { objectMode: false });
      opened.push(stream);
      return Promise.resolve(stream);
    },
  };
}

function* pieces(content: Buffer, from: number): Generator<Buffer> {
  for (let at = from; at < content.length; at += 70_001) yield content.subarray(at, at + 70_001);
}

/** Reads the whole body of a request. */
export async function readRequestBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  // A request without an encoding yields buffers.
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
