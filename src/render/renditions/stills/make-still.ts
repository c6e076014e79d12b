import { KinoraError } from '../../../base/errors.ts';
import type { MediaFacts, RenditionFormat } from '../../../ingest/model.ts';
import type { StillLayout } from '../../stills/write-still.ts';
import { canKeepFrames, writeFrames } from './write-frames.ts';
import { keepAlive, writePicture } from './write-picture.ts';
import type { RenditionSource, RenditionTarget } from '../rendition.ts';
import { readPicture } from './read-picture.ts';
import { stillEncodingOf, type StillRenditionFormat } from './still-quality.ts';

/** Maximum length of a side in pixels by format. The other formats store more than a rendition may have. */
const MAX_SIDES: Readonly<Partial<Record<RenditionFormat, number>>> = { webp: 16_383 };

/**
 * Makes a still picture of a picture, or of the first picture of a video. A WebP of an animated GIF or WebP
 * stays animated.
 *
 * @throws {KinoraError} `validation_failed` if the size is too large for the format, or `asset_not_media` if
 *   the source is damaged.
 */
export async function makeStill(source: RenditionSource, target: RenditionTarget): Promise<MediaFacts> {
  const { path, format, transformation, onProgress } = target;
  const encoding = stillEncodingOf(format as StillRenditionFormat, transformation.quality);
  const placed = await readPicture(source, transformation);
  checkSides(placed.layout, format);
  return encoding.format === 'webp' && (await canKeepFrames(source))
    ? keepAlive(onProgress, () => writeFrames(source, placed.layout, encoding, target))
    : keepAlive(onProgress, () => writePicture(placed, encoding, path));
}

function checkSides({ width, height }: StillLayout, format: RenditionFormat): void {
  const max = MAX_SIDES[format];
  if (max === undefined || Math.max(width, height) <= max) return;
  throw new KinoraError(
    'validation_failed',
    `The picture has ${width}x${height} pixels, but a side of a ${format} may have up to ${max}. Choose a smaller size or another format.`,
  );
}
