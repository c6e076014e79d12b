import { basename, extname, join, parse, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { KinoraError } from '../base/errors.ts';
import {
  type EditFiles,
  formatExtensionOf,
  listFiles,
  listOutputs,
  listSources,
  mapFiles,
  nameOutput,
  nameRenderFiles,
  type Output,
  type ParsedEdit,
} from '../edit/index.ts';

/** An edit, and the place that its paths start from. */
export interface PlacedEdit {
  readonly parsed: ParsedEdit;
  /** The absolute path of the edit's file. Undefined if the edit comes from elsewhere. */
  readonly file: string | undefined;
  /** The folder that relative paths of sources start from. */
  readonly folder: string;
}

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
function checkFormat(out: string, format: Output['format'], name: string): void {
  const extensions = format === 'jpg' ? ['.jpg', '.jpeg'] : [formatExtensionOf(format)];
  if (extensions.includes(extname(out).toLowerCase())) return;
  const message = `${out} must end in ${OR_LIST.format(extensions)}, because ${name}.format of the edit is "${format}".`;
  throw new KinoraError('validation_failed', message);
}

/**
 * Returns the absolute paths of the files that a render writes: each output, and the requested stills beside it.
 *
 * @param out paths of the outputs, relative to `cwd`, in the order of the edit.
 * @param howToName how the caller names several files, as a sentence for an error.
 * @throws {KinoraError} `validation_failed` if there are more or fewer than the edit has outputs, if an extension
 *   does not fit, or if one of these files is the edit itself, one of the edit's sources or another output.
 */
export function resolveOutputPaths(
  out: readonly string[],
  cwd: string,
  loaded: PlacedEdit,
  howToName = 'For several, repeat -o.',
): EditFiles {
  const { edit } = loaded.parsed;
  const outputs = listOutputs(edit);
  if (out.length !== outputs.length) {
    const has = outputs.length === 1 ? 'one output' : `${outputs.length} outputs`;
    const named = out.length === 1 ? 'one file' : `${out.length} files`;
    const message = `The edit has ${has}, but ${named} to write. Name one for each output, in the order of the edit. ${howToName}`;
    throw new KinoraError('validation_failed', message);
  }
  const [first, ...others] = outputs.map(({ output }, index) => {
    const path = out[index] ?? '';
    checkFormat(path, output.format, nameOutput(edit, index));
    const { dir, name, ext } = parse(path);
    return mapFiles(nameRenderFiles(output, join(dir, name), ext), (file) =>
      resolveOutputPath(file, cwd, loaded),
    );
  });
  if (!first) throw new Error('An edit has an output.');
  checkDifferent([first, ...others].flatMap(listFiles));
  return { ...first, ...(edit.others && { others }) };
}

function checkDifferent(paths: readonly string[]): void {
  const twice = paths.find((path, index) => paths.indexOf(path) !== index);
  if (twice === undefined) return;
  const message = `${basename(twice)} would be written for two outputs. Choose different names for them.`;
  throw new KinoraError('validation_failed', message);
}

/**
 * Returns the absolute path of an output file.
 *
 * @param out path of the file, relative to `cwd`.
 * @throws {KinoraError} `validation_failed` if the file is the edit or one of the edit's sources.
 */
export function resolveOutputPath(out: string, cwd: string, { parsed, file, folder }: PlacedEdit): string {
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
