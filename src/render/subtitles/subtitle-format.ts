import { splitLines, parseCueTimes } from './cue-lines.ts';
import { readXmlProlog } from './xml-prolog.ts';

/** The supported subtitle formats. */
export type SubtitleFormat = 'srt' | 'vtt' | 'ttml';

const VTT = /^WEBVTT(?=\s|$)/;
/** The root element of TTML. */
const TTML = /^<(\w+:)?tt[\s>]/i;
/** Number of characters at the start of a file that determine its format. */
const HEAD_CHARACTERS = 65_536;

/**
 * Detects the format of a text by its first characters. Returns `undefined` if the text is not that of a
 * subtitle file.
 */
export function detectSubtitleFormat(text: string): SubtitleFormat | undefined {
  const begin = text.slice(0, HEAD_CHARACTERS).replace(/^\uFEFF/, '');
  if (VTT.test(begin)) return 'vtt';
  if (TTML.test(readXmlProlog(begin).rest)) return 'ttml';
  return isSrt(begin) ? 'srt' : undefined;
}

/**
 * True if a line looks like the times of a caption and the text is not markup. The times may be invalid,
 * because the reader of the format reports such errors.
 */
function isSrt(text: string): boolean {
  if (text.trimStart().startsWith('<')) return false;
  return splitLines(text).some(
    (line) => parseCueTimes(line) !== undefined || /\d/.test(line.slice(0, Math.max(0, line.indexOf('-->')))),
  );
}
