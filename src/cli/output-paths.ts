import { extname, join, parse, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { KinoraError } from '../base/errors.ts';
import { mapFiles, nameRenderFiles, type Output, type RenderFiles, listSources } from '../edit/index.ts';
import type { LoadedEdit } from './load-edit.ts';

const OR_LIST = new Intl.ListFormat('en', { type: 'disjunction' });

/**
 * Checks the name of the picture that a frame is written to.
 *
 * @param out as it was written, relative to `cwd`.
 * @param extensions what it may end in, such as `.mp4`.
 * @throws {KinoraError} `validation_failed`.
 */
export function checkExtension(out: string, extensions: readonly string[]): void {
  if (extensions.includes(extname(out).toLowerCase())) return;
  const message = `${out} must end in ${OR_LIST.format(extensions)}, which says what to write; other formats are made by "kinora render".`;
  throw new KinoraError('validation_failed', message);
}

/**
 * Checks that the name of the file to write ends as its format does.
 *
 * @param out as it was written, relative to the working folder.
 * @throws {KinoraError} `validation_failed`.
 */
export function checkFormat(out: string, format: Output['format']): void {
  const extensions = format === 'jpg' ? ['.jpg', '.jpeg'] : [`.${format}`];
  if (extensions.includes(extname(out).toLowerCase())) return;
  const message = `${out} must end in ${OR_LIST.format(extensions)}, because output.format of the edit is "${format}".`;
  throw new KinoraError('validation_failed', message);
}

/**
 * The absolute paths of the files that a render writes: its output, and beside it the stills that the edit asks for.
 *
 * @param out the output.
 * @throws {KinoraError} `validation_failed` when one is the edit or one of its sources.
 */
export function resolveOutputPaths(out: string, cwd: string, loaded: LoadedEdit): RenderFiles<string> {
  const { dir, name, ext } = parse(out);
  const names = nameRenderFiles(loaded.edit.output, join(dir, name), ext);
  return mapFiles(names, (file) => resolveOutputPath(file, cwd, loaded));
}

/**
 * The absolute path of the file to write.
 *
 * @throws {KinoraError} `validation_failed` when it is the edit or one of its sources.
 */
export function resolveOutputPath(out: string, cwd: string, { edit, file, folder }: LoadedEdit): string {
  const path = resolve(cwd, out);
  const sources = listSources(edit).map(({ url }) => localPathOf(url, folder));
  if (path === file)
    throw new KinoraError('validation_failed', `${out} is the edit itself; write to another file.`);
  if (sources.includes(path)) {
    throw new KinoraError(
      'validation_failed',
      `${out} is one of the edit's own sources; write to another file.`,
    );
  }
  return path;
}

function localPathOf(url: string, folder: string): string | undefined {
  const parsed = URL.parse(url);
  if (!parsed) return resolve(folder, url);
  return parsed.protocol === 'file:' ? fileURLToPath(parsed) : undefined;
}
