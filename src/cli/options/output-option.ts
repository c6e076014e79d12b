import { parse } from 'node:path';
import { type Command, Option } from 'commander';

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
