/** Converts a colour of an edit, `#RRGGBB` or `#AARRGGBB`, to the form that a canvas accepts. */
export function toCanvasColour(colour: string): string {
  return colour.length === 9 ? `#${colour.slice(3)}${colour.slice(1, 3)}` : colour;
}

/** Returns the opacity of a colour of an edit, 0 to 1. */
export function opacityOf(colour: string): number {
  return colour.length === 9 ? Number.parseInt(colour.slice(1, 3), 16) / 255 : 1;
}

/** Converts a colour of an edit to the form that a canvas accepts, without its opacity. */
export function toOpaqueColour(colour: string): string {
  return `#${colour.slice(-6)}`;
}

/** True if the perceived brightness of a colour of an edit is closer to black than to white. */
export function isDark(colour: string): boolean {
  const code = Number.parseInt(colour.slice(-6), 16);
  return 0.2126 * (code >> 16) + 0.7152 * ((code >> 8) & 255) + 0.0722 * (code & 255) < 100;
}
