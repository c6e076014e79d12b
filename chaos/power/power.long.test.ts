import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DatabaseKind } from '../arguments.ts';
import { findPostgres } from '../installation/postgres-server.ts';
import { formatPower } from './power-report.ts';
import { findPowerCutObstacle } from './prove-method.ts';
import { runPowerCuts } from './run-power-cuts.ts';

const SEED = 39;
/** The third cut of the embedded database hits a new home. */
const CUTS = { embedded: 3, postgres: 2 };

const whyNot = await findReason();
const whyNoPostgres = findPostgres() === undefined ? 'PostgreSQL is not on this machine' : whyNot;

describe('power cuts', () => {
  it.skipIf(whyNot !== undefined)(name('lose nothing of one server', whyNot), () =>
    expectNothingLost('embedded', CUTS.embedded + (whyNoPostgres === undefined ? 0 : CUTS.postgres)),
  );

  it.skipIf(whyNoPostgres !== undefined)(name('lose nothing of a server and a worker', whyNoPostgres), () =>
    expectNothingLost('postgres', CUTS.postgres),
  );
});

async function expectNothingLost(database: DatabaseKind, cuts: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-cuts-'));
  const result = await runPowerCuts({
    seed: SEED,
    database,
    cuts,
    folder,
    kinora: join(import.meta.dirname, '../..'),
    report: () => undefined,
    signal: new AbortController().signal,
  });
  expect(result.problems, `${formatPower(result)}\nLogs and disks: ${folder}`).toEqual([]);
  await rm(folder, { recursive: true });
}

async function findReason(): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-proof-'));
  try {
    return await findPowerCutObstacle(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function name(what: string, reason: string | undefined): string {
  return reason === undefined ? what : `${what} (SKIPPED: ${reason})`;
}
