import {
  type Dialect,
  type Edit,
  listClips,
  lengthWithoutMedia,
  listOutputs,
  resolveTimes,
  type EditTimes,
} from '../edit/index.ts';
import { findEditWarnings } from '../render/find-edit-warnings.ts';
import { outputRangeOf } from '../render/resolve/dry-run.ts';
import { describeOutput } from '../render/resolve/output-facts.ts';
import { formatWarnings } from './diagnostics.ts';
import { pluralize } from './pluralize.ts';
import { loadEdit } from './load-edit.ts';
import type { Terminal } from './terminal.ts';

/**
 * Runs `kinora validate`: prints a summary of the output of an edit, and warnings. Reads local fonts and
 * subtitles, which show if the texts fit, and the sizes of local pictures. Opens no network.
 *
 * @param path path of the edit, or `-` for standard input.
 * @param dialect the dialect that the edit is written in.
 * @param signal stops the check.
 * @throws {KinoraError} if the edit is not valid, with a line for each problem.
 */
export async function validateCommand(
  path: string,
  dialect: Dialect,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  const { parsed, document, folder } = await loadEdit(path, dialect, terminal);
  const { edit } = parsed;
  const times = resolveTimes(edit, lengthWithoutMedia);
  const warnings = formatWarnings(document, await findEditWarnings(parsed, { folder, signal }));
  for (const line of warnings) terminal.stderr.write(`${line}\n`);
  const outputs = listOutputs(edit).map((each) => formatOutput(each, times));
  const verdict =
    warnings.length === 0 ? 'is valid' : `is valid, with ${pluralize(warnings.length, 'warning')}`;
  terminal.stdout.write(
    `${document.name} ${verdict}: ${formatTimeline(edit, times)}; ${outputs.join('; ')}\n`,
  );
}

/** Formats the timeline: `2 tracks, 5 clips, 12.5 s`. */
function formatTimeline(edit: Edit, { duration }: EditTimes): string {
  const { tracks } = edit.timeline;
  const clips = listClips(edit).length;
  const length = duration ? `${Number(duration.valueOf().toFixed(3))} s` : 'as long as its media';
  return `${pluralize(tracks.length, 'track')}, ${pluralize(clips, 'clip')}, ${length}`;
}

/**
 * Formats the output: `mp4, 1280x720, 25 frames per second`. Adds the length of the range if the output has a
 * range.
 */
function formatOutput(edit: Edit, times: EditTimes): string {
  const { output } = edit;
  const range = times.duration ? outputRangeOf(edit, times.duration) : null;
  const { format, width, height, fps, duration } = describeOutput(output, range);
  const parts = [
    format,
    width !== undefined && `${width}x${height}`,
    fps !== undefined && `${fps} frames per second`,
    output.range && typeof duration === 'number' && `${Number(duration.toFixed(3))} s of the timeline`,
  ];
  return parts.filter(Boolean).join(', ');
}
