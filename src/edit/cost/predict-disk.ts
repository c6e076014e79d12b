import { isVideoFormat } from '../output/formats.ts';
import type { Output } from '../schema/output.ts';
import type { CostFacts, EncodedKind } from './cost-facts.ts';
import type { ClipWork } from './measure-clips.ts';

/** Guessed bytes of one fetched file. */
const FETCHED = { videos: 20e6, images: 2e6, sounds: 2e6 };
/** Bytes of one second of a video that is re-encoded almost without loss, as 1080p. */
const PREPARED_SECOND = 4e6;

/** Bytes of one megapixel of encoded pictures, by codec or format and at the quality `medium`. */
const MEGAPIXEL: Readonly<Record<EncodedKind, number>> = {
  h264: 16e3,
  hevc: 14e3,
  vp9: 18e3,
  av1: 14e3,
  prores422: 310e3,
  prores4444: 700e3,
  gif: 600e3,
  mp3: 0,
  m4a: 0,
  wav: 0,
  jpg: 300e3,
  png: 2e6,
  bmp: 3e6,
  zip: 2e6,
  hls: 16e3,
};
/** Size of a video by quality, compared with `medium`. */
const QUALITY = { verylow: 0.25, low: 0.5, medium: 1, high: 1.9, veryhigh: 2.8 };
/** Bytes of one megapixel of a still photograph in a video, for each second. Keyframes repeat the photograph. */
const STILL_SECOND = 150e3;
/** Bytes of one second of sound, compressed, as a WAV, and in a mov. */
const SOUND_SECOND = { compressed: 32e3, wav: 192e3, mov: 288e3 };
/** The kind of {@link SOUND_SECOND} by format. Other formats have compressed sound. */
const SOUND_KINDS: Partial<Record<Output['format'], keyof typeof SOUND_SECOND>> = {
  wav: 'wav',
  zip: 'wav',
  mov: 'mov',
};
/** The finished file and its copy in the storage are there at the same time. */
const COPIES = 2;

/** Predicts the bytes that a render writes to the disk. */
export function predictDisk({ output, kind, rate, seconds, ...facts }: CostFacts, work: ClipWork): number {
  const { files, preparedSeconds } = work;
  const quality = QUALITY[output.quality];
  const movingSeconds = Math.min(seconds, work.movingSeconds);
  const frames = Math.max(1, movingSeconds * rate);
  const isVideo = isVideoFormat(output.format) || output.format === 'hls';
  const repeated = isVideo && files.images > 0 ? (seconds - movingSeconds) * STILL_SECOND : 0;
  const images = output.format === 'zip' ? Math.max(1, seconds * rate) : frames;
  const pictures = quality * facts.encodedMegapixels * (images * MEGAPIXEL[kind] + repeated);
  const stills = output.poster || output.thumbnail ? facts.megapixels * MEGAPIXEL.jpg : 0;
  const sound = facts.hasSound ? seconds * SOUND_SECOND[SOUND_KINDS[output.format] ?? 'compressed'] : 0;
  return (
    FETCHED.videos * files.videos +
    FETCHED.images * files.images +
    FETCHED.sounds * files.sounds +
    PREPARED_SECOND * preparedSeconds +
    COPIES * (pictures + stills + sound)
  );
}
