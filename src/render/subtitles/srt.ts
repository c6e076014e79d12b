import { requireCueTimes, isBlank, splitLines, looksLikeTimesLine, isTimesLine } from './cue-lines.ts';
import { readSsaPlacement, stripSrtMarkup } from './markup.ts';
import { SubtitleError } from './subtitle-error.ts';
import type { ParsedCue } from './parsed-cue.ts';

const NUMBER = /^\s*\d+\s*$/;

/**
 * Reads the cues of an SRT file. The numbers of cues may be missing or wrong. A blank line within the text of
 * a cue does not end the text.
 *
 * @throws {SubtitleError} For a line that is neither a number nor times nor the text of a cue, and for
 * invalid times.
 */
export function readSrt(text: string): ParsedCue[] {
  const lines = splitLines(text);
  const starts = lines.flatMap((_, index) => (startsCue(lines, index) ? [index] : []));
  const stray = lines
    .slice(0, starts[0] ?? lines.length)
    .findIndex((line) => !isBlank(line) && !NUMBER.test(line));
  if (stray >= 0) throw new SubtitleError(stray + 1, 'expected the number or the times of a caption');
  return starts.map((start, order) => {
    const next = starts[order + 1];
    const end = next === undefined ? lines.length : endOfCueText(lines, start, next);
    const line = start + 1;
    const body = lines.slice(line, end).join('\n');
    return {
      ...requireCueTimes(lines[start] ?? '', line),
      fragments: [{ text: stripSrtMarkup(body) }],
      placement: readSsaPlacement(body),
    };
  });
}

/**
 * True if a line starts a cue. Valid times always start a cue. A line that only looks like times starts a cue
 * if it is the first line of the file, or follows a number or a blank line.
 */
function startsCue(lines: readonly string[], index: number): boolean {
  const [before, line] = [lines[index - 1], lines[index]];
  if (isBlank(before) || NUMBER.test(before ?? '')) return looksLikeTimesLine(line);
  return isTimesLine(line);
}

/**
 * Returns the line after the text of a cue. A number before the times of the next cue belongs to that cue.
 */
function endOfCueText(lines: readonly string[], start: number, next: number): number {
  const hasNumber = next - 1 > start && NUMBER.test(lines[next - 1] ?? '');
  return hasNumber ? next - 1 : next;
}
