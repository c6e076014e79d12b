import type { VisualClip } from '../../resolve/timeline.ts';
import { largestUncroppedSizeOf } from '../../scene/clip-motion.ts';
import { projectPoint } from '../../scene/homography.ts';
import { projectionOf } from '../../scene/perspective.ts';
import type { PixelSize } from '../../scene/placement.ts';
import { reachOfRim } from '../../scene/rim.ts';
import { layerAt } from '../../scene/scene.ts';
import type { ComposedTimeline } from '../planes/surface.ts';
import { SHADOW_REACH } from '../rim/blur-shadow.ts';
import type { FlatPicture } from './perspective-source.ts';

/** Moments of a clip at which its size in space is looked at. */
const MOMENTS = 12;
/** Pixels of the flat picture per pixel of the surface where it is largest. More pixels keep details sharp. */
const SHARPNESS = 1.5;
/** The most pixels of a side of a flat picture, as a multiple of the longer side of the surface. */
const MOST = 1.5;
/** The most pixels of a side of a flat picture with what surrounds it, as a multiple of {@link MOST}. */
const MOST_AROUND = 1.5;
/** Room around the clip and its shadows, as a share of its longer side, and in pixels. */
const ROOM = { share: 0.05, pixels: 4 };

/**
 * Returns the size at which a clip in space is drawn flat: that of its longest edges.
 *
 * @param canvas the timeline with the size of the canvas that the clip is placed in.
 * @param scale pixels of the surface per pixel of the canvas.
 * @param surface size in pixels.
 */
export function planFlatPicture(
  clip: VisualClip,
  canvas: ComposedTimeline,
  scale: number,
  surface: PixelSize,
): FlatPicture {
  const largest = largestUncroppedSizeOf(clip, canvas);
  const most = MOST * Math.max(surface.width, surface.height);
  const wanted = SHARPNESS * longestEdgeOf(clip, canvas, largest) * scale;
  const longest = Math.max(largest.width, largest.height);
  const reach = reachOf(clip, canvas, largest);
  const limit = Math.min(most / longest, (MOST_AROUND * most) / (longest + 2 * reach));
  const factor = Math.max(1 / Math.min(largest.width, largest.height), Math.min(wanted, limit));
  const [width, height] = [factor * largest.width, factor * largest.height];
  const room = Math.ceil(ROOM.share * Math.max(width, height) + factor * reach) + ROOM.pixels;
  return {
    width: Math.ceil(width) + 2 * room,
    height: Math.ceil(height) + 2 * room,
    box: { x: room, y: room, width, height },
  };
}

/** Returns how far shadows and a border reach out of a clip of its largest size at most, in pixels of the canvas. */
function reachOf({ rim, ...clip }: VisualClip, canvas: PixelSize, largest: PixelSize): number {
  if (!rim) return 0;
  // The flat picture has the largest size also where an effect enlarges the clip less, and so has its rim.
  const { effect: _, ...still } = clip;
  return (largest.width / largestUncroppedSizeOf(still, canvas).width) * reachOfRim(rim, SHADOW_REACH);
}

/** Returns how many times longer than flat the edges of a clip are in space, at most. */
function longestEdgeOf(clip: VisualClip, canvas: ComposedTimeline, largest: PixelSize): number {
  const count = Math.min(MOMENTS, clip.to - clip.from);
  const lengths = Array.from({ length: count }, (_, index) => {
    const frame = clip.from + Math.floor(((clip.to - clip.from - 1) * index) / Math.max(1, count - 1));
    const layer = layerAt(clip, frame, canvas);
    const { x, y, width, height } = layer.uncropped;
    const projection = projectionOf(layer);
    const [one, two, three, four] = [
      { x, y },
      { x: x + width, y },
      { x: x + width, y: y + height },
      { x, y: y + height },
    ].map((corner) => projectPoint(projection, corner));
    if (!one || !two || !three || !four || [one, two, three, four].some(({ w }) => w <= 0)) return 1;
    const span = (from: typeof one, to: typeof one): number => Math.hypot(to.x - from.x, to.y - from.y);
    return Math.max(
      Math.max(span(one, two), span(four, three)) / largest.width,
      Math.max(span(one, four), span(two, three)) / largest.height,
    );
  });
  return Math.max(...lengths.filter(Number.isFinite), 0);
}
