import { roundSeconds, ZERO } from '../../base/time.ts';
import type { Cue, SubtitlesMedia } from '../media/media.ts';
import { timeWords } from './time-words.ts';
import { readSrt } from './srt.ts';
import { detectSubtitleFormat } from './subtitle-format.ts';
import { SubtitleError } from './subtitle-error.ts';
import { decodeFile } from '../../base/text/decode-file.ts';
import type { ParsedCue } from './parsed-cue.ts';
import { readTtml } from './ttml.ts';
import { readVtt } from './vtt.ts';

/** The longest pause between a rolling caption and the next one, in seconds. */
const MAX_PAUSE = 0.1;

/**
 * Reads a subtitle file in SRT, WebVTT or TTML (DFXP), whatever its name. Leaves out cues without text or
 * duration. A cue whose first lines are the last ones of the cue before it carries these on: captions roll.
 *
 * @param encoding Label of the encoding of the file. If absent, it is found out.
 * @throws {SubtitleError} With the line of the first error.
 */
export function readSubtitles(bytes: Uint8Array, encoding?: string): SubtitlesMedia {
  const { text, note } = decodeFile(bytes, encoding);
  const format = detectSubtitleFormat(text);
  if (!format) throw new SubtitleError(1, 'expected "WEBVTT" or the first caption');
  const parsedCues = { srt: readSrt, vtt: readVtt, ttml: readTtml }[format](text);
  const read = parsedCues
    .map((cue) => ({ ...cue, text: tidyText(cue.fragments.map((fragment) => fragment.text).join('')) }))
    .sort((one, other) => one.from.compare(other.from));
  const cues = read.filter(({ from, to, text: said }) => said !== '' && to.gt(from));
  const backwards = read.filter(({ from, to }) => to.lt(from));
  const ignored = new Set(cues.flatMap(({ placement }) => placement?.ignored ?? []));
  const notes = [
    ...(note === undefined ? [] : [note]),
    ...(backwards.length === 0 ? [] : [describeBackwards(backwards)]),
    ...(ignored.size === 0 ? [] : [describeIgnored([...ignored])]),
  ];
  return {
    kind: 'subtitles',
    cues: cues.map((cue, index) => toCue(cue, cues[index - 1])),
    ...(notes.length > 0 && { notes }),
  };
}

/** A cue of a file with its tidy text. */
type ReadCue = ParsedCue & Pick<Cue, 'text'>;

function toCue(cue: ReadCue, before: ReadCue | undefined): Cue {
  const { from, to, text, fragments, placement } = cue;
  const carried = before ? countCarriedLines(before, cue) : 0;
  const lines = text.split('\n').slice(0, carried).join('\n');
  const words = timeWords(text, fragments, { from, to, carried: lines.length });
  const isPlaced = placement !== undefined && Object.keys(placement.place).length > 0;
  return { from, to, text, words, ...(isPlaced && { place: placement.place }) };
}

/** Returns the number of first lines of a cue that the cue before it has said. */
function countCarriedLines(before: ReadCue, cue: ReadCue): number {
  if (cue.from.sub(before.to).gt(MAX_PAUSE)) return 0;
  const [said, lines] = [before.text.split('\n'), cue.text.split('\n')];
  // A cue that is said again as a whole is an echo only if the words have times of their own there, and none here.
  const mayEcho = hasMarks(before) && !hasMarks(cue);
  for (let count = Math.min(said.length, lines.length - (mayEcho ? 0 : 1)); count > 0; count--)
    if (said.slice(-count).join('\n') === lines.slice(0, count).join('\n')) return count;
  return 0;
}

function hasMarks({ fragments }: ReadCue): boolean {
  return fragments.some(({ from }) => from !== undefined);
}

function describeBackwards([first, ...others]: readonly ReadCue[]): string {
  const at = `${roundSeconds(first?.from ?? ZERO)} s`;
  return others.length === 0
    ? `The caption at ${at} ends before it starts, and is left out.`
    : `${others.length + 1} captions end before they start, and are left out. The first is at ${at}.`;
}

/** Maximum number of settings that a note lists. */
const MAX_LISTED = 5;

function describeIgnored(settings: readonly string[]): string {
  const listed = settings.slice(0, MAX_LISTED).map((setting) => setting.slice(0, 40));
  const more = settings.length > MAX_LISTED ? ` and ${settings.length - MAX_LISTED} more` : '';
  return `These settings of captions are ignored: ${listed.join(' ')}${more}.`;
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
