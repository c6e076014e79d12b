import { type Edit, lengthWithoutMedia, resolveTimes, type Times, warningsOf } from '../edit/index.ts';
import { shownOf } from '../render/resolve/dry-run.ts';
import { factsOf } from '../render/resolve/output-facts.ts';
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
  terminal.stdout.write(`${source.name} ${verdict}: ${contentOf(edit, times)}; ${outputOf(edit, times)}\n`);
}

/** For example `2 tracks, 5 clips, 12.5 s`. */
function contentOf({ timeline: { tracks } }: Edit, { duration }: Times): string {
  const clips = tracks.reduce((count, track) => count + track.clips.length, 0);
  const length = duration ? `${Number(duration.valueOf().toFixed(3))} s` : 'as long as its media';
  return `${counted(tracks.length, 'track')}, ${counted(clips, 'clip')}, ${length}`;
}

/** For example `mp4, 1280x720, 25 frames a second, 4.5 s`. */
function outputOf(edit: Edit, times: Times): string {
  const { output } = edit;
  const shown = times.duration ? shownOf(edit, times.duration) : null;
  const { format, width, height, fps, duration } = factsOf(output, shown);
  const parts = [
    format,
    width !== undefined && `${width}x${height}`,
    fps !== undefined && `${fps} frames a second`,
    output.range && typeof duration === 'number' && `${Number(duration.toFixed(3))} s of it`,
  ];
  return parts.filter(Boolean).join(', ');
}
