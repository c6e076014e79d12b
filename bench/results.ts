import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Comparison } from './compare.ts';
import type { IngestCosts } from './ingest.ts';
import type { Scaling } from './scaling.ts';
import type { ServerTimes } from './burst/measure-server.ts';
import type { Fairness } from './fairness/measure-fairness.ts';
import type { PageTimes } from './pages/measure-pages.ts';
import type { Soak } from './soak/measure-soak.ts';

const FILE = join(import.meta.dirname, 'results.json');

/** All measurements, and the machine and versions that they are from. */
export interface Results {
  /** Machine and date of the latest measurement. */
  about: object;
  workloads: Record<string, Comparison>;
  /** The costs of renditions by their names. */
  ingest?: Record<string, IngestCosts>;
  server?: ServerTimes;
  scaling?: Scaling;
  fairness?: Fairness;
  soak?: Soak;
  /** The times of pages that move by their names. */
  pages?: Record<string, PageTimes>;
}

/** Reads the earlier results. Returns empty results if there are none. */
export async function readResults(): Promise<Results> {
  const text = await readFile(FILE, 'utf8').catch(() => '{"workloads":{}}');
  return JSON.parse(text) as Results;
}

/** Writes the results together with the machine and the versions. */
export async function writeResults(results: Results): Promise<void> {
  const output = (command: string, ...args: string[]) =>
    execFileSync(command, args, { encoding: 'utf8' }).split('\n')[0] ?? '';
  const about = {
    date: new Date().toISOString(),
    machine: `${availableParallelism()} cores of ${cpus()[0]?.model ?? '?'}, ${(totalmem() / 1e9).toFixed(0)} GB`,
    commit: output('git', '-C', import.meta.dirname, 'describe', '--always', '--dirty'),
    versions: {
      node: process.version,
      ffmpeg: output('ffmpeg', '-version'),
      melt: output('sh', '-c', 'melt --version 2>&1 || true'),
    },
  };
  await writeFile(FILE, `${JSON.stringify({ ...results, about }, null, 2)}\n`);
}
