import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** The arguments of `npm run eyes`. */
export interface EyesArguments {
  /** Names of sheets and of lists of measures. All if empty. */
  readonly names: readonly string[];
  /** Folder for the page and the sheets. */
  readonly output: string;
  /** Folder of the checkout to look at. */
  readonly kinora: string;
  /** Folder of a checkout to compare with: the column "before". */
  readonly beside: string | undefined;
  readonly help: boolean;
}

export const USAGE = `Usage: npm run eyes [-- NAME... [options]]

Draws contact sheets of difficult edits and measures them. Exits with 1 if a limit is exceeded or
something cannot be drawn. A NAME is a sheet or a list of measures; without names, all are made.

Options:
  -o, --output FOLDER  folder of the page and the sheets (default: .eyes)
  --kinora FOLDER      checkout to look at (default: this one)
  --beside FOLDER      checkout to compare with, such as the version before
  -h, --help           shows this text, and the names`;

/**
 * Parses the command line.
 *
 * @param root the folder of this checkout.
 * @throws with a sentence for the user if an option is unknown or has no value.
 */
export function parseArguments(args: readonly string[], root: string): EyesArguments {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      output: { type: 'string', short: 'o' },
      kinora: { type: 'string' },
      beside: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  return {
    names: positionals,
    output: resolve(values.output ?? `${root}/.eyes`),
    kinora: resolve(values.kinora ?? root),
    beside: values.beside === undefined ? undefined : resolve(values.beside),
    help: values.help ?? false,
  };
}

/**
 * Returns the names that are asked for, or all.
 *
 * @throws with the known names if one is unknown.
 */
export function chooseNames(asked: readonly string[], known: readonly string[]): ReadonlySet<string> {
  const unknown = asked.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Error(`Unknown name: ${unknown.join(', ')}. Choose from ${known.join(', ')}.`);
  return new Set(asked.length > 0 ? asked : known);
}
