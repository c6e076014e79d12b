import { z } from 'zod';
import { expecting } from './expecting.ts';

/** `#RRGGBB`. */
export const Color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, expecting('a colour as "#RRGGBB", such as "#1a2b3c"'));

/** `#RRGGBB`, or `#AARRGGBB` with the opacity first, as title and html assets have it. */
export const AlphaColor = z
  .string()
  .regex(/^#([0-9a-f]{2})?[0-9a-f]{6}$/i, expecting('a colour as "#RRGGBB" or "#AARRGGBB"'));

/** The address of a file. Whether it is a URL that may be fetched is decided where it is fetched. */
export const SourceUrl = z.string(expecting('the URL of a file')).regex(/\S/, expecting('the URL of a file'));

/** A moment or a duration in seconds, 0 or more. */
export const Seconds = z.number().min(0);

/** A whole number of pixels, 1 or more. */
export const WholePixels = z.int().min(1);

/** 0 or more; pixels, or a factor. */
export const NotNegative = z.number().min(0);

/** 0 to 1. */
export const Fraction = z.number().min(0).max(1);

/** 0 (still) to 10 times the natural speed. */
export const Speed = z.number().min(0).max(10);
