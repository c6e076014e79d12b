import { checkedTimes, hasArrow, isBlank, linesOf, timesIn } from './cue-lines.ts';
import { plainVtt } from './markup.ts';
import { SubtitleError } from './subtitle-error.ts';
import { timestamp } from './timestamp.ts';
import type { ToldCue, ToldPiece } from './told-cue.ts';

/** What is no cue, up to the next blank line. */
const OTHER = /^(NOTE|STYLE|REGION)(\s|$)/;
/** A time inside a text: what follows is spoken from then on. */
const INLINE = /<([\d:.,]+)>/;

/**
 * The cues of a WebVTT file. Settings, regions and styles are passed over.
 *
 * @throws {SubtitleError} for what is neither a cue, nor a comment, a style or a region.
 */
export function readVtt(text: string): ToldCue[] {
  const lines = linesOf(text);
  const cues: ToldCue[] = [];
  // After the header.
  let at = afterBlock(lines, 0);
  while (at < lines.length) {
    const line = lines[at];
    if (isBlank(line)) at += 1;
    else if (OTHER.test(line ?? '') && !hasArrow(line)) at = afterBlock(lines, at);
    else {
      const start = hasArrow(line) ? at : at + 1;
      if (!hasArrow(lines[start]))
        throw new SubtitleError(
          at + 1,
          'there should be the times of a caption, such as 00:01.000 --> 00:02.000',
        );
      const end = afterBlock(lines, start);
      cues.push({
        ...checkedTimes(lines[start] ?? '', start + 1),
        pieces: piecesOf(lines.slice(start + 1, end).join('\n')),
      });
      at = end;
    }
  }
  return cues;
}

/** Where a block ends, and where the times of a cue follow it at once. */
function afterBlock(lines: readonly string[], from: number): number {
  let end = from + 1;
  while (end < lines.length && !isBlank(lines[end]) && timesIn(lines[end]) === undefined) end += 1;
  return end;
}

function piecesOf(text: string): ToldPiece[] {
  const [first = '', ...rest] = text.split(INLINE);
  const pieces: ToldPiece[] = [{ text: plainVtt(first) }];
  for (let index = 0; index < rest.length; index += 2) {
    const from = timestamp(rest[index] ?? '');
    pieces.push({ text: plainVtt(rest[index + 1] ?? ''), ...(from && { from }) });
  }
  return pieces;
}
