import { splitLines, parseCueTimes } from './cue-lines.ts';
import { readXmlProlog } from './xml-prolog.ts';

/** The formats of subtitles that can be read. */
export type SubtitleFormat = 'srt' | 'vtt' | 'ttml';

const VTT = /^WEBVTT(?=\s|$)/;
/** The root of TTML. */
const TTML = /^<(\w+:)?tt[\s>]/i;
/** Letters of a file that tell what it is. */
const HEAD_CHARACTERS = 65_536;

/** What a text is, by its first letters; undefined when it is no file of subtitles. */
export function detectSubtitleFormat(text: string): SubtitleFormat | undefined {
  const begin = text.slice(0, HEAD_CHARACTERS).replace(/^\uFEFF/, '');
  if (VTT.test(begin)) return 'vtt';
  if (TTML.test(readXmlProlog(begin).rest)) return 'ttml';
  return isSrt(begin) ? 'srt' : undefined;
}

/** Whether a line looks like the times of a caption, and nothing like markup; what is wrong in them is told later. */
function isSrt(text: string): boolean {
  if (text.trimStart().startsWith('<')) return false;
  return splitLines(text).some(
    (line) => parseCueTimes(line) !== undefined || /\d/.test(line.slice(0, Math.max(0, line.indexOf('-->')))),
  );
}
