/**
 * Matches a decimal number with an optional sign and exponent, such as `5`, `-0.5`, `.5` or `1e3`. There is one
 * way to match each text, so that a long one takes no longer than its length asks.
 */
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** Parses a string that holds nothing but a decimal number. Returns undefined for every other string. */
export function parseNumber(text: string): number | undefined {
  const trimmed = text.trim();
  const number = NUMBER.test(trimmed) ? Number(trimmed) : NaN;
  return Number.isFinite(number) ? number : undefined;
}
