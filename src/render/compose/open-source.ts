import type { Seconds } from '../../base/time.ts';
import { frameOf, type Size } from '../scene/placement.ts';
import { isStill, largestOf } from '../scene/moving.ts';
import type { Layer } from '../scene/scene.ts';
import type { LookSource } from './look.ts';
import { MovingSource } from './moving-source.ts';
import { drawnSheet, type SheetSource, stillSheet } from './sheet.ts';
import { drawnSource, stillSource } from './still-source.ts';
import { VideoSheet } from './video-sheet.ts';
import { VideoSource } from './video-source.ts';

/** For a clip of which nothing lies on the output. */
const NOTHING: LookSource = { at: () => Promise.resolve(undefined), [Symbol.dispose]: () => undefined };

/**
 * Opens what a layer's clip shows.
 *
 * @param output size in pixels.
 * @param tail how long the last picture of a video may be kept beyond its end, in seconds.
 */
export async function openSource(layer: Layer, output: Size, tail: Seconds): Promise<LookSource> {
  const { clip, placement } = layer;
  if (!isStill(clip)) return new MovingSource(await openSheets(layer, output, tail), output);
  const { picture } = clip;
  switch (picture.kind) {
    case 'video':
      return (await VideoSource.open(picture, placement, output, tail)) ?? NOTHING;
    case 'still':
      return stillSource(picture.media, placement, output);
    case 'drawn':
      return drawnSource(picture.asset, frameOf(clip, output), placement, output);
  }
}

async function openSheets({ clip }: Layer, output: Size, tail: Seconds): Promise<SheetSource> {
  const { picture } = clip;
  const largest = largestOf(clip, output);
  switch (picture.kind) {
    case 'video':
      return VideoSheet.open(picture, largest, tail);
    case 'still':
      return stillSheet(picture.media, largest);
    case 'drawn':
      return drawnSheet(picture.asset, frameOf(clip, output), largest);
  }
}
