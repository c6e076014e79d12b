import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runIn } from '../../src/cli/run.fixture.ts';
import { type CodeBlock, ROOT } from './code-blocks.ts';

/** A command in a document. */
export interface ShellCommand {
  readonly block: CodeBlock;
  /** Page and line. */
  readonly place: string;
  readonly text: string;
}

/** Returns the commands of a piece of code. A command may have several lines. */
export function listCommands(block: CodeBlock): ShellCommand[] {
  const commands: { place: string; text: string }[] = [];
  let open = '';
  let start = 0;
  for (const [index, line] of block.code.split('\n').entries()) {
    if (open === '') start = block.line + index + 1;
    open += `${line}\n`;
    // A backslash or an open quote joins lines. bash itself decides about the rest.
    const isWhole =
      !/[\\|]\n$/.test(open) && (open.replaceAll(/\\'|"[^"']*"/g, '').match(/'/g)?.length ?? 0) % 2 === 0;
    if (!isWhole) continue;
    if (!/^\s*(#|$)/.test(open)) commands.push({ place: `${block.page}:${start}`, text: open.trim() });
    open = '';
  }
  if (open !== '') commands.push({ place: `${block.page}:${start}`, text: open.trim() });
  return commands.map((command) => ({ ...command, block }));
}

/** Returns what bash finds wrong with a piece of code, without running it. */
export function checkSyntax({ code, place }: CodeBlock): string[] {
  const { status, stderr } = spawnSync('bash', ['-n'], { input: code, encoding: 'utf8' });
  return status === 0 ? [] : [`${place}: ${stderr.trim()}`];
}

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>;
};

/** Returns the names in a command that do not exist: scripts of npm, commands and options of Kinora. */
export async function findUnknownNames({ text, place }: ShellCommand): Promise<string[]> {
  const [, script] = /^npm (?:run (?:--silent )?)?([\w:-]+)/.exec(text) ?? [];
  if (script !== undefined && !['install', 'init', 'ci'].includes(script) && !(script in scripts))
    return [`${place}: There is no "npm run ${script}".`];
  const faults = [];
  for (const [, words = ''] of text.matchAll(
    /\b(?:npx )?kinora ((?:[\w.@:/$-]+|'[^']*'|"[^"]*"|\s(?!\s*#))+)/g,
  ))
    if (/\bnpx kinora |^kinora /.test(text)) faults.push(...(await checkCommand(words, place)));
  return faults;
}

const helps = new Map<string, Promise<string>>();

/** Returns the help of a command. */
function helpOf(words: readonly string[]): Promise<string> {
  const name = words.join(' ');
  const help = helps.get(name) ?? runIn(ROOT, [...words, '--help']).then(({ out, err }) => out + err);
  helps.set(name, help);
  return help;
}

async function checkCommand(text: string, place: string): Promise<string[]> {
  const words = text.trim().split(/\s+/);
  const names = words.slice(0, 3).filter((word) => /^[a-z][\w-]*$/.test(word));
  for (let count = names.length; count > 0; count--) {
    const path = names.slice(0, count);
    const help = await helpOf(path);
    if (!help.startsWith(`Usage: kinora ${path.join(' ')} `)) continue;
    // A group of commands does nothing without the name of one.
    if (/^Usage: .*\[command\]/.test(help) && !words[count]?.startsWith('-'))
      return [`${place}: "kinora ${words.join(' ')}" is no command.`];
    const options = words.filter((word) => /^--?[a-z]/.test(word)).map((word) => word.split('=', 1)[0] ?? '');
    return options
      .filter((option) => !new RegExp(`(^|[\\s,])${option}\\b(?!-)`, 'm').test(help))
      .map((option) => `${place}: "kinora ${path.join(' ')}" has no option ${option}.`);
  }
  return [`${place}: "kinora ${words.join(' ')}" is no command.`];
}
