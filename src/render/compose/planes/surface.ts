import type { ResolvedTimeline } from '../../resolve/timeline.ts';
import type { PixelSize } from '../../scene/placement.ts';

/** The picture that layers are painted on, with its size in pixels. */
export interface Surface extends PixelSize {
  /**
   * True for a still, whose planes have the colour of every pixel. False or absent for a picture of a video,
   * which stores chroma once for 2x2 pixels. Both have the same layers at the same places. See
   * `Planes.fullColour`.
   */
  readonly fullColour?: boolean;
  /** True if the picture, one in full colour, is transparent where nothing is painted. */
  readonly hasAlpha?: boolean;
}

/** A timeline and the form of the pictures that are made of it. */
export type ComposedTimeline = ResolvedTimeline & Surface;
