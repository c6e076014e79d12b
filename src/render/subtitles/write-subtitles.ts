import type { Seconds } from '../../base/time.ts';
import type { Cue } from '../media/media.ts';

/** The formats in which subtitles are written. */
type WrittenFormat = 'srt' | 'vtt';

/** A tag as players of SRT files recognise it. The format has no escape for it. */
const SRT_TAG_START = /<(?=\/?[a-z])/gi;

/**
 * Writes cues as a subtitle file, in UTF-8 with line feeds. Without cues, an SRT file is empty, and a VTT file
 * has only its header.
 *
 * @param cues the cues in their order.
 * @param joinsLines true if the text of each cue becomes one line. Otherwise, its line breaks are kept, except for
 *   blank lines.
 */
export function writeSubtitles(
  cues: readonly Pick<Cue, 'from' | 'to' | 'text'>[],
  format: WrittenFormat,
  joinsLines = true,
): string {
  const toLines = joinsLines ? joinLines : keepLines;
  const ofSrt = (text: string): string => escapeForSrt(toLines(text));
  const ofVtt = (text: string): string => escapeForVtt(toLines(text));
  if (format === 'srt')
    return cues.map((cue, index) => `${index + 1}\n${cueLines(cue, ',', ofSrt)}\n`).join('\n');
  return ['WEBVTT\n', ...cues.map((cue) => `${cueLines(cue, '.', ofVtt)}\n`)].join('\n');
}

// A blank line would end the cue.
function joinLines(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function keepLines(text: string): string {
  const lines = text.split(/\r\n|[\r\n\u2028\u2029]/).map((line) => line.trim());
  return lines.filter((line) => line !== '').join('\n');
}

function cueLines(
  { from, to, text }: Pick<Cue, 'from' | 'to' | 'text'>,
  point: ',' | '.',
  write: (text: string) => string,
): string {
  const begin = toMilliseconds(from);
  // Players skip a cue that has no duration.
  const end = Math.max(toMilliseconds(to), begin + 1);
  const times = `${formatTime(begin, point)} --> ${formatTime(end, point)}`;
  return `${times}\n${write(text)}`;
}

function toMilliseconds(time: Seconds): number {
  return Math.round(time.valueOf() * 1000);
}

function formatTime(milliseconds: number, point: ',' | '.'): string {
  const pad = (value: number, digits = 2): string => String(Math.floor(value)).padStart(digits, '0');
  const seconds = milliseconds / 1000;
  const clock = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((value) => pad(value)).join(':');
  return `${clock}${point}${pad(milliseconds % 1000, 3)}`;
}

/** Replaces characters that a player would not show. SRT files have no escapes, so similar ones are used. */
function escapeForSrt(text: string): string {
  return text.replaceAll('-->', '→').replaceAll(SRT_TAG_START, '‹');
}

function escapeForVtt(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
