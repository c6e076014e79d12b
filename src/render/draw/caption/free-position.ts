/** What takes room in a column: from its top down, in pixels. */
export interface VerticalExtent {
  readonly top: number;
  readonly height: number;
}

/** Rounding is no overlap. */
const TOLERANCE = 1e-6;

/**
 * Finds a place that is free: the wanted one, moved into the room; else the nearest above or below what is there. Of two that are as
 * near, the upper.
 *
 * @param top where it would stand if nothing else were there.
 * @param occupied what is there.
 * @param bounds the first and the last pixel that may be taken.
 * @returns its top; undefined where there is no place for it.
 */
export function findFreePosition(
  { top, height }: VerticalExtent,
  occupied: readonly VerticalExtent[],
  bounds: { readonly from: number; readonly to: number },
): number | undefined {
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
