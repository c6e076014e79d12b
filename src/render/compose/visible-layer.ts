import type { VisualClip } from '../resolve/timeline.ts';
import type { LayerImage } from './layers/layer-image.ts';
import { isSameRect, type PixelRect } from './planes/pixel-rect.ts';

/** A layer that is ready to be painted. */
export interface VisibleLayer {
  readonly clip: VisualClip;
  readonly image: LayerImage;
  readonly opacity: number;
  /** The part of the surface that the layer may change, in pixels. Absent for the whole surface. */
  readonly within?: PixelRect;
}

/** The layers of a group that are painted directly on the surface and then faded together. */
export interface VisibleGroup {
  readonly clip: VisualClip;
  readonly layers: readonly VisibleItem[];
  readonly opacity: number;
  readonly within: PixelRect;
}

/** Something to paint. */
export type VisibleItem = VisibleLayer | VisibleGroup;

/** True if nothing under a layer is visible. */
export function coversSurface(item: VisibleItem): boolean {
  if (!('image' in item) || item.clip.blend) return false;
  return !item.within && item.image.coversFrame && item.opacity === 1;
}

/** True if two lists of layers look the same. */
export function hasSameLayers(before: readonly VisibleItem[], now: readonly VisibleItem[]): boolean {
  return (
    before.length === now.length &&
    before.every((item, index) => hasSameLook(item, now[index] as VisibleItem)) // Both have the same length.
  );
}

function hasSameLook(before: VisibleItem, now: VisibleItem): boolean {
  if (before.opacity !== now.opacity || !isSameArea(before.within, now.within)) return false;
  if ('image' in before) return 'image' in now && now.image === before.image;
  return 'layers' in now && hasSameLayers(before.layers, now.layers);
}

function isSameArea(one: PixelRect | undefined, other: PixelRect | undefined): boolean {
  return one === other || (one !== undefined && other !== undefined && isSameRect(one, other));
}
