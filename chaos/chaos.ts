/**
 * `npm run chaos`: runs Kinora under faults, and checks that no job is lost, doubled or wrong.
 * docs/testing.md describes it, `npm run chaos -- --help` its options.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHAOS_USAGE, parseChaosArguments } from './arguments.ts';
import { findPostgres } from './installation/postgres-server.ts';
import { formatResult } from './report.ts';
import { runChaos } from './run-chaos.ts';

/** Exit code of a command that was stopped, as in a shell. */
const STOPPED = 130;

const stop = new AbortController();
// Everything is stopped first. The second Ctrl-C ends the process at once.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => stop.abort(new Error('Stopped.')));

try {
  process.exitCode = await run();
} catch (error) {
  console.error(error instanceof Error && stop.signal.aborted ? error.message : error);
  process.exitCode = stop.signal.aborted ? STOPPED : 1;
}

/** Does what the command line asks for. Returns the exit code. */
async function run(): Promise<number> {
  const hasPostgres = findPostgres() !== undefined;
  const asked = parseChaosArguments(process.argv.slice(2), join(import.meta.dirname, '..'), hasPostgres);
  if (asked.help) {
    console.log(CHAOS_USAGE);
    return 0;
  }
  const report = (line: string): void => void process.stderr.write(`${line}\n`);
  if (!hasPostgres) report('PostgreSQL is not installed, so the embedded database is used.');
  const { seed, minutes, database, storage } = asked;
  report(`Chaos for ${minutes} minutes: --seed ${seed} --database ${database} --storage ${storage}`);
  const folder = asked.folder ?? (await mkdtemp(join(tmpdir(), 'kinora-chaos-')));
  await mkdir(folder, { recursive: true });
  report(`Logs: ${join(folder, 'logs')}`);
  const result = await runChaos({ ...asked, folder, report, signal: stop.signal });
  console.log(asked.json ? JSON.stringify(result, undefined, 2) : formatResult(result));
  const isGood = result.problems.length === 0;
  if (isGood && !asked.keep) await rm(folder, { recursive: true, force: true });
  else report(`The logs and what was wrong are in ${folder}.`);
  return isGood ? 0 : 1;
}
