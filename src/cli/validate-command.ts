import { type Edit, lengthWithoutMedia, resolveTimes, type Times, warningsOf } from '../edit/index.ts';
import { outputShape } from '../render/resolve/output-shape.ts';
import { counted, warningLines } from './findings.ts';
import { loadEdit } from './load-edit.ts';
import type { Terminal } from './terminal.ts';

/**
 * `kinora validate`: says what an edit makes, and warns of what is hardly meant. Looks at no media.
 *
 * @param path the edit, or `-` for standard input.
 * @throws {KinoraError} When the edit is wrong, with a line for each problem.
 */
export async function validateCommand(path: string, terminal: Terminal): Promise<void> {
  const { edit, source } = await loadEdit(path, terminal);
  const times = resolveTimes(edit, lengthWithoutMedia);
  const warnings = warningLines(source, warningsOf(edit, times));
  for (const line of warnings) terminal.stderr.write(`${line}\n`);
  const verdict =
    warnings.length === 0 ? 'is valid' : `is valid, with ${counted(warnings.length, 'warning')}`;
  terminal.stdout.write(`${source.name} ${verdict}: ${contentOf(edit, times)}; ${outputOf(edit)}\n`);
}

/** For example `2 tracks, 5 clips, 12.5 s`. */
function contentOf({ timeline: { tracks } }: Edit, { duration }: Times): string {
  const clips = tracks.reduce((count, track) => count + track.clips.length, 0);
  const length = duration ? `${Number(duration.valueOf().toFixed(3))} s` : 'as long as its media';
  return `${counted(tracks.length, 'track')}, ${counted(clips, 'clip')}, ${length}`;
}

/** For example `mp4, 1280x720, 25 frames a second`. */
function outputOf({ output }: Edit): string {
  const { width, height, rate } = outputShape(output);
  const picture = `${width}x${height}, ${Number(rate.valueOf().toFixed(3))} frames a second`;
  return output.format === 'mp3' ? output.format : `${output.format}, ${picture}`;
}
