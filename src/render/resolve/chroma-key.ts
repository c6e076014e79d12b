import { parseColour } from '../../base/colour.ts';
import type { ChromaKey } from '../../edit/model.ts';

/**
 * A colour that becomes transparent, with its tolerance. The distances are colour distances as the keyer
 * measures them.
 */
export interface ResolvedChromaKey {
  /** 0 to 255, gamma-coded. */
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  /** Distance from 0 to 250 up to which a pixel is fully transparent. */
  readonly threshold: number;
  /**
   * Width of the soft edge, from 0 to 250. Pixels change from transparent to opaque between the distances
   * `threshold` and `threshold` + `halo`. 0 gives a hard edge.
   */
  readonly halo: number;
  /**
   * True if the edit gives neither number. Then the colour of the screen is measured around every place, and
   * the numbers do not apply.
   */
  readonly measured: boolean;
}

/** Returns the chroma key of a video, with the defaults of contract 2.11. */
export function resolveChromaKey({ color, threshold, halo }: ChromaKey): ResolvedChromaKey {
  const { red, green, blue } = parseColour(color);
  return {
    red,
    green,
    blue,
    threshold: threshold ?? 60,
    halo: halo ?? 80,
    measured: threshold === undefined && halo === undefined,
  };
}
