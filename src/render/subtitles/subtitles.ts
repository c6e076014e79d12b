import type { Cue, SubtitlesMedia } from '../media/media.ts';
import { spokenWords } from './spoken-words.ts';
import { readSrt } from './srt.ts';
import { formatOf } from './subtitle-format.ts';
import { SubtitleError } from './subtitle-error.ts';
import { subtitleText } from './subtitle-text.ts';
import type { ToldCue } from './told-cue.ts';
import { readTtml } from './ttml.ts';
import { readVtt } from './vtt.ts';

/**
 * Reads a file of subtitles: SRT, WebVTT, or TTML (DFXP), whatever it is called. Cues without text, and those without a time, are
 * left out.
 *
 * @throws {SubtitleError} with the line of the first thing that cannot be read.
 */
export function readSubtitles(bytes: Uint8Array): SubtitlesMedia {
  const text = subtitleText(bytes);
  const format = formatOf(text);
  if (!format) throw new SubtitleError(1, 'there should be "WEBVTT", or the first caption');
  const told = { srt: readSrt, vtt: readVtt, ttml: readTtml }[format](text);
  const cues = told.flatMap(cueOf).sort((one, other) => one.from.compare(other.from));
  return { kind: 'subtitles', cues };
}

function cueOf({ from, to, pieces }: ToldCue): Cue[] {
  const text = tidied(pieces.map((piece) => piece.text).join(''));
  if (text === '' || to.lte(from)) return [];
  return [{ from, to, text, words: spokenWords(text, pieces, { from, to }) }];
}

/** Without spaces around lines, blank lines, and what is not seen. */
function tidied(text: string): string {
  return text
    .replaceAll('\0', '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}
