import type { Seconds } from '../../base/time.ts';
import { isRightToLeft } from '../text-layout/break-lines.ts';
import {
  requireCueTimes,
  settingsOf,
  hasArrow,
  isBlank,
  splitLines,
  looksLikeTimesLine,
  isTimesLine,
} from './cue-lines.ts';
import { decodeEntities, readSsaPlacement, stripSsaOverrides } from './markup.ts';
import { SubtitleError } from './subtitle-error.ts';
import { parseTimestamp } from './parse-timestamp.ts';
import type { ParsedCue, CueFragment } from './parsed-cue.ts';
import { readPlacement, readRegion, type VttRegion } from './vtt-placement.ts';

/** The start of a block that is not a cue. Such a block extends to the next blank line. */
const OTHER_BLOCK = /^(NOTE|STYLE|REGION)(\s|$)/;
/** A tag: anything in angle brackets, even if the closing bracket is missing. */
const TAG = /<([^>]*)(?:>|$)/;
const BREAK = /^br\s*\/?$/i;
/** The tags that start or end a ruby annotation. */
const RUBY = /^(?:rt(?![^\s.])|\/(?:rt|ruby)\b)/i;
/** The content of a tag that is a time. The text after the tag is spoken from that time on. */
const TIME = /^[\d:.,]+$/;

/**
 * Reads the cues of a WebVTT file. Styles are ignored.
 *
 * @throws {SubtitleError} For a block that is neither a cue nor a comment, style or region, and for invalid
 * times.
 */
export function readVtt(text: string): ParsedCue[] {
  const lines = splitLines(text);
  const cues: ParsedCue[] = [];
  const regions = new Map<string, VttRegion>();
  // Skip the header.
  let at = afterBlock(lines, 0);
  while (at < lines.length) {
    const line = lines[at];
    if (isBlank(line)) at += 1;
    else if (OTHER_BLOCK.test(line ?? '') && !hasArrow(line)) {
      const end = afterBlock(lines, at);
      if (line?.startsWith('REGION') === true) readRegion(lines.slice(at + 1, end).join(' '), regions);
      at = end;
    } else {
      const start = looksLikeTimesLine(line) ? at : at + 1;
      if (!looksLikeTimesLine(lines[start]))
        throw new SubtitleError(at + 1, 'expected the times of a caption, such as 00:01.000 --> 00:02.000');
      const end = afterBlock(lines, start);
      const times = lines[start] ?? '';
      const settings = settingsOf(times);
      const body = lines.slice(start + 1, end).join('\n');
      const fragments = fragmentsOf(stripSsaOverrides(body));
      const written = fragments.map((fragment) => fragment.text).join('');
      cues.push({
        ...requireCueTimes(times, start + 1),
        fragments,
        // Files that were converted from SRT have its codes in their texts.
        placement: readPlacement(settings, regions, isRightToLeft(written), readSsaPlacement(body)),
      });
      at = end;
    }
  }
  return cues;
}

/**
 * Returns the line after a block. A block ends at an empty line or before the times of a cue. A line of
 * spaces does not end a block, because some files use such a line as the empty first line of a cue.
 */
function afterBlock(lines: readonly string[], from: number): number {
  let end = from + 1;
  while (end < lines.length && lines[end] !== '' && !isTimesLine(lines[end])) end += 1;
  return end;
}

/** Returns the text between the tags, divided at times. Leaves out ruby annotations. */
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
