import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { codeOf } from '../base/code-of.ts';
import { KinoraError } from '../base/errors.ts';
import { decodeText, parseJson } from '../base/parse-json.ts';
import { type Edit, parseEdit } from '../edit/index.ts';
import type { Terminal } from './terminal.ts';

/** An edit of the command line. */
export interface LoadedEdit {
  readonly edit: Edit;
  /** The absolute path of its file; undefined for standard input. */
  readonly file: string | undefined;
  /** The folder that relative sources start from: that of the file, or the working folder for standard input. */
  readonly folder: string;
}

/**
 * Reads an edit from a file, or from standard input when the path is `-`.
 *
 * @throws {KinoraError} `not_found` when there is no such file, `not_json` when it is not JSON, `validation_failed` when it is
 * not an edit; then the message has one line for each problem.
 */
export async function loadEdit(path: string, terminal: Terminal): Promise<LoadedEdit> {
  const standard = path === '-';
  const file = resolve(terminal.cwd, path);
  const name = standard ? 'The standard input' : path;
  const content = standard ? await buffer(terminal.stdin) : await readBytes(file, path);
  const parsed = parseEdit(parseJson(decodeText(content, name), name));
  if (!parsed.ok) {
    throw new KinoraError('validation_failed', parsed.problems.map(({ message }) => message).join('\n'));
  }
  return standard
    ? { edit: parsed.value, file: undefined, folder: terminal.cwd }
    : { edit: parsed.value, file, folder: dirname(file) };
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
