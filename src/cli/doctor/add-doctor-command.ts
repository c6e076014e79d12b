import { type Command, CommanderError } from 'commander';
import { showInLine } from '../../base/text/show-controls.ts';
import type { Finding } from '../../operations/finding.ts';
import type { CommandDependencies } from '../command-dependencies.ts';
import { formatJson } from '../format-json.ts';
import { pluralize } from '../pluralize.ts';
import type { Terminal } from '../terminal.ts';

const HELP = `
It stores a small file and removes it, and changes nothing else. Run it as the user of the server, with its
settings. The exit code is 0 if there are only warnings, and 1 if there is an error.`;

/** Adds `kinora doctor`, which checks a deployment. */
export function addDoctorCommand(
  kinora: Command,
  { terminal, examine, stopSignal }: CommandDependencies,
): void {
  kinora
    .command('doctor')
    .description('check this installation: say what is wrong and what to do')
    .option('--encode', 'render a short video, too', false)
    .option('--json', 'print JSON', false)
    .addHelpText('after', HELP)
    .action(async ({ encode, json }: { encode: boolean; json: boolean }) => {
      const findings = examine({ encode, signal: stopSignal() });
      if (await printFindings(findings, json, terminal)) return;
      throw new CommanderError(1, 'kinora.doctor', 'An error was found.');
    });
}

const STATE_WIDTH = 'warning'.length + 2;
const ABOUT_WIDTH = 'addresses'.length + 2;
const INDENT = ' '.repeat(STATE_WIDTH + ABOUT_WIDTH);

/**
 * Prints findings as they come, or all of them as JSON.
 *
 * @returns false if one of them is an error.
 */
async function printFindings(
  findings: AsyncIterable<Finding>,
  asJson: boolean,
  { stdout }: Pick<Terminal, 'stdout'>,
): Promise<boolean> {
  const all: Finding[] = [];
  for await (const finding of findings) {
    all.push(finding);
    if (!asJson) stdout.write(formatFinding(finding));
  }
  stdout.write(asJson ? formatJson(all) : `\n${summarize(all)}\n`);
  return all.every(({ state }) => state !== 'error');
}

function formatFinding({ about, state, found, advice }: Finding): string {
  const line = state.padEnd(STATE_WIDTH) + about.padEnd(ABOUT_WIDTH) + showInLine(found);
  return `${line}\n${advice === undefined ? '' : `${INDENT}${advice}\n`}`;
}

function summarize(findings: readonly Finding[]): string {
  const count = (wanted: Finding['state']): string =>
    pluralize(findings.filter(({ state }) => state === wanted).length, wanted);
  return `${count('error')}, ${count('warning')}.`;
}
