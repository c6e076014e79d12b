import type { Plane, Planes } from '../av/video/video-frame.ts';
import { intersect } from '../scene/placement.ts';
import { blendRegion, copyRegion } from './planes/blend.ts';
import type { PixelRect } from './planes/pixel-rect.ts';
import { mixImage } from './planes/mix-image.ts';
import { paint } from './planes/paint.ts';
import type { VisibleGroup, VisibleItem, VisibleLayer } from './visible-layer.ts';

/** The picture to paint on. */
export interface PaintedPicture {
  readonly planes: Planes;
  /**
   * The coverage of each pixel, in the size of `planes.y`. Absent for an opaque picture. The colours are
   * multiplied by it, because layers are painted on black.
   */
  readonly coverage?: Plane;
}

/** A plane of full coverage, as wide as any picture. All its rows are the same. */
const FULL: Plane = { data: new Uint8Array(2 ** 14).fill(255), stride: 0 };

/** Paints layers, the lowest first. */
export class LayerPainter {
  /** The pictures under the groups that are being painted, by their depth. Reused for every frame. */
  private readonly backdrops: PaintedPicture[] = [];

  /** Paints layers. @param depth number of groups around the layers. */
  paint(picture: PaintedPicture, items: readonly VisibleItem[], depth = 0): void {
    for (const item of items) {
      if ('image' in item) paintLayer(picture, item);
      else this.paintGroup(picture, item, depth);
    }
  }

  /**
   * Paints the layers of a group over a picture, and then the picture before that over them, as much as the group is
   * transparent. This is the same as painting one flat picture of the group, but needs no alpha.
   */
  private paintGroup(
    picture: PaintedPicture,
    { layers, opacity, within }: VisibleGroup,
    depth: number,
  ): void {
    const backdrop = this.copyBackdrop(picture, depth);
    this.paint(picture, layers, depth + 1);
    paint(picture.planes, { planes: backdrop.planes, x: 0, y: 0 }, within, 1 - opacity);
    const { coverage } = picture;
    if (!coverage || !backdrop.coverage) return;
    const region = {
      to: coverage,
      from: backdrop.coverage,
      alpha: undefined,
      toX: within.x,
      toY: within.y,
      fromX: within.x,
      fromY: within.y,
      width: within.width,
      height: within.height,
    };
    blendRegion(region, 256 - Math.round(opacity * 256));
  }

  private copyBackdrop({ planes, coverage }: PaintedPicture, depth: number): PaintedPicture {
    const kept = this.backdrops[depth];
    const { y, u, v } = planes;
    const copied = {
      planes: {
        ...planes,
        y: copyPlane(y, kept?.planes.y),
        u: copyPlane(u, kept?.planes.u),
        v: copyPlane(v, kept?.planes.v),
      },
      ...(coverage && { coverage: copyPlane(coverage, kept?.coverage) }),
    };
    this.backdrops[depth] = copied;
    return copied;
  }
}

function copyPlane({ data, stride }: Plane, memory: Plane | undefined): Plane {
  const isFitting = memory?.data.length === data.length;
  const copied = isFitting ? memory.data : new Uint8Array(data.length);
  copied.set(data);
  return { data: copied, stride };
}

function paintLayer(
  { planes, coverage }: PaintedPicture,
  { clip, image, opacity, within }: VisibleLayer,
): void {
  const area = within ? intersect(image.area, within) : image.area;
  const { blend } = clip;
  const mixed = blend ? mixImage({ planes, alpha: coverage ?? planes.alpha }, image, area, blend) : image;
  if (mixed) paint(planes, mixed, area, opacity);
  if (coverage) paintCoverage(coverage, image, area, opacity);
}

function paintCoverage(
  coverage: Plane,
  { planes: { alpha, width, height }, x, y }: VisibleLayer['image'],
  area: PixelRect,
  opacity: number,
): void {
  const painted = intersect(area, { x, y, width, height });
  if (painted.width <= 0 || painted.height <= 0) return;
  const region = {
    to: coverage,
    from: FULL,
    alpha,
    toX: painted.x,
    toY: painted.y,
    fromX: painted.x - x,
    fromY: painted.y - y,
    width: painted.width,
    height: painted.height,
  };
  const weight = Math.round(opacity * 256);
  if (!alpha && weight === 256) copyRegion(region);
  else blendRegion(region, weight);
}
