import type { RenderCommandDependencies } from './render-command.ts';

/**
 * `kinora probe`: prints what a media file is, as ffprobe does with `-show_streams -show_chapters -show_format -of json`.
 *
 * @param source a path relative to the working folder, or a URL.
 * @throws {KinoraError} when it cannot be read, or is no media.
 */
export async function probeCommand(
  source: string,
  { terminal, engine, signal }: RenderCommandDependencies,
): Promise<void> {
  const found = await engine.probe(source, { folder: terminal.cwd, signal });
  terminal.stdout.write(`${JSON.stringify(found, null, 4)}\n`);
}
