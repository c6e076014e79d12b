import type { SheetSettings } from '../../edit/index.ts';
import { writeEditPicture } from '../frame-command.ts';
import { pluralize } from '../diagnostics.ts';
import type { RenderCommandDependencies } from '../render-command.ts';

/**
 * Runs `kinora sheet`: renders several frames of an edit to one image file and prints their times and warnings.
 *
 * @param file path of the edit, or `-` for standard input.
 * @param settings what the sheet shows. `index`: place of the output in the edit, from 0.
 * @param out path of the image, relative to the working folder. Its extension, `.png` or `.jpg`, selects the
 *   format.
 * @throws {KinoraError} if the edit is not valid or cannot be rendered. In that case, `out` is not changed.
 */
export async function sheetCommand(
  file: string,
  { index, ...settings }: SheetSettings & { readonly index: number },
  out: string,
  dependencies: RenderCommandDependencies,
): Promise<void> {
  const sheet = await writeEditPicture(file, index, out, dependencies, (edit, to, options) =>
    dependencies.engine.sheet(edit, settings, to, options),
  );
  const { file: name, moments } = sheet;
  const line = `${name}: ${pluralize(moments.length, 'frame')} at ${moments.join(', ')} s\n`;
  dependencies.terminal.stdout.write(line);
}
