import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { serveFaulty } from '../destinations/faulty.fixture.ts';
import type { FaultyServer } from '../destinations/faulty.fixture.ts';
import type { Patience } from '../destinations/exchange.ts';
import type { S3Place } from './s3-speech.ts';
import type { S3Patience } from './s3-storage.ts';

/** A real server of S3 on this machine, with the bucket `films`. */
export interface S3Server extends FaultyServer {
  /** Where in it a storage may be. */
  readonly place: S3Place;
}

/** Starts one on a folder of its own. */
export async function serveS3(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'kinora-s3-'));
  const real = new S3rver({ directory, silent: true, configureBuckets: [{ name: 'films' }] });
  await real.configureBuckets();
  const server = await serveFaulty(real.callback());
  const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  return {
    ...server,
    place: {
      ...{ ...keys, bucket: 'films', prefix: 'some/where', region: 'us-east-1' },
      ...{ endpoint: server.url, pathStyle: true, redirect: false },
    },
    async close() {
      await server.close();
      await rm(directory, { recursive: true });
    },
  };
}

const SOON: Patience = { wait: 2000, slowest: 1e9, tries: 2, pause: 5 };

/** The patience of tests, and parts so small that a file of 1 MB has several. */
export const HURRY: S3Patience = { partBytes: 300_000, uploads: SOON, answers: SOON };
