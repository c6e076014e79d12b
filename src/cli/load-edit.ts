import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { errorCodeOf } from '../base/error-code.ts';
import { KinoraError } from '../base/errors.ts';
import { decodeText, JsonError, parseJson } from '../base/parse-json.ts';
import { type Dialect, findOtherDialect, MAX_PROBLEMS, parseEdit, type Problem } from '../edit/index.ts';
import type { PlacedEdit } from '../render/output-paths.ts';
import { formatProblems, type JsonDocument } from './diagnostics.ts';
import { pluralize } from './pluralize.ts';
import type { Terminal } from './terminal.ts';

/** An edit that was loaded for a command. Its folder is that of its file, or the working folder for standard input. */
interface LoadedEdit extends PlacedEdit {
  /** The text that the edit was parsed from. */
  readonly document: JsonDocument;
}

/**
 * Loads an edit from a file, or from standard input if the path is `-`.
 *
 * @param dialect the dialect that the edit is written in.
 * @throws {KinoraError} `not_found` if the file cannot be read, `not_json` with the position if the text is
 *   not JSON, or `validation_failed` if the JSON is not a valid edit. The message of `validation_failed` has
 *   one line for each problem, which includes the position of the problem, and one line with the number of
 *   problems. Another line names the dialect in which the edit is valid, if there is one.
 */
export async function loadEdit(path: string, dialect: Dialect, terminal: Terminal): Promise<LoadedEdit> {
  const isStandardInput = path === '-';
  const file = resolve(terminal.cwd, path);
  const text = await readInput(path, terminal);
  const document = { name: isStandardInput ? '<stdin>' : path, text };
  const input = readJson(document);
  const read = parseEdit(input, { dialect });
  if (!read.ok) throw createEditError(document, read.problems, findOtherDialect(input, { dialect }));
  const parsed = read.value;
  return isStandardInput
    ? { parsed, document, file: undefined, folder: terminal.cwd }
    : { parsed, document, file, folder: dirname(file) };
}

/**
 * Reads the text of a file, or of standard input if the path is `-`.
 *
 * @throws {KinoraError} `not_found` if the file cannot be read, `not_json` if it is not valid UTF-8.
 */
export async function readInput(path: string, { stdin, cwd }: Terminal): Promise<string> {
  if (path === '-') return decodeText(await buffer(stdin), 'The standard input');
  return decodeText(await readBytes(resolve(cwd, path), path), path);
}

/** Parses the text of a file. @throws {KinoraError} `not_json` with the position. */
export function readJson({ name, text }: JsonDocument): unknown {
  try {
    return parseJson(text, name);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const message = `${name}:${error.line}:${error.column}: error: ${error.reason}.`;
    throw new KinoraError('not_json', message, { cause: error });
  }
}

function createEditError(
  document: JsonDocument,
  problems: readonly Problem[],
  other: Dialect | undefined,
): KinoraError {
  const more = problems.length < MAX_PROBLEMS ? '' : '; there may be more';
  const count = `${pluralize(problems.length, 'error')}${more}.`;
  const lines = [...formatProblems(document, problems), count];
  if (other !== undefined) lines.push(`In the dialect "${other}" the edit is valid: add --dialect ${other}.`);
  return new KinoraError('validation_failed', lines.join('\n'));
}

async function readBytes(file: string, name: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new KinoraError('not_found', `${name} cannot be read: ${readErrorReason(error)}.`, {
      cause: error,
    });
  }
}

function readErrorReason(error: unknown): string {
  const code = errorCodeOf(error);
  if (code === 'ENOENT') return 'the file does not exist';
  if (code === 'EISDIR') return 'it is a folder';
  if (code === 'EACCES') return 'permission was denied';
  return 'the disk reported an error';
}
