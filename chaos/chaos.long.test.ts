import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findPostgres } from './installation/postgres-server.ts';
import { formatResult } from './report.ts';
import { runChaos } from './run-chaos.ts';

const SEED = 22;
/** The shorter run finds what the longer one finds, only less often. */
const MINUTES = { shared: 2, embedded: 1 };

// Both runs wait most of the time: for faults, for leases, for the sweep after dead processes.
it.concurrent.each([
  {
    name: 'workers on several machines',
    ...({ database: 'postgres', storage: 's3' } as const),
    minutes: MINUTES.shared,
    isMissing: findPostgres() === undefined,
  },
  {
    name: 'one server',
    ...({ database: 'embedded', storage: 'disk' } as const),
    minutes: MINUTES.embedded,
    isMissing: false,
  },
])('$name lose nothing under faults', async ({ database, storage, minutes, isMissing }) => {
  if (isMissing) {
    console.log('SKIPPED: PostgreSQL is not on this machine.');
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), 'kinora-chaos-'));
  const result = await runChaos({
    minutes,
    seed: SEED,
    database,
    storage,
    folder,
    settle: 6,
    kinora: join(import.meta.dirname, '..'),
    report: () => undefined,
    signal: new AbortController().signal,
  });
  expect(result.problems, `${formatResult(result)}\nLogs: ${folder}`).toEqual([]);
  await rm(folder, { recursive: true });
});
