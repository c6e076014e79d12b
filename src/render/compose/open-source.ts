import type { SvgAsset } from '../../edit/index.ts';
import type { Setting } from '../draw/drawing.ts';
import type { Fonts } from '../letters/fonts.ts';
import type { VectorMedia } from '../media/media.ts';
import type { DrawnPicture, SeenClip, Timeline } from '../resolve/timeline.ts';
import { isStill, largestOf } from '../scene/moving.ts';
import { frameOf, type Size } from '../scene/placement.ts';
import type { Layer } from '../scene/scene.ts';
import { DrawnSheet, DrawnSource } from './drawn-source.ts';
import type { LookSource } from './look.ts';
import { MaskedSource } from './masked-source.ts';
import { MovingSource } from './moving-source.ts';
import { type SheetSource, stillSheet } from './sheet.ts';
import { stillSource } from './still-source.ts';
import { VideoSheet } from './video-sheet.ts';
import { VideoSource } from './video-source.ts';

/** For a clip of which nothing lies on the output. */
const NOTHING: LookSource = { at: () => Promise.resolve(undefined), [Symbol.dispose]: () => undefined };

/** Opens what a layer's clip shows. @param fonts those that texts may ask for. */
export async function openSource(layer: Layer, timeline: Timeline, fonts: Fonts): Promise<LookSource> {
  const source = await openUnmasked(layer, timeline, fonts);
  return layer.clip.mattes ? new MaskedSource(source, layer.clip, timeline) : source;
}

async function openUnmasked(layer: Layer, timeline: Timeline, fonts: Fonts): Promise<LookSource> {
  const { clip, placement } = layer;
  if (!isStill(clip)) return new MovingSource(await openSheets(clip, timeline, fonts), timeline);
  const { picture } = clip;
  switch (picture.kind) {
    case 'video':
      return (await VideoSource.open(picture, placement, timeline)) ?? NOTHING;
    case 'still':
      return stillSource(picture.media, placement, timeline);
    case 'vector':
      return DrawnSource.open(svgOf(picture.media), { frame: picture.media, lasts: 0, fonts }, timeline);
    case 'drawn':
      return DrawnSource.open(picture.asset, settingOf(clip, picture, timeline, fonts), timeline);
  }
}

async function openSheets(clip: SeenClip, timeline: Timeline, fonts: Fonts): Promise<SheetSource> {
  const { picture } = clip;
  const largest = largestOf(clip, timeline);
  switch (picture.kind) {
    case 'video':
      return VideoSheet.open(picture, largest, timeline.rate);
    case 'still':
      return stillSheet(picture.media, largest);
    case 'vector':
      return DrawnSheet.open(svgOf(picture.media), { frame: picture.media, lasts: 0, fonts }, largest);
    case 'drawn':
      return DrawnSheet.open(picture.asset, settingOf(clip, picture, timeline, fonts), largest);
  }
}

/** A drawing in a file is drawn as one in an edit, in a box of its own size. */
function svgOf({ markup }: VectorMedia): SvgAsset {
  return { type: 'svg', src: markup };
}

function settingOf(clip: SeenClip, { lasts, raster }: DrawnPicture, output: Size, fonts: Fonts): Setting {
  return { frame: frameOf(clip, output), lasts, fonts, ...(raster !== undefined && { raster }) };
}
