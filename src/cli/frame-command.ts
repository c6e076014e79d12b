import { basename } from 'node:path';
import { KinoraError } from '../base/errors.ts';
import { listOutputs, selectOutput } from '../edit/index.ts';
import { formatWarnings } from './diagnostics.ts';
import { loadEdit } from './load-edit.ts';
import { createProgressDisplay } from './progress-display.ts';
import type { RenderCommandDependencies } from './render-command.ts';
import { checkExtension, resolveOutputPath } from './output-paths.ts';
import { writeAtomically } from './write-atomically.ts';

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
  dependencies: RenderCommandDependencies,
): Promise<void> {
  const { terminal, engine, dialect, signal } = dependencies;
  checkExtension(out, IMAGE_EXTENSIONS);
  const loaded = await loadEdit(file, dialect, terminal);
  const { parsed, folder } = loaded;
  const edit = selectOutput(parsed.edit, index);
  if (!edit) {
    const message = `--for must be less than ${listOutputs(parsed.edit).length}, the number of outputs of the edit, not ${index}.`;
    throw new KinoraError('validation_failed', message);
  }
  const target = resolveOutputPath(out, terminal.cwd, loaded);
  const progress = createProgressDisplay(terminal.stderr);
  try {
    const warnings = await writeAtomically({ output: target }, (temporary) =>
      engine.frame({ ...parsed, edit }, at, temporary.output, {
        folder,
        signal,
        onProgress: progress.report,
      }),
    );
    progress.end();
    for (const line of formatWarnings(loaded.document, warnings)) terminal.stderr.write(`${line}\n`);
  } finally {
    progress.end();
  }
  terminal.stdout.write(`${basename(target)}: the frame at ${at} s\n`);
}
