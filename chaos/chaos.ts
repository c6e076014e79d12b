/**
 * `npm run chaos`: runs Kinora under faults and power cuts, and checks that no job is lost, doubled or wrong.
 * docs/chaos.md describes it, `npm run chaos -- --help` its options.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHAOS_USAGE, type ChaosArguments, parseChaosArguments } from './arguments.ts';
import { findPostgres } from './installation/postgres-server.ts';
import { formatPower, type PowerResult } from './power/power-report.ts';
import { type PowerOptions, runPowerCuts } from './power/run-power-cuts.ts';
import { formatResult } from './report.ts';
import { runChaos } from './run-chaos.ts';

/** The databases whose power is cut, in this order. */
const DATABASES = ['embedded', 'postgres'] as const;
/** Exit code of a command that was stopped, as in a shell. */
const STOPPED = 130;

const stop = new AbortController();
// Everything is stopped first. The second Ctrl-C ends the process at once.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (stop.signal.aborted) process.exit(STOPPED);
    stop.abort(new Error('Stopped.'));
  });

try {
  process.exitCode = await run();
} catch (error) {
  console.error(error instanceof Error && stop.signal.aborted ? error.message : error);
  process.exitCode = stop.signal.aborted ? STOPPED : 1;
}

/** Runs the command line. Returns the exit code. */
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
  const folder = asked.folder ?? (await mkdtemp(join(tmpdir(), 'kinora-chaos-')));
  await mkdir(folder, { recursive: true });
  const options = { ...asked, folder, report, signal: stop.signal };
  if (minutes > 0) {
    report(`Chaos for ${minutes} minutes: --seed ${seed} --database ${database} --storage ${storage}`);
    report(`Logs: ${join(folder, 'logs')}`);
  }
  const faults = minutes > 0 ? await runChaos(options) : undefined;
  if (faults !== undefined && !asked.json) console.log(formatResult(faults));
  const powerCuts = await cutPower(asked, options);
  if (asked.json) console.log(JSON.stringify({ ...faults, powerCuts }, undefined, 2));
  const problems = [faults, ...powerCuts].flatMap((result) => result?.problems ?? []);
  const isGood = problems.length === 0;
  if (isGood && !asked.keep) await rm(folder, { recursive: true, force: true });
  else report(`The logs and what was wrong are in ${folder}.`);
  return isGood ? 0 : 1;
}

/** Cuts the power with each database that the command line asks for. */
async function cutPower(
  { powerCuts, json }: ChaosArguments,
  options: Omit<PowerOptions, 'cuts'>,
): Promise<PowerResult[]> {
  const results: PowerResult[] = [];
  for (const database of DATABASES) {
    const cuts = powerCuts[database] ?? 0;
    if (cuts === 0) continue;
    options.report(
      `Power cuts: --minutes 0 --power-cuts ${cuts} --seed ${options.seed} --database ${database}`,
    );
    const result = await runPowerCuts({ ...options, cuts, database });
    results.push(result);
    if (!json) console.log(`\n${formatPower(result)}`);
  }
  return results;
}
