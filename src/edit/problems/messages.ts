import { parseNumber } from '../../base/parse-number.ts';

/** Maximum length of a client's text in a message, in characters. */
const MAX_SHOWN_LENGTH = 40;

/** Shortens a text for a message or a path, so that responses stay small. */
export function truncateText(text: string, length = MAX_SHOWN_LENGTH): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

/** Formats a value for a message. A list or an object becomes just "a list" or "an object". */
export function formatValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(truncateText(value));
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return String(value);
}

/**
 * Says what is `expected` ("a number", "a list of tracks") in place of a missing or wrong value. The phrase
 * follows the field name.
 */
export function describeMismatch(expected: string, value: unknown): string {
  if (value === undefined) return `is required: ${expected}`;
  const hint = isQuotedNumber(value) && /\bnumber\b/.test(expected) ? '. Write it without quotes' : '';
  return `must be ${expected}, not ${formatValue(value)}${hint}`;
}

function isQuotedNumber(value: unknown): boolean {
  return typeof value === 'string' && parseNumber(value) !== undefined;
}

/** Returns the parameter that makes a zod schema report every problem with {@link describeMismatch}. */
export function mustBe(expected: string): { error: (issue: { readonly input?: unknown }) => string } {
  return { error: (issue) => describeMismatch(expected, issue.input) };
}
