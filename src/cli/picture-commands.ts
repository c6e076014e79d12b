import { basename } from 'node:path';
import { KinoraError } from '../base/errors.ts';
import {
  listOutputs,
  type ParsedEdit,
  selectOutput,
  type SheetSettings,
  type Warning,
} from '../edit/index.ts';
import type { RenderParts } from './command-dependencies.ts';
import { formatWarnings } from './diagnostics.ts';
import { pluralize } from './pluralize.ts';
import type { EngineOptions } from '../render/engine.ts';
import { loadEdit } from './load-edit.ts';
import { createProgressDisplay } from './progress-display.ts';
import { checkExtension, resolveOutputPath } from '../render/output-paths.ts';
import { writeAtomically } from '../render/write-atomically.ts';

const IMAGE_EXTENSIONS = ['.png', '.jpg', '.jpeg'];

/**
 * Runs `kinora frame`: renders one frame of an edit to an image file and prints warnings.
 *
 * @param file path of the edit, or `-` for standard input.
 * @param moment `at`: second on the timeline, from 0. The decimal is exact: 3.2 is 16/5. `index`: place of the output
 *   in the edit, from 0.
 * @param out path of the image, relative to the working folder. Its extension, `.png` or `.jpg`, selects the
 *   format.
 * @throws {KinoraError} if the edit is not valid or cannot be rendered. In that case, `out` is not changed.
 */
export async function frameCommand(
  file: string,
  { at, index }: { readonly at: number; readonly index: number },
  out: string,
  dependencies: RenderParts,
): Promise<void> {
  const name = await writeEditPicture(file, index, out, dependencies, async (edit, to, options) => ({
    warnings: await dependencies.engine.frame(edit, at, to, options),
  }));
  dependencies.terminal.stdout.write(`${name.file}: the frame at ${at} s\n`);
}

/**
 * Runs `kinora sheet`: renders several frames of an edit to one image file and prints their times and warnings.
 *
 * @param settings what the sheet shows. `index`: place of the output in the edit, from 0.
 * @throws {KinoraError} as {@link frameCommand}.
 */
export async function sheetCommand(
  file: string,
  { index, ...settings }: SheetSettings & { readonly index: number },
  out: string,
  dependencies: RenderParts,
): Promise<void> {
  const sheet = await writeEditPicture(file, index, out, dependencies, (edit, to, options) =>
    dependencies.engine.sheet(edit, settings, to, options),
  );
  const { file: name, moments } = sheet;
  const line = `${name}: ${pluralize(moments.length, 'frame')} at ${moments.join(', ')} s\n`;
  dependencies.terminal.stdout.write(line);
}

/**
 * Has a picture of an edit drawn to a file and prints warnings.
 *
 * @param file path of the edit, or `-` for standard input.
 * @param index place of the output in the edit, from 0.
 * @param out path of the image, relative to the working folder.
 * @param draw draws the picture of an edit with one output to a path.
 * @returns what `draw` returned, and the name of the file.
 * @throws {KinoraError} if the edit is not valid or cannot be rendered. In that case, `out` is not changed.
 */
async function writeEditPicture<Drawn extends { readonly warnings: readonly Warning[] }>(
  file: string,
  index: number,
  out: string,
  { terminal, dialect, signal }: RenderParts,
  draw: (edit: ParsedEdit, to: string, options: EngineOptions) => Promise<Drawn>,
): Promise<Drawn & { readonly file: string }> {
  checkExtension(out, IMAGE_EXTENSIONS);
  const loaded = await loadEdit(file, dialect, terminal);
  const { parsed, folder } = loaded;
  const edit = selectOutput(parsed.edit, index);
  if (!edit) {
    const message = `--for must be less than ${listOutputs(parsed.edit).length}, the number of outputs of the edit, not ${index}.`;
    throw new KinoraError('validation_failed', message);
  }
  const target = resolveOutputPath(out, terminal.cwd, loaded);
  const progress = createProgressDisplay(terminal);
  try {
    const drawn = await writeAtomically({ output: target }, (temporary) =>
      draw({ ...parsed, edit }, temporary.output, { folder, signal, onProgress: progress.report }),
    );
    progress.end();
    for (const line of formatWarnings(loaded.document, drawn.warnings)) terminal.stderr.write(`${line}\n`);
    return { ...drawn, file: basename(target) };
  } finally {
    progress.end();
  }
}
