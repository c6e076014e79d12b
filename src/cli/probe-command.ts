import type { RenderCommandDependencies } from './render-command.ts';

/**
 * Runs `kinora probe`: prints the properties of a media file in the format of `ffprobe -show_streams
 * -show_chapters -show_format -of json`.
 *
 * @param source path relative to the working folder, or URL.
 * @throws {KinoraError} if the file cannot be read or is not a media file.
 */
export async function probeCommand(
  source: string,
  { terminal, engine, signal }: Omit<RenderCommandDependencies, 'dialect'>,
): Promise<void> {
  const found = await engine.probe(source, { folder: terminal.cwd, signal });
  terminal.stdout.write(`${JSON.stringify(found, null, 4)}\n`);
}
