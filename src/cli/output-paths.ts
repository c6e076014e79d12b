import { extname, join, parse, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { KinoraError } from '../base/errors.ts';
import {
  formatExtensionOf,
  mapFiles,
  nameRenderFiles,
  type Output,
  type RenderFiles,
  listSources,
} from '../edit/index.ts';
import type { LoadedEdit } from './load-edit.ts';

const OR_LIST = new Intl.ListFormat('en', { type: 'disjunction' });

/**
 * Checks the file extension of a frame's image.
 *
 * @param out path as the user wrote it.
 * @param extensions the allowed extensions, such as `.png`.
 * @throws {KinoraError} `validation_failed` if `out` has another extension.
 */
export function checkExtension(out: string, extensions: readonly string[]): void {
  if (extensions.includes(extname(out).toLowerCase())) return;
  const message = `${out} must end in ${OR_LIST.format(extensions)}, which selects the format. For other formats, use "kinora render".`;
  throw new KinoraError('validation_failed', message);
}

/**
 * Checks that the file extension of the output fits its format.
 *
 * @param out path as the user wrote it.
 * @throws {KinoraError} `validation_failed` if the extension does not fit.
 */
export function checkFormat(out: string, format: Output['format']): void {
  const extensions = format === 'jpg' ? ['.jpg', '.jpeg'] : [formatExtensionOf(format)];
  if (extensions.includes(extname(out).toLowerCase())) return;
  const message = `${out} must end in ${OR_LIST.format(extensions)}, because output.format of the edit is "${format}".`;
  throw new KinoraError('validation_failed', message);
}

/**
 * Returns the absolute paths of the files that a render writes: the output, and the requested stills beside
 * it.
 *
 * @param out path of the output, relative to `cwd`.
 * @throws {KinoraError} `validation_failed` if one of these files is the edit itself or one of the edit's
 *   sources.
 */
export function resolveOutputPaths(out: string, cwd: string, loaded: LoadedEdit): RenderFiles<string> {
  const { dir, name, ext } = parse(out);
  const names = nameRenderFiles(loaded.parsed.edit.output, join(dir, name), ext);
  return mapFiles(names, (file) => resolveOutputPath(file, cwd, loaded));
}

/**
 * Returns the absolute path of an output file.
 *
 * @param out path of the file, relative to `cwd`.
 * @throws {KinoraError} `validation_failed` if the file is the edit or one of the edit's sources.
 */
export function resolveOutputPath(out: string, cwd: string, { parsed, file, folder }: LoadedEdit): string {
  const path = resolve(cwd, out);
  const sources = listSources(parsed.edit).map(({ url }) => localPathOf(url, folder));
  if (path === file)
    throw new KinoraError('validation_failed', `${out} is the edit itself. Choose another output file.`);
  if (sources.includes(path)) {
    throw new KinoraError('validation_failed', `${out} is a source of the edit. Choose another output file.`);
  }
  return path;
}

function localPathOf(url: string, folder: string): string | undefined {
  const parsed = URL.parse(url);
  if (!parsed) return resolve(folder, url);
  return parsed.protocol === 'file:' ? fileURLToPath(parsed) : undefined;
}
