import { drawingOf } from '../draw/asset-drawing.ts';
import type { Drawing } from '../draw/drawing.ts';
import { madeDrawing } from '../draw/made-drawing.ts';
import type { Fonts } from '../fonts/fonts.ts';
import type { MadePicture, Picture, SeenClip, Timeline, VectorPicture } from '../resolve/timeline.ts';
import { isStill, largestOf } from '../scene/moving.ts';
import { frameOf, type Size } from '../scene/placement.ts';
import type { Layer } from '../scene/scene.ts';
import { BlurredSheets, softSize } from './blurred-sheets.ts';
import { COLOURINGS } from './colour-filter.ts';
import { DrawnSheet, DrawnSource } from './drawn-source.ts';
import { FilteredSource } from './filtered-source.ts';
import type { LookSource } from './look.ts';
import { MaskedSource } from './masked-source.ts';
import { MovingSource } from './moving-source.ts';
import { type SheetSource, stillSheet } from './sheet.ts';
import { stillSource } from './still-source.ts';
import { VideoSheet } from './video-sheet.ts';
import { VideoSource } from './video-source.ts';

/** Sigma of the filter `blur` in widths of the output (contract 2.10). */
const BLUR = 0.01;
/** So many sigma from where it is, nothing of a blurred letter is seen any more. */
const BLEED = 3;

/** For a clip of which nothing lies on the output. */
const NOTHING: LookSource = { at: () => Promise.resolve(undefined), [Symbol.dispose]: () => undefined };

/** Opens what a layer's clip shows. @param fonts those that texts may ask for. */
export async function openSource(layer: Layer, timeline: Timeline, fonts: Fonts): Promise<LookSource> {
  const source = await openFiltered(layer, timeline, fonts);
  return layer.clip.mattes ? new MaskedSource(source, layer.clip, timeline) : source;
}

async function openFiltered(layer: Layer, timeline: Timeline, fonts: Fonts): Promise<LookSource> {
  const { filter } = layer.clip;
  const blur = filter === 'blur' ? BLUR * timeline.width : undefined;
  const source = await openUnmasked(layer, timeline, fonts, blur);
  return filter === undefined || filter === 'blur' ? source : new FilteredSource(source, COLOURINGS[filter]);
}

/** The looks in their own colours. @param blur sigma of a Gaussian blur in pixels of the output. */
async function openUnmasked(
  layer: Layer,
  timeline: Timeline,
  fonts: Fonts,
  blur: number | undefined,
): Promise<LookSource> {
  const { clip, placement } = layer;
  const { picture } = clip;
  if (!isStill(clip) || (blur !== undefined && !blursInPlace(picture))) {
    return new MovingSource(await openSheets(clip, timeline, fonts, blur), timeline);
  }
  switch (picture.kind) {
    case 'video':
      return (await VideoSource.open(picture, placement, timeline, blur)) ?? NOTHING;
    case 'still':
      return stillSource(picture.media, placement, timeline, blur);
    case 'vector':
    case 'drawn':
    case 'caption':
    case 'rich-caption':
      return new DrawnSource(await openDrawing(clip, picture, timeline, fonts), timeline);
  }
}

/** Whether a picture can be blurred where it lies: the blur of what has no edges reaches out of it, and of its part of the output. */
function blursInPlace(picture: Picture): boolean {
  if (picture.kind === 'video') return !picture.track.alpha && !picture.key;
  return picture.kind === 'still';
}

async function openSheets(
  clip: SeenClip,
  timeline: Timeline,
  fonts: Fonts,
  blur: number | undefined,
): Promise<SheetSource> {
  const largest = largestOf(clip, timeline);
  if (blur === undefined) return openSharp(clip, timeline, fonts, largest);
  const soft = softSize(largest, blur);
  const margin = (BLEED * blur * soft.width) / largest.width;
  return new BlurredSheets(await openSharp(clip, timeline, fonts, soft, margin), blur, largest, clip.crop);
}

/** The sheets without a blur. @param margin how much is left free around a drawing, in pixels of the largest size. */
async function openSharp(
  clip: SeenClip,
  timeline: Timeline,
  fonts: Fonts,
  largest: Size,
  margin = 0,
): Promise<SheetSource> {
  const { picture } = clip;
  switch (picture.kind) {
    case 'video':
      return VideoSheet.open(picture, largest, timeline.rate);
    case 'still':
      return stillSheet(picture.media, largest);
    case 'vector':
      return new DrawnSheet(await openDrawing(clip, picture, timeline, fonts), { largest, output: timeline });
    case 'drawn':
    case 'caption':
    case 'rich-caption':
      return new DrawnSheet(await openDrawing(clip, picture, timeline, fonts), {
        largest,
        margin,
        output: timeline,
      });
  }
}

/** A drawing in a file is drawn as one in an edit, in a box of its own size. */
function openDrawing(
  clip: SeenClip,
  picture: MadePicture | VectorPicture,
  output: Size,
  fonts: Fonts,
): Promise<Drawing> {
  if (picture.kind !== 'vector') return madeDrawing(picture, frameOf(clip, output), fonts);
  return drawingOf({ type: 'svg', src: picture.media.markup }, { frame: picture.media, lasts: 0, fonts });
}
