import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { codeOf } from '../base/code-of.ts';
import { KinoraError } from '../base/errors.ts';
import { decodeText, JsonError, parseJson } from '../base/parse-json.ts';
import { type Edit, MAX_PROBLEMS, parseEdit, type Problem } from '../edit/index.ts';
import { counted, problemLines, type Source } from './findings.ts';
import type { Terminal } from './terminal.ts';

/** An edit of the command line. */
export interface LoadedEdit {
  readonly edit: Edit;
  /** What it was read from. */
  readonly source: Source;
  /** The absolute path of its file; undefined for standard input. */
  readonly file: string | undefined;
  /** The folder that relative sources start from: that of the file, or the working folder for standard input. */
  readonly folder: string;
}

/**
 * Reads an edit from a file, or from standard input when the path is `-`.
 *
 * @throws {KinoraError} `not_found` when there is no such file, `not_json` with the place when it is not JSON, `validation_failed` when it is
 * not an edit; then the message has a line for each problem with its place, and one that counts them.
 */
export async function loadEdit(path: string, terminal: Terminal): Promise<LoadedEdit> {
  const standard = path === '-';
  const file = resolve(terminal.cwd, path);
  const name = standard ? 'The standard input' : path;
  const text = decodeText(standard ? await buffer(terminal.stdin) : await readBytes(file, path), name);
  const source = { name: standard ? '<stdin>' : path, text };
  const parsed = parseEdit(readJson(source));
  if (!parsed.ok) throw wrongEdit(source, parsed.problems);
  const edit = parsed.value;
  return standard
    ? { edit, source, file: undefined, folder: terminal.cwd }
    : { edit, source, file, folder: dirname(file) };
}

function readJson({ name, text }: Source): unknown {
  try {
    return parseJson(text, name);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const message = `${name}:${error.line}:${error.column}: error: ${error.reason}.`;
    throw new KinoraError('not_json', message, { cause: error });
  }
}

function wrongEdit(source: Source, problems: readonly Problem[]): KinoraError {
  const more = problems.length < MAX_PROBLEMS ? '' : '; there may be more';
  const count = `${counted(problems.length, 'error')}${more}.`;
  return new KinoraError('validation_failed', [...problemLines(source, problems), count].join('\n'));
}

async function readBytes(file: string, shown: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new KinoraError('not_found', `${shown} cannot be read: ${reason(error)}.`, { cause: error });
  }
}

function reason(error: unknown): string {
  const code = codeOf(error);
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a folder';
  if (code === 'EACCES') return 'it may not be read';
  return 'the disk answered with an error';
}
