import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { startFaultyServer } from '../destinations/faulty-server.fixture.ts';
import type { FaultyServer } from '../destinations/faulty-server.fixture.ts';
import { FAST_POLICY } from '../destinations/sending.fixture.ts';
import { handleMultipartUploads } from './multipart-uploads.fixture.ts';
import type { S3Location } from './s3-connection.ts';
import type { S3StoragePolicy } from './s3-objects.ts';

/** A real S3 server on this machine, with the bucket `films`. */
export interface S3Server extends FaultyServer {
  /** A location for a storage on this server. */
  readonly location: S3Location;
  /** Returns the number of bytes that the server has sent for requests whose `METHOD /path` matches. */
  countSent(match: RegExp): number;
}

/** Starts an S3 server with its own folder. */
export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'kinora-s3-'));
  const real = new S3rver({ directory, silent: true, configureBuckets: [{ name: 'films' }] });
  await real.configureBuckets();
  // This server computes another signature for lists than the SDK.
  const lists = new S3rver({ directory, silent: true, allowMismatchedSignatures: true }).callback();
  const others = real.callback();
  const handleMultipart = handleMultipartUploads(join(directory, 'films'));
  const sent: { readonly line: string; readonly bytes: number }[] = [];
  const server = await startFaultyServer((request, response) => {
    // A connection does one request at a time.
    const { bytesWritten } = request.socket;
    response.once('close', () => {
      sent.push({
        line: `${request.method} ${request.url}`,
        bytes: request.socket.bytesWritten - bytesWritten,
      });
    });
    if (handleMultipart(request, response)) return;
    (request.url?.includes('list-type=2') === true ? lists : others)(request, response);
  });
  return {
    ...server,
    location: {
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      bucket: 'films',
      prefix: 'some/where',
      region: 'us-east-1',
      endpoint: server.url,
      pathStyle: true,
      redirect: false,
    },
    countSent: (match) =>
      sent.filter(({ line }) => match.test(line)).reduce((sum, { bytes }) => sum + bytes, 0),
    async close() {
      await server.close();
      await rm(directory, { recursive: true });
    },
  };
}

const POLICY = { ...FAST_POLICY, timeoutMs: 2000, attempts: 2 };

/** A policy for tests: short waits, and parts of 300 kB. */
export const FAST_S3_POLICY: S3StoragePolicy = { partBytes: 300_000, uploads: POLICY, interactive: POLICY };
