import { toRate, roundRate } from '../../../base/time.ts';
import type { MediaFacts } from '../../../ingest/model.ts';
import { readPlayback } from '../../stills/still.ts';
import { type AnimationEncoding, type StillLayout, writeAnimation } from '../../stills/write-still.ts';
import type { RenditionSource, RenditionTarget } from '../rendition.ts';
import { speedOf } from '../speed.ts';
import { checkSourcePixels } from './write-picture.ts';

/** True if a source is an animated GIF or WebP, whose frames and times {@link writeFrames} keeps. */
export async function canKeepFrames({ path, media, extension = '' }: RenditionSource): Promise<boolean> {
  const isReadable = ['.gif', '.webp'].includes(extension);
  return media.kind === 'animation' && isReadable && (await readPlayback(path)) !== undefined;
}

/**
 * Writes an animated picture with the frames of an animated GIF or WebP. Each frame keeps its time, at the
 * speed of the transformation.
 *
 * @throws {KinoraError} `validation_failed` if the speed is 0, or `asset_not_media` if the source is damaged.
 */
export async function writeFrames(
  { path: source }: RenditionSource,
  layout: StillLayout,
  encoding: AnimationEncoding,
  { path, transformation }: RenditionTarget,
): Promise<MediaFacts> {
  const { width, height } = layout;
  const change = { layout, speed: speedOf(transformation).valueOf() };
  try {
    const { frameCount, duration } = await writeAnimation(source, change, encoding, path);
    return { width, height, duration, fps: roundRate(toRate(frameCount / duration)) };
  } catch (error) {
    await checkSourcePixels(source);
    throw error;
  }
}
