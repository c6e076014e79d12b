import { basename } from 'node:path';
import { formatWarnings } from './diagnostics.ts';
import { loadEdit } from './load-edit.ts';
import { createProgressDisplay } from './progress-display.ts';
import type { RenderCommandDependencies } from './render-command.ts';
import { checkExtension, resolveOutputPath } from './output-paths.ts';
import { writeAtomically } from './write-atomically.ts';

const IMAGE_EXTENSIONS = ['.png', '.jpg', '.jpeg'];

/**
 * `kinora frame`: writes one frame of an edit as a picture, and warns of what is hardly meant.
 *
 * @param file the edit, or `-` for standard input.
 * @param at the second on the timeline, from 0, as it was written: 3.2 is taken for exactly 16/5.
 * @param out where to write, relative to the working folder; its ending, `.png` or `.jpg`, says which kind of picture.
 * @throws {KinoraError} When the edit is wrong or cannot be rendered; `out` is untouched then.
 */
export async function frameCommand(
  file: string,
  at: number,
  out: string,
  dependencies: RenderCommandDependencies,
): Promise<void> {
  const { terminal, engine, signal } = dependencies;
  checkExtension(out, IMAGE_EXTENSIONS);
  const loaded = await loadEdit(file, terminal);
  const { edit, folder } = loaded;
  const target = resolveOutputPath(out, terminal.cwd, loaded);
  const progress = createProgressDisplay(terminal.stderr);
  try {
    const warnings = await writeAtomically({ output: target }, (temporary) =>
      engine.frame(edit, at, temporary.output, { folder, signal, onProgress: progress.report }),
    );
    progress.end();
    for (const line of formatWarnings(loaded.document, warnings)) terminal.stderr.write(`${line}\n`);
  } finally {
    progress.end();
  }
  terminal.stdout.write(`${basename(target)}: the frame at ${at} s\n`);
}
