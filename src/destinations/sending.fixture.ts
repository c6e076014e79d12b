import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { openOutbound } from '../outbound/index.ts';
import type { SentFile } from './destination.ts';
import type { Patience } from './exchange.ts';

/** The patience of tests with servers that answer in the end. */
export const IMPATIENT: Patience = { wait: 5000, slowest: 1e9, tries: 3, pause: 5 };

/** The patience of tests with servers that never do. */
export const HURRIED: Patience = { ...IMPATIENT, wait: 100, tries: 2 };

/** A way out that may reach this machine. */
export const OUTBOUND = openOutbound({ allowHosts: ['127.0.0.1'], connectTimeout: 2000 });

/** For providers whose credentials stay as they are. */
export const noRenewal = (): Promise<never> => Promise.reject(new Error('Nothing is to be renewed here.'));

/** A file of random bytes, and how many of its streams are still open. */
export interface TestFile extends SentFile {
  readonly content: Buffer;
  readonly opened: Readable[];
}

/** A file in memory, which comes in uneven pieces. */
export function testFile(bytes: number, ending = '.mp4', type = 'video/mp4'): TestFile {
  const content = randomBytes(bytes);
  const opened: Readable[] = [];
  return {
    name: 'render-1',
    ending,
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

/** The whole body of a request. */
export async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  // A request without an encoding is a stream of buffers.
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
