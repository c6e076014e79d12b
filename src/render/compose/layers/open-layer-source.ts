import { KinoraError } from '../../../base/errors.ts';
import { createAssetDrawing } from '../../draw/asset-drawing.ts';
import type { Drawing } from '../../draw/drawing.ts';
import { createDrawing } from '../../draw/create-drawing.ts';
import { createLottieDrawing } from '../../draw/lottie/lottie-drawing.ts';
import { SvgError } from '../../draw/svg/svg-renderer.ts';
import type { SharedReaders } from '../../av/video/shared-readers.ts';
import type { FontLibrary } from '../../fonts/font-library.ts';
import type {
  GraphicVisual,
  LottieVisual,
  Visual,
  VisualClip,
  VectorVisual,
} from '../../resolve/timeline.ts';
import type { ComposedTimeline } from '../planes/surface.ts';
import { isStationary, largestSizeOf } from '../../scene/clip-motion.ts';
import { viewportOf, type PixelSize } from '../../scene/placement.ts';
import type { Layer } from '../../scene/scene.ts';
import { BlurredBitmaps, blurredSizeFor } from '../bitmaps/blurred-bitmaps.ts';
import { COLOUR_FILTERS } from './colour-filter.ts';
import { DrawingSource } from './drawing-source.ts';
import { DrawingBitmaps } from '../bitmaps/drawing-bitmaps.ts';
import { FilteredSource } from './filtered-source.ts';
import type { LayerSource } from './layer-image.ts';
import { MaskedSource } from '../mattes/masked-source.ts';
import { MovingSource } from './moving-source.ts';
import { type BitmapSource, createStillBitmapSource } from '../bitmaps/bitmap.ts';
import { createStillSource } from './still-source.ts';
import { VideoBitmaps } from '../bitmaps/video-bitmaps.ts';
import { VideoSource } from './video-source.ts';

/** Sigma of the filter `blur`, as a fraction of the output's width (contract 2.10). */
const BLUR_SIGMA = 0.01;
/** Distance from a letter, in sigmas, beyond which the blur of the letter is invisible. */
const BLUR_REACH_SIGMAS = 3;

/** The source of a clip that lies outside the output. */
const EMPTY_SOURCE: LayerSource = { at: () => Promise.resolve(undefined), [Symbol.dispose]: () => undefined };

/** Everything that sources of one timeline share. */
export interface SourceParts {
  readonly timeline: ComposedTimeline;
  /** The fonts that texts may use. */
  readonly fonts: FontLibrary;
  readonly readers: SharedReaders;
}

/**
 * Opens the source of a layer's clip.
 *
 * @param layer the first layer of the clip to draw.
 * @param parts the timeline of the clip, its fonts and its open videos.
 * @throws {MediaError} if a video file cannot be read.
 */
export async function openLayerSource(layer: Layer, parts: SourceParts): Promise<LayerSource> {
  const source = await openFiltered(layer, parts);
  const { timeline, readers } = parts;
  return layer.clip.mattes ? new MaskedSource(source, layer.clip, timeline, readers) : source;
}

async function openFiltered(layer: Layer, parts: SourceParts): Promise<LayerSource> {
  const { filter } = layer.clip;
  const blur = filter === 'blur' ? BLUR_SIGMA * parts.timeline.width : undefined;
  const source = await openUnmasked(layer, parts, blur);
  return filter === undefined || filter === 'blur'
    ? source
    : new FilteredSource(source, COLOUR_FILTERS[filter]);
}

/**
 * Opens the source of a layer's clip without its colour filter and mattes.
 *
 * @param blur sigma of a Gaussian blur in pixels of the output.
 */
async function openUnmasked(
  layer: Layer,
  parts: SourceParts,
  blur: number | undefined,
): Promise<LayerSource> {
  const { timeline, fonts, readers } = parts;
  const { clip, placement } = layer;
  const { visual } = clip;
  if (!isStationary(clip) || (blur !== undefined && !canBlurInPlace(visual))) {
    return new MovingSource(await openBitmaps(clip, parts, blur), timeline);
  }
  switch (visual.kind) {
    case 'video':
      return (
        (await VideoSource.open(visual, placement, timeline, blur, readers.openerFor(clip))) ?? EMPTY_SOURCE
      );
    case 'still':
      return createStillSource(visual.media, placement, timeline, blur);
    case 'vector':
    case 'lottie':
    case 'drawn':
    case 'caption':
    case 'rich-caption':
      return new DrawingSource(await openDrawing(clip, visual, timeline, fonts), timeline);
  }
}

/**
 * Returns true if a picture can be blurred within its rectangle. The blur of a drawing, or of a video with
 * transparent parts, spreads beyond the visible part, so such a picture cannot be blurred this way.
 */
function canBlurInPlace(visual: Visual): boolean {
  if (visual.kind === 'video') return !visual.track.alpha && !visual.chromaKey;
  return visual.kind === 'still';
}

async function openBitmaps(
  clip: VisualClip,
  parts: SourceParts,
  blur: number | undefined,
): Promise<BitmapSource> {
  const { timeline } = parts;
  const largest = largestSizeOf(clip, timeline);
  if (blur === undefined) return openSharpBitmaps(clip, parts, largest);
  const blurredSize = blurredSizeFor(largest, blur);
  const margin = (BLUR_REACH_SIGMAS * blur * blurredSize.width) / largest.width;
  return new BlurredBitmaps(
    await openSharpBitmaps(clip, parts, blurredSize, margin),
    blur,
    largest,
    clip.crop,
  );
}

/**
 * Opens the bitmaps without a blur.
 *
 * @param margin empty margin around a drawing, in pixels at the largest size.
 */
async function openSharpBitmaps(
  clip: VisualClip,
  { timeline, fonts, readers }: SourceParts,
  largest: PixelSize,
  margin = 0,
): Promise<BitmapSource> {
  const { visual } = clip;
  switch (visual.kind) {
    case 'video':
      return VideoBitmaps.open(visual, largest, timeline.rate, readers.openerFor(clip));
    case 'still':
      return createStillBitmapSource(visual.media, largest);
    case 'vector':
    case 'lottie':
      return new DrawingBitmaps(await openDrawing(clip, visual, timeline, fonts), {
        largest,
        output: timeline,
      });
    case 'drawn':
    case 'caption':
    case 'rich-caption':
      return new DrawingBitmaps(await openDrawing(clip, visual, timeline, fonts), {
        largest,
        margin,
        output: timeline,
      });
  }
}

/**
 * Creates the drawing of a clip. An SVG file is drawn like inline SVG, in a box that has the size of the
 * file's picture.
 */
function openDrawing(
  clip: VisualClip,
  visual: GraphicVisual | LottieVisual | VectorVisual,
  output: PixelSize,
  fonts: FontLibrary,
): Promise<Drawing> {
  if (visual.kind === 'vector') {
    const asset = { type: 'svg', src: visual.media.markup } as const;
    const drawing = createAssetDrawing(asset, { frame: visual.media, duration: 0, fonts });
    return nameClipInErrors(drawing, clip);
  }
  if (visual.kind === 'lottie') return Promise.resolve(createLottieDrawing(visual));
  const drawing = createDrawing(visual, viewportOf(clip, output), fonts);
  const isSvg = visual.kind === 'drawn' && visual.asset.type === 'svg';
  return isSvg ? nameClipInErrors(drawing, clip) : drawing;
}

/** Returns the drawing of an SVG. If it cannot be drawn, its error is one for the client and names the clip. */
async function nameClipInErrors(opening: Promise<Drawing>, { field }: VisualClip): Promise<Drawing> {
  const drawing = await opening;
  return {
    ...drawing,
    draw: (...parts) => {
      try {
        drawing.draw(...parts);
      } catch (error) {
        if (!(error instanceof SvgError)) throw error;
        throw new KinoraError('validation_failed', `${field}.asset.src: ${error.message}`, { cause: error });
      }
    },
  };
}
