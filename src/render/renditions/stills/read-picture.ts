import { KinoraError } from '../../../base/errors.ts';
import { readPictures } from '../../av/convert/picture-source.ts';
import { copyPackedPixels } from '../../av/video/convert-frame.ts';
import { decodeStill } from '../../av/video/decode-still.ts';
import { RgbaConverter } from '../../av/video/rgba-converter.ts';
import type { StillMedia, VectorMedia, VideoTrack } from '../../media/media.ts';
import { drawSvg } from '../../draw/svg/svg-drawing.ts';
import { SvgError } from '../../draw/svg/svg-renderer.ts';
import { readStillSize, type RgbaImage } from '../../stills/still.ts';
import type { StillLayout } from '../../stills/write-still.ts';
import type { RenditionSource } from '../rendition.ts';
import { placePicture, type RenditionSize, type PixelWindow, toPixels } from '../size.ts';
import type { RenditionTransformation } from '../../../ingest/model.ts';

/** A picture with its place in the rendition. */
export interface PlacedPicture {
  /** The path of a file that sharp reads, or pixels. */
  readonly source: string | RgbaImage;
  readonly layout: StillLayout;
}

/**
 * Reads the picture of a source for a rendition: the picture itself, or the first one of a video.
 *
 * @throws {KinoraError} `validation_failed` if the source is a sound, or if the new size is too large, or
 *   `asset_not_media` if no picture can be decoded.
 */
export function readPicture(
  { path, media, drawing }: RenditionSource,
  transformation: RenditionTransformation,
): Promise<PlacedPicture> {
  switch (media.kind) {
    case 'still':
      return readStillPicture(media, transformation);
    case 'animation':
      return readStillPicture({ path }, transformation);
    case 'vector':
      return drawing === undefined
        ? Promise.resolve(drawVector(media, transformation))
        : placeDrawing(media, drawing, transformation);
    case 'av':
      if (media.video) return readFirstPicture(media.video, transformation);
      throw new KinoraError('validation_failed', 'A sound has no picture.');
  }
}

async function readStillPicture(
  { path, demuxer }: Pick<StillMedia, 'path' | 'demuxer'>,
  transformation: RenditionTransformation,
): Promise<PlacedPicture> {
  // FFmpeg alone reads formats with a demuxer.
  if (demuxer !== undefined) {
    const source = await decodeStill(path, demuxer);
    return { source, layout: placePicture(source, transformation) };
  }
  return { source: path, layout: placePicture(await readStillSize(path), transformation) };
}

/** Draws a vector drawing in the size in which the rendition shows it. */
function drawVector(media: VectorMedia, transformation: RenditionTransformation): PlacedPicture {
  const size = { width: toPixels(media.width), height: toPixels(media.height) };
  const layout = placePicture(size, transformation);
  const { crop, picture } = layout;
  const scale = Math.max(picture.width / crop.width, picture.height / crop.height);
  const source = drawMarkup(media.markup, scale);
  return { source, layout: { ...layout, crop: scaleWindow(crop, size, source) } };
}

/** Places the picture that a browser has drawn. */
async function placeDrawing(
  media: VectorMedia,
  drawing: string,
  transformation: RenditionTransformation,
): Promise<PlacedPicture> {
  const size = { width: toPixels(media.width), height: toPixels(media.height) };
  const layout = placePicture(size, transformation);
  const crop = scaleWindow(layout.crop, size, await readStillSize(drawing));
  return { source: drawing, layout: { ...layout, crop } };
}

function drawMarkup(markup: string, scale: number): RgbaImage {
  try {
    return drawSvg(markup, scale);
  } catch (error) {
    if (!(error instanceof SvgError)) throw error;
    throw new KinoraError('asset_not_media', `The drawing ${error.message}`, { cause: error });
  }
}

/** Decodes the first picture of a video in the size of the rendition. */
async function readFirstPicture(
  video: VideoTrack,
  transformation: RenditionTransformation,
): Promise<PlacedPicture> {
  const layout = placePicture(video, transformation);
  const { width, height } = layout;
  using converter = new RgbaConverter(video, layout);
  for await (using frame of readPictures(video, 1)) {
    using picture = await converter.convert(frame);
    const whole = { left: 0, top: 0, width, height };
    return { source: copyPackedPixels(picture), layout: { width, height, crop: whole, picture: whole } };
  }
  throw new KinoraError('asset_not_media', 'The video has no picture that can be decoded.');
}

/** Converts a part of a picture to the pixels of a copy in another size. */
function scaleWindow(
  { left, top, width, height }: PixelWindow,
  from: RenditionSize,
  to: RenditionSize,
): PixelWindow {
  const [x, y] = [to.width / from.width, to.height / from.height];
  const at = { left: Math.floor(left * x), top: Math.floor(top * y) };
  return {
    ...at,
    width: Math.min(to.width - at.left, toPixels(width * x)),
    height: Math.min(to.height - at.top, toPixels(height * y)),
  };
}
