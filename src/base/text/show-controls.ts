/**
 * The characters that a terminal obeys or that reorder a text, without tabs and line breaks: the control characters of
 * both sets (C0 with DEL, and C1), the marks of direction, and the two separators of lines that are no line breaks.
 */
const CONTROLS = /[\0-\b\v-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * Returns a text in which each control character is written as its escape, such as \u001b, so that a terminal shows it
 * and does not obey it. Tabs and line breaks stay. A JSON text keeps its meaning, because the escapes are those of JSON.
 */
export function showControls(text: string): string {
  return text.replaceAll(CONTROLS, escape);
}

/** Returns a text as {@link showControls} does, in one line: line breaks and tabs become escapes, too. */
export function showInLine(text: string): string {
  return showControls(text).replaceAll(/[\t\n]/g, escape);
}

function escape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
