import { AV_LOG_FATAL, AV_LOG_INFO, AVMEDIA_TYPE_DATA, type FormatContext, Log } from '../ffmpeg.ts';
import { KinoraError } from '../../../base/errors.ts';
import { toSeconds } from '../../../base/time.ts';

/** Ticks per second of chapter times, for formats that do not use milliseconds. */
const CHAPTER_CLOCKS: Readonly<Record<string, number>> = { 'matroska,webm': 1_000_000_000 };
const DEFAULT_CLOCK = 1000;
/**
 * Ticks per second of Nero's chapter list in MP4. If the file has a QuickTime title track, the clock of that
 * track applies instead.
 */
const NERO_CLOCK = 10_000_000;
const TITLE_CODEC_TAG = 'text';
/** A log line that marks the end of the dump. */
const END_MARKER = 'End of the dump.';
const TIME_LIMIT_MS = 5000;

interface Chapter {
  readonly start: string;
  readonly end: string;
  readonly tags: Record<string, string>;
}

/**
 * Reads the chapters of a file as ffprobe prints them. node-av has no API for chapters, but FFmpeg dumps them
 * to its log with times in microseconds. The log does not contain the ids of Matroska chapters, so all ids
 * count from 0.
 *
 * @throws {KinoraError} `internal` if FFmpeg does not finish its log in time.
 */
export async function readChapters(format: FormatContext): Promise<object[]> {
  const clock = clockOf(format);
  return parseChapters(await dumpFormat(format)).map(({ start, end, tags }, id) => ({
    id,
    time_base: `1/${clock}`,
    start: toTicks(start, clock),
    start_time: start,
    end: toTicks(end, clock),
    end_time: end,
    ...(Object.keys(tags).length > 0 && { tags }),
  }));
}

function clockOf({ iformat, streams }: FormatContext): number {
  const name = iformat?.name ?? '';
  if (!name.startsWith('mov,')) return CHAPTER_CLOCKS[name] ?? DEFAULT_CLOCK;
  const titles = streams.find(
    ({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_DATA && codecpar.codecTagString === TITLE_CODEC_TAG,
  );
  return titles?.timeBase.den ?? NERO_CLOCK;
}

function toTicks(time: string, clock: number): number {
  return toSeconds(Number(time)).mul(clock).round().valueOf();
}

/**
 * Makes FFmpeg describe a file in its log, and returns the pieces of the description. node-av delivers the
 * pieces asynchronously, in their original order.
 */
async function dumpFormat(format: FormatContext): Promise<string[]> {
  const pieces: string[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const limit = setTimeout(
    () => reject(new KinoraError('internal', 'FFmpeg did not list the chapters in time.')),
    TIME_LIMIT_MS,
  );
  Log.setLevel(AV_LOG_INFO);
  Log.setCallback((_level, piece) => {
    if (piece === END_MARKER) resolve(undefined);
    else pieces.push(piece);
  });
  try {
    format.dumpFormat(0, '', false);
    Log.log(AV_LOG_INFO, END_MARKER);
    await promise;
  } finally {
    clearTimeout(limit);
    Log.setCallback(null);
    Log.setLevel(AV_LOG_FATAL);
  }
  return pieces;
}

/**
 * Parses the chapters of a dump. Each chapter is a line in three log pieces, followed by its tags. Each tag
 * is a piece with the name, one or more pieces with the value, and an empty piece.
 */
function parseChapters(pieces: readonly string[]): Chapter[] {
  const chapters: Chapter[] = [];
  let at = pieces.indexOf('  Chapters:') + 1;
  if (at === 0) return chapters;
  while (/^ {4}Chapter #/.test(pieces[at] ?? '')) {
    const [start = '', end = ''] = [pieces[at + 1], pieces[at + 2]].map((text) =>
      text?.replace(/[a-z, ]/g, ''),
    );
    const tags: Record<string, string> = {};
    chapters.push({ start, end, tags });
    at += pieces[at + 3] === '      Metadata:' ? 4 : 3;
    for (let name = parseTagName(pieces[at]); name !== undefined; name = parseTagName(pieces[at])) {
      const last = pieces.indexOf('', at);
      tags[name] = pieces
        .slice(at + 1, last)
        .map(removeMargin)
        .join('');
      at = last + 1;
    }
  }
  return chapters;
}

function parseTagName(piece: string | undefined): string | undefined {
  return /^ {8}(\S(?:.*\S)?) *: $/.exec(piece ?? '')?.[1];
}

/** Removes the indentation and the colon with which FFmpeg starts each further line of a value. */
function removeMargin(piece: string): string {
  return piece.replace(/^\n {8} *: $/, '\n');
}
