import { KinoraError } from '../../../base/errors.ts';
import type { MediaFacts } from '../../../ingest/model.ts';
import { checkPixels, StillError } from '../../stills/still.ts';
import { type StillEncoding, writeStill } from '../../stills/write-still.ts';
import type { PlacedPicture } from './read-picture.ts';

/** Milliseconds between two signs of progress while sharp works. sharp itself ends work that takes too long. */
const PROGRESS_INTERVAL_MS = 10_000;

/**
 * Writes a picture to a file.
 *
 * @param path the local file to write.
 * @throws {KinoraError} `asset_not_media` if the source is damaged.
 */
export async function writePicture(
  { source, layout }: PlacedPicture,
  encoding: StillEncoding,
  path: string,
): Promise<MediaFacts> {
  try {
    await writeStill(source, layout, encoding, path);
  } catch (error) {
    if (typeof source === 'string') await checkSourcePixels(source);
    throw error;
  }
  return { width: layout.width, height: layout.height };
}

/**
 * Decodes a picture after a failure, to find out if the source is the cause, and not a full disk.
 *
 * @throws {KinoraError} `asset_not_media` if the source is damaged.
 */
export async function checkSourcePixels(path: string): Promise<void> {
  try {
    await checkPixels(path);
  } catch (error) {
    if (!(error instanceof StillError)) throw error;
    throw new KinoraError('asset_not_media', 'The picture is damaged or incomplete.', { cause: error });
  }
}

/** Reports progress while a piece of work runs that cannot report its own. */
export async function keepAlive<Value>(onProgress: () => void, work: () => Promise<Value>): Promise<Value> {
  const timer = setInterval(onProgress, PROGRESS_INTERVAL_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
