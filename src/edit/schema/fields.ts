import { z } from 'zod';
import { findPlaceholder } from '../merge/placeholder.ts';
import { mustBe } from '../problems/messages.ts';

/**
 * A field that may be left out.
 *
 * @param text What it is for, with its unit and range, as sentences.
 * @param fallback What holds when it is left out. The text says so, and the keyword `default` for programs; the value itself
 *   is filled in by who uses it, because an edit is what the client wrote.
 */
export function field<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
  fallback?: string | number | boolean,
): z.ZodOptional<Schema> {
  if (fallback === undefined) return schema.optional().describe(text);
  const sentence = `Default ${String(fallback)}.`;
  const description = text === '' ? sentence : `${text} ${sentence}`;
  return schema.optional().meta({ description, default: fallback });
}

/** `#RRGGBB`. */
export const Color = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, mustBe('a colour as "#RRGGBB", such as "#1a2b3c"'));

/** `#RRGGBB`, or `#AARRGGBB` with the opacity first, as title and html assets have it. */
export const AlphaColor = z
  .string()
  .regex(/^#([0-9a-fA-F]{2})?[0-9a-fA-F]{6}$/, mustBe('a colour as "#RRGGBB" or "#AARRGGBB"'));

/** Any text but for U+0000, which no font draws and no page, drawing or program can be relied on to take. */
export const Text = z
  .string()
  .regex(new RegExp(String.raw`^[^\u0000]*$`), { error: 'must not have the character U+0000' });

/** The address of a file. Whether it is a URL that may be fetched is decided where it is fetched. */
export const SourceUrl = z
  .string(mustBe('the URL of a file'))
  .regex(/\S/, mustBe('the URL of a file'))
  .refine((url) => findPlaceholder(url) === undefined, {
    ...mustBe('the URL of a file'),
    params: { code: 'wrong_form' },
  });

/** A moment or a duration in seconds, 0 or more. */
export const NonNegativeSeconds = z.number().min(0);

/** A whole number of pixels, 1 or more. */
export const WholePixels = z.int().min(1);

/** 0 or more; pixels, or a factor. */
export const NonNegative = z.number().min(0);

/** 0 to 1. */
export const Fraction = z.number().min(0).max(1);

/** 0 (still) to 10 times the natural speed. */
export const SpeedFactor = z.number().min(0).max(10);
