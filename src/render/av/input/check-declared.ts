import { KinoraError } from '../../../base/errors.ts';
import type { Stream } from '../ffmpeg.ts';

/** Maximum pixels of a video frame: the largest picture of AV1, 16384x8704. */
const MAX_VIDEO_PIXELS = 16_384 * 8704;
/** Maximum frames per second of a video with more than {@link MAX_FAST_FRAMES} frames. */
const MAX_FRAME_RATE = 1000;
/** A short video may have any rate: the average of one or two frames says nothing. */
const MAX_FAST_FRAMES = 10_000;
/** FFmpeg mixes no more channels. */
const MAX_CHANNELS = 64;
const MAX_SAMPLE_RATE = 768_000;

/**
 * Checks the declared properties of the stream of a video, before it is decoded.
 *
 * @param seconds its declared duration.
 * @throws {KinoraError} `asset_too_large`. The caller puts the name of the file in front of the message.
 */
export function checkDeclaredVideo({ codecpar, avgFrameRate }: Stream, seconds = 0): void {
  const { width, height } = codecpar;
  if (width * height > MAX_VIDEO_PIXELS)
    throw createTooLargeError(`is ${width}x${height}, but a video may have up to 16384x8704 pixels`);
  const rate = avgFrameRate.den > 0 ? avgFrameRate.num / avgFrameRate.den : 0;
  if (rate > MAX_FRAME_RATE && rate * seconds > MAX_FAST_FRAMES)
    throw createTooLargeError(
      `has ${Math.round(rate)} frames per second, but a video may have up to ${MAX_FRAME_RATE}`,
    );
}

/**
 * Checks the declared properties of the stream of a sound, before it is decoded.
 *
 * @throws {KinoraError} `asset_too_large`. The caller puts the name of the file in front of the message.
 */
export function checkDeclaredSound({ codecpar }: Stream): void {
  const { sampleRate } = codecpar;
  const channels = codecpar.channelLayout.nbChannels;
  if (channels > MAX_CHANNELS)
    throw createTooLargeError(`has ${channels} channels, but a sound may have up to ${MAX_CHANNELS}`);
  if (sampleRate > MAX_SAMPLE_RATE)
    throw createTooLargeError(
      `has ${sampleRate} samples per second, but a sound may have up to ${MAX_SAMPLE_RATE}`,
    );
}

function createTooLargeError(phrase: string): KinoraError {
  return new KinoraError('asset_too_large', phrase);
}
