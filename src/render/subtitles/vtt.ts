import type { Seconds } from '../../base/time.ts';
import {
  requireCueTimes,
  hasArrow,
  isBlank,
  splitLines,
  looksLikeTimesLine,
  isTimesLine,
} from './cue-lines.ts';
import { decodeEntities } from './markup.ts';
import { SubtitleError } from './subtitle-error.ts';
import { parseTimestamp } from './parse-timestamp.ts';
import type { ParsedCue, CueFragment } from './parsed-cue.ts';

/** What is no cue, up to the next blank line. */
const OTHER_BLOCK = /^(NOTE|STYLE|REGION)(\s|$)/;
/** All that is in angle brackets is a tag, also where it does not end. */
const TAG = /<([^>]*)(?:>|$)/;
const BREAK = /^br\s*\/?$/i;
/** Where what stands above other letters begins, and where it is over. */
const RUBY = /^(?:rt(?![^\s.])|\/(?:rt|ruby)\b)/i;
/** A time inside a text: what follows is spoken from then on. */
const TIME = /^[\d:.,]+$/;

/**
 * The cues of a WebVTT file. Settings, regions and styles are passed over.
 *
 * @throws {SubtitleError} for what is neither a cue, nor a comment, a style or a region.
 */
export function readVtt(text: string): ParsedCue[] {
  const lines = splitLines(text);
  const cues: ParsedCue[] = [];
  // After the header.
  let at = afterBlock(lines, 0);
  while (at < lines.length) {
    const line = lines[at];
    if (isBlank(line)) at += 1;
    else if (OTHER_BLOCK.test(line ?? '') && !hasArrow(line)) at = afterBlock(lines, at);
    else {
      const start = looksLikeTimesLine(line) ? at : at + 1;
      if (!looksLikeTimesLine(lines[start]))
        throw new SubtitleError(
          at + 1,
          'there should be the times of a caption, such as 00:01.000 --> 00:02.000',
        );
      const end = afterBlock(lines, start);
      cues.push({
        ...requireCueTimes(lines[start] ?? '', start + 1),
        fragments: fragmentsOf(lines.slice(start + 1, end).join('\n')),
      });
      at = end;
    }
  }
  return cues;
}

/** Where a block ends, and where the times of a cue follow it at once. A line of spaces ends none: it may stand for a line above. */
function afterBlock(lines: readonly string[], from: number): number {
  let end = from + 1;
  while (end < lines.length && lines[end] !== '' && !isTimesLine(lines[end])) end += 1;
  return end;
}

/** The text between tags, in one pass over them; what stands above the letters of another script is left out. */
function fragmentsOf(text: string): CueFragment[] {
  const fragments: CueFragment[] = [];
  let [spoken, hidden] = ['', false];
  let from: Seconds | undefined;
  const finish = (): void => void fragments.push({ text: spoken, ...(from && { from }) });
  for (const [index, part] of text.split(TAG).entries()) {
    if (index % 2 === 0) spoken += hidden ? '' : decodeEntities(part.replaceAll(String.raw`\N`, '\n'));
    else if (BREAK.test(part)) spoken += '\n';
    else if (RUBY.test(part)) hidden = !part.startsWith('/');
    else if (TIME.test(part)) {
      finish();
      [spoken, from] = ['', parseTimestamp(part)];
    }
  }
  finish();
  return fragments;
}
