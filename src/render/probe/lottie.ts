import { readFile, stat } from 'node:fs/promises';
import { KinoraError } from '../../base/errors.ts';
import { toSeconds } from '../../base/time.ts';
import { LottieError, readLottie } from '../draw/lottie/read-lottie.ts';
import type { LottieMedia } from '../media/media.ts';

/** Maximum size of an animation in bytes. Embedded pictures can take some megabytes. */
const MAX_BYTES = 5_000_000;

/**
 * Reads a Lottie animation.
 *
 * @throws {KinoraError} `asset_too_large` or `asset_not_media`. The caller puts the name of the file in front
 *   of the message.
 */
export async function probeLottie(path: string): Promise<LottieMedia> {
  const { size } = await stat(path);
  if (size > MAX_BYTES) {
    const phrase = `is a Lottie animation of ${Math.ceil(size / 1e6)} MB, but the maximum is ${MAX_BYTES / 1e6} MB`;
    throw new KinoraError('asset_too_large', phrase);
  }
  const text = new TextDecoder().decode(await readFile(path));
  try {
    const { width, height, rate, frames } = readLottie(text);
    return { kind: 'lottie', text, width, height, rate, duration: toSeconds(frames).div(toSeconds(rate)) };
  } catch (error) {
    if (!(error instanceof LottieError)) throw error;
    throw new KinoraError('asset_not_media', error.message, { cause: error });
  }
}
