import type { ChromaKey } from '../../edit/model.ts';

/** A colour that is made transparent, and how far from it; the distances are what the keyer measures. */
export interface ResolvedChromaKey {
  /** 0 to 255, gamma-coded. */
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  /** Up to this distance nothing is seen, 0 to 250. */
  readonly threshold: number;
  /** Over this much more a pixel becomes opaque, 0 to 250; 0 is a hard edge. */
  readonly halo: number;
}

/** The chroma key of a video, with the defaults of contract 2.11. */
export function resolveChromaKey({ color, threshold = 150, halo = 100 }: ChromaKey): ResolvedChromaKey {
  const part = (at: number): number => Number.parseInt(color.slice(at, at + 2), 16);
  return { red: part(1), green: part(3), blue: part(5), threshold, halo };
}
