import type { Rate, Seconds } from '../../../base/time.ts';
import type { ByteSpan } from './fragments.ts';

/** A segment of a media file. */
export interface Segment extends ByteSpan {
  readonly lasts: Seconds;
}

/** A media file, cut into segments. */
export interface SegmentedMedia {
  /** The name of its list of segments, as the main list refers to it. */
  readonly playlist: string;
  /** The description of the track. */
  readonly header: ByteSpan;
  readonly segments: readonly Segment[];
  /** The codec by RFC 6381, such as `avc1.64001f`. */
  readonly codec: string;
}

/** A size of the video. */
export interface SegmentedVideo extends SegmentedMedia {
  readonly width: number;
  readonly height: number;
  /** Frames per second. */
  readonly rate: Rate;
}

const MICROSECONDS = 6;
/** Version of HLS that has `EXT-X-MAP` in lists of all segments (RFC 8216). */
const VERSION = 'EXT-X-VERSION:7';

/** Writes the list of the segments of a media file, all of them parts of that file. @param file its name. */
export function writeMediaPlaylist({ header, segments }: SegmentedMedia, file: string): string {
  return writeSegmentList(
    `URI="${file}",BYTERANGE="${describeSpan(header)}"`,
    segments.map(({ lasts, ...span }) => ({
      lasts,
      lines: [`EXT-X-BYTERANGE:${describeSpan(span)}`, { uri: file }],
    })),
  );
}

/**
 * Writes the list of the segments of a media file that is still being made. Each segment is a file of its own.
 *
 * @param lengths the lengths of the segments.
 * @param nameOf returns the name of a segment, or of the header.
 */
export function writeStreamPlaylist(
  lengths: readonly Seconds[],
  nameOf: (piece: number | 'init') => string,
): string {
  return writeSegmentList(
    `URI="${nameOf('init')}"`,
    lengths.map((lasts, index) => ({ lasts, lines: [{ uri: nameOf(index) }] })),
  );
}

type ListLine = string | { readonly uri: string };

function writeSegmentList(
  header: string,
  segments: readonly { readonly lasts: Seconds; readonly lines: readonly ListLine[] }[],
): string {
  const target = Math.max(1, ...segments.map(({ lasts }) => Math.round(lasts.valueOf())));
  return joinLines([
    VERSION,
    `EXT-X-TARGETDURATION:${target}`,
    'EXT-X-MEDIA-SEQUENCE:0',
    'EXT-X-PLAYLIST-TYPE:VOD',
    'EXT-X-INDEPENDENT-SEGMENTS',
    `EXT-X-MAP:${header}`,
    ...segments.flatMap(({ lasts, lines }) => [`EXTINF:${lasts.valueOf().toFixed(MICROSECONDS)},`, ...lines]),
    'EXT-X-ENDLIST',
  ]);
}

/** Writes the main list: the sizes of the video, and the sound that belongs to all of them. */
export function writeMainPlaylist(
  videos: readonly SegmentedVideo[],
  sound: SegmentedMedia | undefined,
): string {
  const group = 'sound';
  const hasSound = sound !== undefined;
  return joinLines([
    VERSION,
    'EXT-X-INDEPENDENT-SEGMENTS',
    ...(hasSound
      ? [
          `EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="${group}",NAME="Sound",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="${sound.playlist}"`,
        ]
      : []),
    ...videos.flatMap((video) => [
      `EXT-X-STREAM-INF:${describeVariant(video, sound)}${hasSound ? `,AUDIO="${group}"` : ''}`,
      { uri: video.playlist },
    ]),
  ]);
}

function describeVariant(video: SegmentedVideo, sound: SegmentedMedia | undefined): string {
  const { width, height, rate } = video;
  const media = sound ? [video, sound] : [video];
  const sum = (rateOf: (one: SegmentedMedia) => number): number =>
    Math.ceil(media.reduce((total, one) => total + rateOf(one), 0));
  return [
    `BANDWIDTH=${sum(findPeakBitRate)}`,
    `AVERAGE-BANDWIDTH=${sum(({ segments }) => findMeanBitRate(segments))}`,
    `CODECS="${media.map(({ codec }) => codec).join(',')}"`,
    `RESOLUTION=${width}x${height}`,
    `FRAME-RATE=${rate.valueOf().toFixed(3)}`,
  ].join(',');
}

/**
 * Returns the largest bit rate of the segments. A last segment that is less than half as long as the others counts
 * together with the one before, as RFC 8216 says.
 */
function findPeakBitRate({ segments }: SegmentedMedia): number {
  const longest = Math.max(...segments.map(({ lasts }) => lasts.valueOf()));
  const isShort = ({ lasts }: Segment): boolean => 2 * lasts.valueOf() < longest;
  return Math.max(
    ...segments.map((segment, index) =>
      findMeanBitRate(isShort(segment) ? segments.slice(Math.max(0, index - 1), index + 1) : [segment]),
    ),
  );
}

function findMeanBitRate(segments: readonly Segment[]): number {
  const sum = (valueOf: (one: Segment) => number): number =>
    segments.reduce((total, one) => total + valueOf(one), 0);
  return (8 * sum(({ bytes }) => bytes)) / sum(({ lasts }) => lasts.valueOf());
}

function describeSpan({ offset, bytes }: ByteSpan): string {
  return `${bytes}@${offset}`;
}

function joinLines(lines: readonly ListLine[]): string {
  return `${['EXTM3U', ...lines].map((line) => (typeof line === 'string' ? `#${line}` : line.uri)).join('\n')}\n`;
}
