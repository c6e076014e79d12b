/** The longest piece of a client's own text that a message repeats, in characters. */
const MAX_SHOWN_LENGTH = 40;

/** Shortens a text for a message or a path, so that an answer stays small whatever was sent. */
export function truncateText(text: string, length = MAX_SHOWN_LENGTH): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

/** Formats a value for a message: short texts and numbers as they are, lists and objects by their kind only. */
export function formatValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(truncateText(value));
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return String(value);
}

/** Says that a value is not what is `expected` ("a number", "a list of tracks"). The phrase follows the name of the field. */
export function describeMismatch(expected: string, value: unknown): string {
  return value === undefined ? `is required: ${expected}` : `must be ${expected}, not ${formatValue(value)}`;
}

/** The parameter of a zod schema that reports every problem with one phrase: the value must be what is `expected`. */
export function mustBe(expected: string): { error: (issue: { readonly input?: unknown }) => string } {
  return { error: (issue) => describeMismatch(expected, issue.input) };
}
