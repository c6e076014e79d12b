import { KinoraError } from '../../../base/errors.ts';
import { createAssetDrawing } from '../../draw/asset-drawing.ts';
import type { Drawing } from '../../draw/drawing.ts';
import type { BandLevels } from '../../draw/measured/followed-sound.ts';
import { createDrawing } from '../../draw/create-drawing.ts';
import { createLottieDrawing } from '../../draw/lottie/lottie-drawing.ts';
import { SvgError } from '../../draw/svg/svg-renderer.ts';
import type { OpenReader, SharedReaders } from '../../av/video/shared-readers.ts';
import type { FontLibrary } from '../../fonts/font-library.ts';
import type {
  GraphicVisual,
  GroupVisual,
  LottieVisual,
  Visual,
  VisualClip,
  VectorVisual,
  VideoVisual,
} from '../../resolve/timeline.ts';
import { openCutout } from '../../subject/frame-cutter.ts';
import type { ComposedTimeline } from '../planes/surface.ts';
import { needsPicture } from '../../grade/kinds.ts';
import { BLUR_SIGMA, COLOUR_FILTERS } from '../../scene/filters.ts';
import {
  isEverChanged,
  isEverCovered,
  isEverSmeared,
  isStationary,
  largestSizeOf,
  largestUncroppedSizeOf,
} from '../../scene/clip-motion.ts';
import { hidesOverflow, viewportOf, type PixelSize, scaleSize } from '../../scene/placement.ts';
import type { Layer } from '../../scene/scene.ts';
import { BlurredBitmaps, blurredSizeFor } from '../bitmaps/blurred-bitmaps.ts';
import { FilteredBitmaps } from '../effects/filtered-bitmaps.ts';
import { reachOf } from '../effects/filter-reach.ts';
import { Grader } from '../grade/grader.ts';
import { ChangedSource } from './changed-source.ts';
import { ColourFilter } from './colour-filter.ts';
import { DrawingSource } from './drawing-source.ts';
import { DrawingBitmaps } from '../bitmaps/drawing-bitmaps.ts';
import { FilteredSource } from './filtered-source.ts';
import { GroupBitmaps, type GroupLayers } from '../groups/group-bitmaps.ts';
import type { LayerSource } from './layer-image.ts';
import { MaskedSource } from '../mattes/masked-source.ts';
import { RimmedSource } from '../rim/rimmed-source.ts';
import { MovingSource } from './moving-source.ts';
import { planFlatPicture } from './flat-picture.ts';
import { PerspectiveSource } from './perspective-source.ts';
import { type BitmapSource, createStillBitmapSource } from '../bitmaps/bitmap.ts';
import { ShutterSource } from './shutter-source.ts';
import { SmearedSource } from './smeared-source.ts';
import { createStillSource } from './still-source.ts';
import { VideoBitmaps } from '../bitmaps/video-bitmaps.ts';
import { VideoSource } from './video-source.ts';

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
  /** The sound of the timeline, for waveforms. Silence if absent. */
  readonly levels?: BandLevels | undefined;
  /** Size in pixels of the canvas that the clip is placed in: that of its group, or of the timeline. */
  readonly canvas: PixelSize;
  /** Pixels of the surface per pixel of the canvas. */
  readonly scale: number;
  /**
   * Opens the layers of a group.
   *
   * @param clips the clips of the group.
   * @param canvas size of its canvas in pixels.
   * @param surface the size in pixels at which the canvas is painted, and its pixels per pixel of the canvas.
   */
  readonly openLayers: (
    clips: readonly VisualClip[],
    canvas: PixelSize,
    surface: { readonly size: PixelSize; readonly scale: number },
  ) => GroupLayers;
}

/**
 * Opens the source of a layer's clip.
 *
 * @param layer the first layer of the clip to draw.
 * @param parts the timeline of the clip, its fonts and its open videos.
 * @throws {MediaError} if a video file cannot be read.
 */
export async function openLayerSource(layer: Layer, parts: SourceParts): Promise<LayerSource> {
  const { clip } = layer;
  const { timeline } = parts;
  const source = clip.perspective ? await openInSpace(layer, parts) : await openFlat(layer, parts);
  const smeared = isEverSmeared(clip) ? new SmearedSource(source, timeline) : source;
  const changed = isEverChanged(clip) ? new ChangedSource(smeared, timeline) : smeared;
  return clip.shutter !== undefined && !isStationary(clip) ? new ShutterSource(changed, timeline) : changed;
}

/** Opens the source of a clip that is seen in space. It is drawn flat at the size that its longest edges have there. */
async function openInSpace(layer: Layer, parts: SourceParts): Promise<LayerSource> {
  const { timeline, canvas, scale } = parts;
  const flat = planFlatPicture(layer.clip, { ...timeline, ...canvas }, scale, timeline);
  const surface = { width: flat.width, height: flat.height, fullColour: true };
  const largest = largestUncroppedSizeOf(layer.clip, canvas);
  const source = await openFlat(layer, {
    ...parts,
    timeline: { ...timeline, ...surface },
    scale: flat.box.width / largest.width,
  });
  return new PerspectiveSource(source, flat, timeline);
}

/** Opens the source of a clip with its filters, what surrounds it, and its mattes. */
async function openFlat(layer: Layer, parts: SourceParts): Promise<LayerSource> {
  const { timeline, readers } = parts;
  const filtered = await openFiltered(layer, parts);
  const source = layer.clip.rim ? new RimmedSource(filtered, timeline) : filtered;
  const largest = largestUncroppedOf(layer.clip, parts);
  return layer.clip.mattes || isEverCovered(layer.clip)
    ? new MaskedSource(source, largest, timeline, readers)
    : source;
}

/** Opens the source of a layer's clip with all its filters: the named one first, then those with values. */
async function openFiltered(layer: Layer, parts: SourceParts): Promise<LayerSource> {
  const { clip } = layer;
  const { filter, sigma = BLUR_SIGMA, filters = [] } = clip;
  const blur = filter === 'blur' ? sigma * parts.canvas.width * parts.scale : undefined;
  const named =
    filter === undefined || filter === 'blur' ? undefined : new ColourFilter(COLOUR_FILTERS[filter]);
  // Filters of the pixels around or of a part of the picture, and all before them, are applied before the picture is placed.
  const count = filters.findLastIndex(needsPicture) + 1;
  const source =
    count > 0
      ? await openSpatial(clip, parts, { blur, named, filters: filters.slice(0, count) })
      : applyNamed(await openUnmasked(layer, parts, blur), named);
  if (filters.length === count) return source;
  const grader = new Grader(filters.slice(count), parts.timeline.rate, parts.scale);
  return new FilteredSource(source, ({ time }) => grader.at(time));
}

function applyNamed(source: LayerSource, filter: ColourFilter | undefined): LayerSource {
  return filter ? new FilteredSource(source, () => filter) : source;
}

/** Opens the source of a clip whose filters depend on the pixels around. */
async function openSpatial(
  clip: VisualClip,
  parts: SourceParts,
  {
    blur,
    named,
    filters,
  }: {
    readonly blur: number | undefined;
    readonly named: ColourFilter | undefined;
    readonly filters: NonNullable<VisualClip['filters']>;
  },
): Promise<LayerSource> {
  const { timeline, scale } = parts;
  const largest = scaleSize(largestSizeOf(clip, parts.canvas), scale);
  const bitmaps = await openBitmaps(clip, parts, blur, scale * reachOf(filters));
  const shown = { clip, largest, rate: timeline.rate, scale, named };
  return new MovingSource(new FilteredBitmaps(bitmaps, filters, shown), timeline);
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
  const { timeline } = parts;
  const { clip, placement } = layer;
  const { visual } = clip;
  const isBlurredFlat = blur !== undefined && !canBlurInPlace(visual);
  if (visual.kind === 'group' || !isStationary(clip) || isBlurredFlat) {
    return new MovingSource(await openBitmaps(clip, parts, blur), timeline);
  }
  switch (visual.kind) {
    case 'video':
      return (
        (await VideoSource.open(visual, placement, timeline, blur, openerFor(visual, parts))) ?? EMPTY_SOURCE
      );
    case 'still':
      return createStillSource(visual.media, placement, timeline, blur);
    case 'vector':
    case 'lottie':
    case 'drawn':
    case 'caption':
    case 'rich-caption':
      return new DrawingSource(cutAtBox(await openDrawing(clip, visual, parts), clip), timeline);
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

/** Returns a drawing without its overflow if the clip hides it. */
export function cutAtBox(drawing: Drawing, clip: VisualClip): Drawing {
  if (drawing.bleed === 0 || !hidesOverflow(clip)) return drawing;
  const { width, height } = drawing;
  return {
    ...drawing,
    bleed: 0,
    draw(context, ...moment) {
      context.save();
      context.beginPath();
      context.rect(0, 0, width, height);
      context.clip();
      drawing.draw(context, ...moment);
      context.restore();
    },
  };
}

/** @param reach pixels at the largest size by which filters draw beyond the picture. */
async function openBitmaps(
  clip: VisualClip,
  parts: SourceParts,
  blur: number | undefined,
  reach = 0,
): Promise<BitmapSource> {
  const largest = scaleSize(largestSizeOf(clip, parts.canvas), parts.scale);
  if (blur === undefined) return openSharpBitmaps(clip, parts, largest, reach);
  const blurredSize = blurredSizeFor(largest, blur);
  const margin = ((BLUR_REACH_SIGMAS * blur + reach) * blurredSize.width) / largest.width;
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
  parts: SourceParts,
  largest: PixelSize,
  margin = 0,
): Promise<BitmapSource> {
  const { visual } = clip;
  const { timeline } = parts;
  switch (visual.kind) {
    case 'video':
      return VideoBitmaps.open(visual, largest, timeline.rate, openerFor(visual, parts));
    case 'still':
      return createStillBitmapSource(visual.media, largest);
    case 'vector':
    case 'lottie':
      return new DrawingBitmaps(await openDrawing(clip, visual, parts), { largest, output: timeline });
    case 'group':
      return openGroupBitmaps(clip, visual, parts, largest);
    case 'drawn':
    case 'caption':
    case 'rich-caption':
      return new DrawingBitmaps(await openDrawing(clip, visual, parts), {
        largest,
        margin,
        output: timeline,
      });
  }
}

/** Returns a function that opens the video of a clip. */
function openerFor(visual: VideoVisual, { readers }: SourceParts): OpenReader {
  const { track, cutout } = visual;
  const open = readers.openerFor(visual);
  return cutout ? openCutout(open, track, cutout.feather) : open;
}

/** Returns the largest size in pixels of the surface that a clip reaches, as if it had no crop. */
function largestUncroppedOf(clip: VisualClip, { canvas, scale }: SourceParts): PixelSize {
  return scaleSize(largestUncroppedSizeOf(clip, canvas), scale);
}

/** The factors by which the canvas of a group may be enlarged, so that the group is sharp where it is enlarged. */
const ENLARGEMENTS = [1.25, 1.5, 2];

/**
 * Opens the bitmaps of a group. An enlarged group is painted at the size at which it is shown, if the canvas then has
 * no more pixels than the surface. `checkGroups` counts on that.
 */
function openGroupBitmaps(
  clip: VisualClip,
  { clips, width, height }: GroupVisual,
  { timeline, openLayers }: SourceParts,
  largest: PixelSize,
): GroupBitmaps {
  const canvas = { width, height };
  const wanted = Math.max(largest.width / width, largest.height / height);
  const possible = ENLARGEMENTS.filter((factor) => {
    const enlarged = scaleSize(canvas, factor);
    const isWhole = Number.isInteger(enlarged.width) && Number.isInteger(enlarged.height);
    return isWhole && enlarged.width * enlarged.height <= timeline.width * timeline.height;
  });
  const scale = wanted <= 1 ? 1 : (possible.find((factor) => factor >= wanted) ?? possible.at(-1) ?? 1);
  const size = scaleSize(canvas, scale);
  return new GroupBitmaps(clip, openLayers(clips, canvas, { size, scale }), size, timeline.rate);
}

/** Everything that decides a drawing besides its clip. */
interface DrawingParts extends Pick<SourceParts, 'canvas' | 'fonts' | 'levels'> {
  readonly timeline: Pick<ComposedTimeline, 'rate'>;
}

/**
 * Creates the drawing of a clip. An SVG file is drawn like inline SVG, in a box that has the size of the
 * file's picture.
 */
export function openDrawing(
  clip: VisualClip,
  visual: GraphicVisual | LottieVisual | VectorVisual,
  { canvas, fonts, levels, timeline: { rate } }: DrawingParts,
): Promise<Drawing> {
  if (visual.kind === 'vector') {
    const { media, raster } = visual;
    const asset = { type: 'svg', src: media.markup } as const;
    const picture = raster !== undefined && { raster };
    const drawing = createAssetDrawing(asset, { frame: media, duration: 0, fonts, ...picture });
    return nameClipInErrors(drawing, clip);
  }
  if (visual.kind === 'lottie') return Promise.resolve(createLottieDrawing(visual));
  const fields = visual.kind === 'drawn' ? visual.heard : undefined;
  const sound = levels && { levels, fields, from: clip.from, rate: rate.valueOf() };
  const drawing = createDrawing(visual, viewportOf(clip, canvas), fonts, sound);
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
