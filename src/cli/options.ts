import { parse } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { DIALECTS } from '../edit/dialect.ts';

/**
 * Creates the option `--dialect`.
 *
 * @param edits the edits that the dialect is for, such as `of the edit`.
 */
export function createDialectOption(edits: string): Option {
  const text = `dialect ${edits}: interface (last track on top) or shotstack (first track on top); default: KINORA_DIALECT`;
  return new Option('--dialect <dialect>', text).choices(DIALECTS);
}

/** Creates the option `--stage`. */
export function createStageOption(description: string): Option {
  return new Option('--stage <stage>', description).choices(['v1', 'stage']);
}

/** Parses a number of seconds of an option. */
export function parseSecondsOption(text: string): number {
  if (!/^\d+(\.\d+)?$/.test(text))
    throw new InvalidArgumentError('It must be a number of seconds (0 or more), such as 3.2.');
  return Number(text);
}

/** Creates the parser of a whole number from `min` to `max`. */
export function parseCount(min: number, max: number): (text: string) => number {
  return (text) => {
    const count = /^\d+$/.test(text) ? Number(text) : NaN;
    if (count >= min && count <= max) return count;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}

/** Creates the option that names the file of a result. */
export function createOutputOption(description: string): Option {
  return new Option('-o, --output <file>', description);
}

/** Replaces `--out`, the earlier name of `--output`, in the arguments of a command. */
export function renameFormerFlags(args: readonly string[]): string[] {
  return args.map((argument) => argument.replace(/^--out(?==|$)/, '--output'));
}

/**
 * Returns the output file of a command that needs one. Without one, ends the command with an error that shows
 * the complete command.
 *
 * @param edit path of the edit as the user wrote it, or - for standard input.
 * @param extension the extension of the file in the example, such as `.mp4`.
 */
export function requireOutput(
  command: Command,
  output: string | undefined,
  edit: string,
  extension: string,
): string {
  if (output !== undefined) return output;
  const name = edit === '-' ? 'output' : parse(edit).name;
  return command.error(
    `error: the output file is missing. Name it with -o or --output, such as -o ${name}${extension}`,
  );
}
