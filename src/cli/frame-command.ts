import { basename } from 'node:path';
import { warningLines } from './findings.ts';
import { loadEdit } from './load-edit.ts';
import { displayProgress } from './progress.ts';
import type { RenderParts } from './render-command.ts';
import { checkEnding, targetOf } from './target.ts';
import { writeBeside } from './write-beside.ts';

const PICTURES = ['.png', '.jpg', '.jpeg'];

/**
 * `kinora frame`: writes one frame of an edit as a picture, and warns of what is hardly meant.
 *
 * @param file the edit, or `-` for standard input.
 * @param at the second on the timeline, from 0, as it was written: 3.2 is taken for exactly 16/5.
 * @param out where to write, relative to the working folder; its ending, `.png` or `.jpg`, says which kind of picture.
 * @throws {KinoraError} When the edit is wrong or cannot be rendered; `out` is untouched then.
 */
export async function frameCommand(file: string, at: number, out: string, parts: RenderParts): Promise<void> {
  const { terminal, engine, signal } = parts;
  checkEnding(out, PICTURES);
  const loaded = await loadEdit(file, terminal);
  const { edit, folder } = loaded;
  const target = targetOf(out, terminal.cwd, loaded);
  const progress = displayProgress(terminal.stderr);
  try {
    const warnings = await writeBeside({ output: target }, (temporary) =>
      engine.frame(edit, at, temporary.output, { folder, signal, onProgress: progress.report }),
    );
    progress.end();
    for (const line of warningLines(loaded.source, warnings)) terminal.stderr.write(`${line}\n`);
  } finally {
    progress.end();
  }
  terminal.stdout.write(`${basename(target)}: the frame at ${at} s\n`);
}
