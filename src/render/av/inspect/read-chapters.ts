import { AV_LOG_FATAL, AV_LOG_INFO, AVMEDIA_TYPE_DATA, type FormatContext, Log } from 'node-av';
import { KinoraError } from '../../../base/errors.ts';
import { toSeconds } from '../../../base/time.ts';

/** Ticks a second of the chapters of the formats that do not count in milliseconds. */
const CHAPTER_CLOCKS: Readonly<Record<string, number>> = { 'matroska,webm': 1_000_000_000 };
const DEFAULT_CLOCK = 1000;
/** The list of chapters that Nero added to MP4. A track of titles, which QuickTime added, has a clock of its own. */
const NERO_CLOCK = 10_000_000;
const TITLE_CODEC_TAG = 'text';
/** Said after the chapters, to know that all is heard. */
const END_MARKER = 'That was the file.';
const TIME_LIMIT_MS = 5000;

interface Chapter {
  readonly start: string;
  readonly end: string;
  readonly tags: Record<string, string>;
}

/**
 * The chapters of a file as ffprobe shows them. node-av has no word for chapters, but FFmpeg describes them in its log, with
 * times to the microsecond; the identity that a Matroska file gives each is not in it, so they are counted.
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

/** What FFmpeg says of a file, in the pieces that it writes, which come later, but in their order. */
async function dumpFormat(format: FormatContext): Promise<string[]> {
  const pieces: string[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const limit = setTimeout(() => reject(new KinoraError('internal', 'FFmpeg said nothing.')), TIME_LIMIT_MS);
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

/** Each chapter is a line of three pieces, then come its tags: a piece with the name, those of the value, and an empty one. */
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
  return /^ {8}(\S.*?) *: $/.exec(piece ?? '')?.[1];
}

/** A value of several lines is set in from the second on. */
function removeMargin(piece: string): string {
  return piece.replace(/^\n {8} *: $/, '\n');
}
