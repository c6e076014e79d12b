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
 * @param cues the cues in their order, with one line of text each.
 */
export function writeSubtitles(
  cues: readonly Pick<Cue, 'from' | 'to' | 'text'>[],
  format: WrittenFormat,
): string {
  if (format === 'srt')
    return cues.map((cue, index) => `${index + 1}\n${cueLines(cue, ',', escapeForSrt)}\n`).join('\n');
  return ['WEBVTT\n', ...cues.map((cue) => `${cueLines(cue, '.', escapeForVtt)}\n`)].join('\n');
}

function cueLines(
  { from, to, text }: Pick<Cue, 'from' | 'to' | 'text'>,
  point: ',' | '.',
  escape: (text: string) => string,
): string {
  const begin = toMilliseconds(from);
  // Players skip a cue that has no duration.
  const end = Math.max(toMilliseconds(to), begin + 1);
  const times = `${formatTime(begin, point)} --> ${formatTime(end, point)}`;
  // A blank line would end the cue.
  return `${times}\n${escape(text.replaceAll(/\s+/g, ' ').trim())}`;
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

/** Replaces what a player would not show as text. SRT files have no escapes, so similar characters stand in. */
function escapeForSrt(text: string): string {
  return text.replaceAll('-->', '→').replaceAll(SRT_TAG_START, '‹');
}

function escapeForVtt(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
