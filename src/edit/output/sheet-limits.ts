/** The limits and the defaults of a sheet: several frames of an edit in one picture. */
export const SHEET_LIMITS = {
  /** Number of frames, from 1. */
  moments: { max: 64, default: 9 },
  /** Width of the whole picture in pixels. */
  width: { min: 64, max: 4096, default: 1280 },
} as const;
