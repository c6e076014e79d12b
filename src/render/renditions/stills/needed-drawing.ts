import type { RenditionTransformation } from '../../../ingest/model.ts';
import { addNamespace } from '../../draw/svg/svg-drawing.ts';
import { listSvgFeatures } from '../../draw/svg/svg-features.ts';
import type { VectorMedia } from '../../media/media.ts';
import { maxScaleOf } from '../../stills/raster-limit.ts';
import { placePicture, type RenditionSize, toPixels } from '../size.ts';

/** An SVG that only a browser draws as it is meant, and the picture of it that a rendition needs. */
export interface NeededDrawing {
  /** The markup, with its XML namespace. */
  readonly svg: string;
  /** The size that the SVG declares, in pixels, which need not be whole. */
  readonly natural: Pick<VectorMedia, 'width' | 'height'>;
  /** The size of the picture in whole pixels. */
  readonly size: RenditionSize;
}

/** Returns the picture that a rendition of an SVG needs of a browser, or undefined if it needs none. */
export function findNeededDrawing(
  media: VectorMedia,
  transformation: RenditionTransformation,
): NeededDrawing | undefined {
  if (listSvgFeatures(media.markup).length === 0) return undefined;
  const { width, height } = media;
  const { crop, picture } = placePicture(
    { width: toPixels(width), height: toPixels(height) },
    transformation,
  );
  const scale = Math.min(
    Math.max(picture.width / crop.width, picture.height / crop.height),
    maxScaleOf(media),
  );
  const size = {
    width: Math.max(1, Math.ceil(width * scale)),
    height: Math.max(1, Math.ceil(height * scale)),
  };
  return { svg: addNamespace(media.markup), natural: { width, height }, size };
}
