import { AV_NOPTS_VALUE, type Stream } from '../ffmpeg.ts';
import { fromRatio } from '../../../base/time.ts';
import type { SourceFile } from '../../media/source-file.ts';
import { readChapters } from './read-chapters.ts';
import { inspectStream } from './inspect-stream.ts';
import { formatFfprobeSeconds, tagsOf } from './ffprobe-format.ts';
import { createOrientationMatrix } from './side-data.ts';
import { refuseDolbyColours } from '../input/dolby-vision.ts';
import { type FileFaults, findFaults } from '../input/file-faults.ts';
import { Input } from '../input/input.ts';
import { listFaults } from '../input/probe-av.ts';

/** The output of ffprobe with `-show_streams -show_chapters -show_format -of json`. */
export interface FfprobeReport {
  readonly streams: readonly object[];
  readonly chapters: readonly object[];
  readonly format: object;
}

/** Ticks per second of the times of a format context. */
const FORMAT_CLOCK = 1_000_000;
const BRANDS = ['major_brand', 'minor_version', 'compatible_brands'];
/** Maximum seconds between the declared start of a stream and the decoding of its first packet, unless one is wrong. */
const MAX_DELAY = 10;
/** FFmpeg's highest score for a format guess. Always reported, because Kinora chooses the demuxer itself. */
const MAX_PROBE_SCORE = 100;

/**
 * Describes a media file as ffprobe does, with sentences about its faults. To find a clock that drifts, it decodes the
 * end of the sound of a local file.
 *
 * @param demuxer the FFmpeg demuxer for the file, chosen from its first bytes.
 * @param details the size in bytes, if it is known, and the name to report, which must not be a local path.
 * @throws {KinoraError} `asset_not_media` for colours of Dolby Vision. The caller puts the name of the file in front of
 *   the message.
 * @throws {MediaError} if FFmpeg cannot read the file.
 * @throws {RemoteReadError} if bytes of the file cannot be fetched.
 */
export async function inspectAv(
  file: SourceFile,
  demuxer: string,
  { filename, size }: { readonly filename: string; readonly size: number | undefined },
): Promise<FfprobeReport> {
  using input = await Input.open(file, demuxer);
  const { format } = input;
  if (input.video) refuseDolbyColours(input.video);
  const faults = await findFaults(input, file, demuxer);
  const { notes } = await listFaults(input, file, demuxer, faults);
  for (const stream of format.streams) correctDuration(stream, faults);
  const duration = measureFile(input, faults);
  return {
    streams: format.streams.map((stream) => inspectStream(stream, format)),
    chapters: await readChapters(format),
    format: {
      filename,
      nb_streams: format.nbStreams,
      nb_programs: format.nbPrograms,
      format_name: format.iformat?.name,
      format_long_name: format.iformat?.longName,
      ...timeField('start_time', format.startTime),
      ...timeField('duration', duration),
      ...(size !== undefined && { size: String(size) }),
      ...bitRateField(faults.ends ? 0n : format.bitRate, duration, size),
      probe_score: MAX_PROBE_SCORE,
      ...dedupeBrands(tagsOf(format)),
      ...(notes && { notes }),
    },
  };
}

/** Sets the duration of a stream to the real one, unless it is as declared. */
function correctDuration(stream: Stream, { ends, counts }: FileFaults): void {
  const end = ends?.get(stream.index);
  if (!end) return;
  const tick = stream.timeBase.num / stream.timeBase.den;
  const start = stream.startTime === AV_NOPTS_VALUE ? 0 : Number(stream.startTime) * tick;
  const declared = end.valueOf() - start;
  // If the time of the first packet is wrong, so is the declared start.
  const { seconds = declared } = counts?.get(stream.index) ?? {};
  const isWrong = Math.abs(seconds - declared) > MAX_DELAY;
  stream.duration = BigInt(Math.round((isWrong ? seconds : declared) / tick));
}

/** Returns the real length of a file in microseconds. */
function measureFile(input: Input, { ends, start = input.start }: FileFaults): bigint {
  const [first, ...others] = ends?.values() ?? [];
  if (!first) return input.duration;
  const last = others.reduce((latest, end) => (end.gt(latest) ? end : latest), first);
  return BigInt(last.sub(start).mul(FORMAT_CLOCK).round().valueOf());
}

/**
 * Returns the bit rate of a file. FFmpeg computes the bit rate of a local file. This function computes that of a
 * remote file, and of a file whose length is not as declared.
 *
 * @param declared 0 if there is none.
 * @param duration microseconds.
 */
function bitRateField(declared: bigint, duration: bigint, size: number | undefined): object {
  if (declared > 0n) return { bit_rate: String(declared) };
  if (size === undefined || duration <= 0n || duration === AV_NOPTS_VALUE) return {};
  return { bit_rate: String((BigInt(size) * 8n * BigInt(FORMAT_CLOCK)) / duration) };
}

function timeField(name: string, time: bigint): object {
  return time === AV_NOPTS_VALUE ? {} : { [name]: formatFfprobeSeconds(fromRatio(time, FORMAT_CLOCK)) };
}

/**
 * Removes repeated brands. If the index of an MP4 is at the end, FFmpeg reads the header twice and repeats
 * its brands.
 */
function dedupeBrands({ tags }: ReturnType<typeof tagsOf>): object {
  if (!tags) return {};
  const dedupe = (name: string, value: string): string => {
    const once = value.slice(0, (value.length - 1) / 2);
    return BRANDS.includes(name) && once !== '' && value === `${once};${once}` ? once : value;
  };
  return {
    tags: Object.fromEntries(Object.entries(tags).map(([name, value]) => [name, dedupe(name, value)])),
  };
}

/**
 * Adds the display matrix of an EXIF orientation to a report, unless FFmpeg found side data itself.
 *
 * @param orientation 1 to 8.
 */
export function addOrientation(report: FfprobeReport, orientation: number): FfprobeReport {
  const [stream, ...others] = report.streams;
  if (orientation <= 1 || !stream || 'side_data_list' in stream) return report;
  return {
    ...report,
    streams: [{ ...stream, side_data_list: [createOrientationMatrix(orientation)] }, ...others],
  };
}
