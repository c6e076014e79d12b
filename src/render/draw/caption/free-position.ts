/** A vertical extent: the top and the height, in pixels. */
export interface VerticalExtent {
  readonly top: number;
  readonly height: number;
}

/** Overlaps up to this many pixels are rounding errors. */
const TOLERANCE = 1e-6;

/**
 * Finds a free position for an extent. The first choice is the preferred position, moved into the bounds. If
 * that position is occupied, the result is the nearest free position directly above or below an occupied
 * extent. If two positions are equally near, the upper one wins.
 *
 * @param preferredExtent the extent to place, at the position that it would have if nothing else were
 * visible.
 * @param occupied the extents that are already occupied.
 * @param bounds the upper and the lower limit, in pixels.
 * @returns the top of the free position, or undefined if no position is free.
 */
export function findFreePosition(
  preferredExtent: VerticalExtent,
  occupied: readonly VerticalExtent[],
  bounds: { readonly from: number; readonly to: number },
): number | undefined {
  const { top, height } = preferredExtent;
  const preferred = Math.max(bounds.from, Math.min(top, bounds.to - height));
  const candidates = [
    preferred,
    ...occupied.flatMap((other) => [other.top - height, other.top + other.height]),
  ];
  const free = candidates.filter(
    (candidate) =>
      candidate >= bounds.from - TOLERANCE &&
      candidate + height <= bounds.to + TOLERANCE &&
      occupied.every(
        (other) =>
          candidate + height <= other.top + TOLERANCE || candidate >= other.top + other.height - TOLERANCE,
      ),
  );
  const distanceTo = (candidate: number): number => Math.abs(candidate - preferred);
  return free.sort((one, other) => distanceTo(one) - distanceTo(other) || one - other)[0];
}
