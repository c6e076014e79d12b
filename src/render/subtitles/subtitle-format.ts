import { linesOf } from './cue-lines.ts';

/** The formats of subtitles that can be read. */
export type SubtitleFormat = 'srt' | 'vtt' | 'ttml';

const VTT = /^WEBVTT(?=\s|$)/;
/** A document whose root is `tt`, after a declaration, comments and a document type. */
const TTML =
  /^(<\?xml.*?\?>\s*)?(<!--.*?-->\s*|<\?.*?\?>\s*|<!doctype[^>[]*(\[.*?\]\s*)?>\s*)*<(\w+:)?tt[\s>]/is;
/** Letters of a file that tell what it is. */
const HEAD = 65_536;

/** What a text is, by its first letters; undefined when it is no file of subtitles. */
export function formatOf(text: string): SubtitleFormat | undefined {
  const begin = text.slice(0, HEAD).replace(/^\uFEFF/, '');
  if (VTT.test(begin)) return 'vtt';
  if (TTML.test(begin.trimStart())) return 'ttml';
  return isSrt(begin) ? 'srt' : undefined;
}

/** Whether a line looks like the times of a caption, and nothing like markup; what is wrong in them is told later. */
function isSrt(text: string): boolean {
  if (text.trimStart().startsWith('<')) return false;
  return linesOf(text).some((line) => /\d/.test(line.slice(0, Math.max(0, line.indexOf('-->')))));
}
