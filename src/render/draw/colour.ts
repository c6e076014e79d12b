import { expandColour, parseColour } from '../../base/colour.ts';

/** Converts a colour of an edit to the form that a canvas accepts: `#RRGGBB`, `#RRGGBBAA` or `transparent`. */
export function toCanvasColour(colour: string): string {
  const long = expandColour(colour);
  return long.length === 9 ? `#${long.slice(3)}${long.slice(1, 3)}` : long;
}

/** Returns the opacity of a colour of an edit, 0 to 1. */
export function opacityOf(colour: string): number {
  return parseColour(colour).alpha / 255;
}

/** Converts a colour of an edit to the form that a canvas accepts, without its opacity. */
export function toOpaqueColour(colour: string): string {
  return `#${expandColour(colour).slice(-6)}`;
}

/** True if the perceived brightness of a colour of an edit is closer to black than to white. */
export function isDark(colour: string): boolean {
  const { red, green, blue } = parseColour(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 100;
}
