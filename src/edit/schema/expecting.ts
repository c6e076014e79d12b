/** The longest piece of a client's own text that a message repeats, in characters. */
const SHOWN = 40;

/** Shortens a text for a message or a path, so that an answer stays small whatever was sent. */
export function shorten(text: string, length = SHOWN): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

/** A value as a message names it: short texts and numbers as they are, lists and objects by their kind only. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(shorten(value));
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return String(value);
}

/** What is wrong with a value where `wanted` ("a number", "a list of tracks") should stand; follows the field's name. */
export function wrong(wanted: string, value: unknown): string {
  return value === undefined ? `is required: ${wanted}` : `must be ${wanted}, not ${shown(value)}`;
}

/** The parameter for a zod schema whose problems are best told by one phrase that says what should stand there. */
export function expecting(wanted: string): { error: (issue: { readonly input?: unknown }) => string } {
  return { error: (issue) => wrong(wanted, issue.input) };
}
