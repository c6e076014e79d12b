/**
 * `npm run eyes [-- NAME...]`: draws contact sheets of difficult edits, prints measures beside their limits,
 * and writes both to a page. docs/testing.md describes it, `npm run eyes -- --help` its options.
 */
import { join } from 'node:path';
import { formatTable } from '../bench/table.ts';
import { chooseNames, parseArguments, USAGE } from './arguments.ts';
import { listMeasures } from './list-measures.ts';
import { look } from './look.ts';
import { judge, listRows } from './result.ts';
import { SHEETS } from './sheets/index.ts';

/** Exit code of a command that was stopped, as in a shell. */
const STOPPED = 130;

const root = join(import.meta.dirname, '..');
const stop = new AbortController();
// Everything is removed first. The second Ctrl-C ends the process at once.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => stop.abort(new Error('Stopped.')));

try {
  process.exitCode = await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = stop.signal.aborted ? STOPPED : 1;
}

/** Runs the command line. Returns the exit code. */
async function run(): Promise<number> {
  const asked = parseArguments(process.argv.slice(2), root);
  const lists = await listMeasures();
  const known = [...lists.keys(), ...SHEETS.map(({ name }) => name)];
  if (asked.help) {
    console.log(`${USAGE}\n\nMeasures: ${[...lists.keys()].join(', ')}`);
    console.log(`Sheets: ${SHEETS.map(({ name }) => name).join(', ')}`);
    return 0;
  }
  const names = chooseNames(asked.names, known);
  const measures = [...lists].filter(([name]) => names.has(name));
  const { results, sheets } = await look({
    ...asked,
    measures: measures.flatMap(([list, entries]) => entries.map((measure) => ({ list, measure }))),
    sheets: SHEETS.filter(({ name }) => names.has(name)),
    signal: stop.signal,
    report: (line) => process.stderr.write(`${line}\n`),
  });
  if (results.length > 0) console.log(formatTable(listRows(results)));
  for (const { measure, now } of results)
    if ('failure' in now) console.log(`\n${measure.name}\n  ${now.failure}`);
  for (const { name, failure } of sheets)
    if (failure !== undefined) console.log(`\nThe sheet ${name} could not be drawn:\n  ${failure}`);
  console.log(`\n${join(asked.output, 'index.html')}`);
  const isGood =
    results.every(({ measure, now }) => judge(measure, now) === 'ok') &&
    sheets.every(({ failure }) => failure === undefined);
  return isGood ? 0 : 1;
}
