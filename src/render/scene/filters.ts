/**
 * A change to gamma-coded red, green and blue. Their values range from 0 to 1, and the results are clamped to
 * that range.
 */
export interface ColourAdjustment {
  /** Luma becomes `gain * luma + lift`. */
  readonly gain: number;
  readonly lift: number;
  /** Factor on the differences of red, green and blue from the luma. */
  readonly chroma: number;
}

/**
 * Returns the adjustment that changes first the contrast and then the saturation.
 *
 * @param contrast factor on the differences of red, green and blue from mid grey. This factor therefore also
 *   scales the saturation.
 * @param saturation factor on the colours.
 */
function adjustContrast(contrast: number, saturation: number): ColourAdjustment {
  return { gain: contrast, lift: (1 - contrast) / 2, chroma: contrast * saturation };
}

/** The filters that change each pixel on its own (contract 2.10). */
export const COLOUR_FILTERS = {
  boost: adjustContrast(1.25, 1.4),
  contrast: adjustContrast(1.4, 1),
  darken: { gain: 1, lift: -0.2, chroma: 1 },
  greyscale: { gain: 1, lift: 0, chroma: 0 },
  lighten: { gain: 1, lift: 0.2, chroma: 1 },
  muted: adjustContrast(0.85, 0.6),
  negative: { gain: -1, lift: 1, chroma: -1 },
} as const satisfies Readonly<Record<string, ColourAdjustment>>;

/** Sigma of the filter `blur`, as a fraction of the width of the canvas (contract 2.10). */
export const BLUR_SIGMA = 0.01;
