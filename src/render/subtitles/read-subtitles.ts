import type { Cue, SubtitlesMedia } from '../media/media.ts';
import { timeWords } from './time-words.ts';
import { readSrt } from './srt.ts';
import { detectSubtitleFormat } from './subtitle-format.ts';
import { SubtitleError } from './subtitle-error.ts';
import { decodeSubtitles } from './decode-subtitles.ts';
import type { ParsedCue } from './parsed-cue.ts';
import { readTtml } from './ttml.ts';
import { readVtt } from './vtt.ts';

/**
 * Reads a subtitle file in SRT, WebVTT or TTML (DFXP), whatever its name. Leaves out cues without text or
 * duration.
 *
 * @throws {SubtitleError} With the line of the first error.
 */
export function readSubtitles(bytes: Uint8Array): SubtitlesMedia {
  const text = decodeSubtitles(bytes);
  const format = detectSubtitleFormat(text);
  if (!format) throw new SubtitleError(1, 'expected "WEBVTT" or the first caption');
  const parsedCues = { srt: readSrt, vtt: readVtt, ttml: readTtml }[format](text);
  const cues = parsedCues.flatMap(toCues).sort((one, other) => one.from.compare(other.from));
  return { kind: 'subtitles', cues };
}

function toCues({ from, to, fragments }: ParsedCue): Cue[] {
  const text = tidyText(fragments.map((fragment) => fragment.text).join(''));
  if (text === '' || to.lte(from)) return [];
  return [{ from, to, text, words: timeWords(text, fragments, { from, to }) }];
}

/** Removes spaces around lines, blank lines and null characters. */
function tidyText(text: string): string {
  return text
    .replaceAll('\0', '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}
