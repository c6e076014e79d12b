import { AV_NOPTS_VALUE, type FormatContext } from 'node-av';
import { ratio } from '../../base/time.ts';
import type { SourceFile } from '../media/source-file.ts';
import { chaptersOf } from './chapters.ts';
import { inspectStream } from './inspect-stream.ts';
import { sixDecimals, tagsOf } from './inspect-words.ts';
import { orientationMatrix } from './side-data.ts';
import { Input } from './input.ts';

/** What ffprobe says of a file with `-show_streams -show_chapters -show_format -of json`. */
export interface Inspected {
  readonly streams: readonly object[];
  readonly chapters: readonly object[];
  readonly format: object;
}

/** Ticks a second of a format's own times. */
const FORMAT_CLOCK = 1_000_000;
const BRANDS = ['major_brand', 'minor_version', 'compatible_brands'];
/** FFmpeg's certainty where we chose the demuxer ourselves: the greatest. */
const SURE = 100;

/**
 * Describes a media file as ffprobe does.
 *
 * @param demuxer the FFmpeg demuxer that the file's first bytes ask for.
 * @param size bytes in all; absent when nobody knows.
 * @param filename what the file is called: no local path.
 * @throws {MediaError} when FFmpeg cannot read the file.
 * @throws {Unfetched} when its bytes cannot be had.
 */
export async function inspectAv(
  file: SourceFile,
  demuxer: string,
  { filename, size }: { readonly filename: string; readonly size: number | undefined },
): Promise<Inspected> {
  using input = await Input.open(file, demuxer);
  const { format } = input;
  return {
    streams: format.streams.map((stream) => inspectStream(stream, format)),
    chapters: await chaptersOf(format),
    format: {
      filename,
      nb_streams: format.nbStreams,
      nb_programs: format.nbPrograms,
      format_name: format.iformat?.name,
      format_long_name: format.iformat?.longName,
      ...whenKnown('start_time', format.startTime),
      ...whenKnown('duration', format.duration),
      ...(size !== undefined && { size: String(size) }),
      ...bitRate(format, size),
      probe_score: SURE,
      ...onceEach(tagsOf(format)),
    },
  };
}

/** FFmpeg counts it from the size of a local file; of another it knows no size, so it is counted here in the same way. */
function bitRate({ bitRate: told, duration }: FormatContext, size: number | undefined): object {
  if (told > 0n) return { bit_rate: String(told) };
  if (size === undefined || duration <= 0n || duration === AV_NOPTS_VALUE) return {};
  return { bit_rate: String((BigInt(size) * 8n * BigInt(FORMAT_CLOCK)) / duration) };
}

function whenKnown(name: string, time: bigint): object {
  return time === AV_NOPTS_VALUE ? {} : { [name]: sixDecimals(ratio(time, FORMAT_CLOCK)) };
}

/** FFmpeg reads the head of an MP4 twice when its index is at the end, and then tells its brands twice. */
function onceEach({ tags }: ReturnType<typeof tagsOf>): object {
  if (!tags) return {};
  const once = (name: string, value: string) =>
    BRANDS.includes(name) ? value.replace(/^(.+);\1$/s, '$1') : value;
  return {
    tags: Object.fromEntries(Object.entries(tags).map(([name, value]) => [name, once(name, value)])),
  };
}

/** The same, with the display matrix of an EXIF orientation (1 to 8) where FFmpeg did not find one itself. */
export function turnedBy(inspected: Inspected, orientation: number): Inspected {
  const [picture, ...others] = inspected.streams;
  if (orientation <= 1 || !picture || 'side_data_list' in picture) return inspected;
  return {
    ...inspected,
    streams: [{ ...picture, side_data_list: [orientationMatrix(orientation)] }, ...others],
  };
}
