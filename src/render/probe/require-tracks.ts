import { KinoraError } from '../../base/errors.ts';
import type { AvMedia } from '../media/media.ts';

/**
 * Waits for a probe, and rejects a file without anything to see or hear.
 *
 * @throws {KinoraError} `asset_not_media`. The caller puts the name of the file in front of the message.
 */
export async function requireTracks(probing: Promise<AvMedia>): Promise<AvMedia> {
  const media = await probing;
  if (!media.video && !media.audio) {
    throw new KinoraError(
      'asset_not_media',
      'is not a media file: it contains no picture or sound that can be decoded',
    );
  }
  return media;
}
