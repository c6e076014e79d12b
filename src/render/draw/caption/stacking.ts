/** What takes room in a column: from its top down, in pixels. */
export interface Stretch {
  readonly top: number;
  readonly height: number;
}

/** Rounding is no overlap. */
const NOTHING = 1e-6;

/**
 * Finds a place that is free: the wanted one, moved into the room; else the nearest above or below what is there. Of two that are as
 * near, the upper.
 *
 * @param top where it would stand if nothing else were there.
 * @param taken what is there.
 * @param room the first and the last pixel that may be taken.
 * @returns its top; undefined where there is no place for it.
 */
export function freePlace(
  { top, height }: Stretch,
  taken: readonly Stretch[],
  room: { readonly from: number; readonly to: number },
): number | undefined {
  const wanted = Math.max(room.from, Math.min(top, room.to - height));
  const places = [wanted, ...taken.flatMap((other) => [other.top - height, other.top + other.height])];
  const free = places.filter(
    (place) =>
      place >= room.from - NOTHING &&
      place + height <= room.to + NOTHING &&
      taken.every(
        (other) => place + height <= other.top + NOTHING || place >= other.top + other.height - NOTHING,
      ),
  );
  const far = (place: number): number => Math.abs(place - wanted);
  return free.sort((one, other) => far(one) - far(other) || one - other)[0];
}
