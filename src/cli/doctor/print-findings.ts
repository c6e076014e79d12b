import { showInLine } from '../../base/text/show-controls.ts';
import type { Terminal } from '../terminal.ts';
import type { Finding } from '../../operations/finding.ts';

const STATE_WIDTH = 'warning'.length + 2;
const ABOUT_WIDTH = 'addresses'.length + 2;
const INDENT = ' '.repeat(STATE_WIDTH + ABOUT_WIDTH);

/**
 * Prints findings as they come, or all of them as JSON.
 *
 * @returns false if one of them is an error.
 */
export async function printFindings(
  findings: AsyncIterable<Finding>,
  asJson: boolean,
  { stdout }: Pick<Terminal, 'stdout'>,
): Promise<boolean> {
  const all: Finding[] = [];
  for await (const finding of findings) {
    all.push(finding);
    if (!asJson) stdout.write(formatFinding(finding));
  }
  if (asJson) stdout.write(`${JSON.stringify(all, null, 2)}\n`);
  else stdout.write(`\n${summarize(all)}\n`);
  return all.every(({ state }) => state !== 'error');
}

function formatFinding({ about, state, found, advice }: Finding): string {
  const line = state.padEnd(STATE_WIDTH) + about.padEnd(ABOUT_WIDTH) + showInLine(found);
  return `${line}\n${advice === undefined ? '' : `${INDENT}${advice}\n`}`;
}

function summarize(findings: readonly Finding[]): string {
  const count = (wanted: Finding['state'], word: string): string => {
    const number = findings.filter(({ state }) => state === wanted).length;
    return `${number} ${word}${number === 1 ? '' : 's'}`;
  };
  return `${count('error', 'error')}, ${count('warning', 'warning')}.`;
}
