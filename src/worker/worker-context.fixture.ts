import { ENOUGH_SPACE } from '../base/disk/enough-space.fixture.ts';
import { createSecretBox } from '../hosting/secret-box.ts';
import type { Outbound } from '../outbound/index.ts';
import { openDiskRoom } from './disk-room.ts';
import type { WorkerContext } from './worker-context.ts';

/** An outbound client that rejects every request. */
export const UNREACHABLE_OUTBOUND: Outbound = {
  request: () => Promise.reject(new Error('This test must not send anything.')),
  close: () => Promise.resolve(),
};

/** The limits of ingested files in tests. */
export const TEST_INGEST = {
  ingestLimits: { maxBytes: 100_000_000, maxSeconds: 43_200, maxPixels: 16_384 },
  uploadMs: 3_600_000,
};

/** The parts of a worker context for tests that do not use the network. */
export const OFFLINE_CONTEXT: Pick<
  WorkerContext,
  | 'disk'
  | 'room'
  | 'outbound'
  | 'help'
  | 'fetch'
  | 'inspectSource'
  | 'convert'
  | 'transcribe'
  | 'generated'
  | 'ingest'
  | 'destinations'
  | 'seal'
  | 'dialect'
> = {
  disk: ENOUGH_SPACE,
  room: openDiskRoom(ENOUGH_SPACE),
  outbound: UNREACHABLE_OUTBOUND,
  help: () => Promise.reject(new Error('This test must not help.')),
  fetch: () => Promise.reject(new Error('This test must not fetch anything.')),
  inspectSource: () => Promise.reject(new Error('This test must not inspect anything.')),
  convert: () => Promise.reject(new Error('This test must not convert anything.')),
  transcribe: () => Promise.reject(new Error('This test must not transcribe anything.')),
  generated: {
    obtain: () => Promise.reject(new Error('This test must not generate anything.')),
    find: () => Promise.resolve(undefined),
    findOrMake: () => Promise.resolve(undefined),
  },
  ingest: TEST_INGEST,
  destinations: {},
  dialect: 'interface',
  seal: createSecretBox(Buffer.alloc(32)),
};
