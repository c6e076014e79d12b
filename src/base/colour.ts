/**
 * Writes a colour of an edit with two digits for each part: `#RGB` becomes `#RRGGBB`. Returns `#RRGGBB`,
 * `#AARRGGBB` and any text that is not a colour as it is.
 */
export function expandColour(colour: string): string {
  const [, ...digits] = /^#([\da-f])([\da-f])([\da-f])$/i.exec(colour) ?? [];
  return digits.length === 0 ? colour : `#${digits.map((digit) => digit.repeat(2)).join('')}`;
}

/** The parts of a colour, each from 0 to 255. */
export interface ColourParts {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  /** 0 (transparent) to 255 (opaque). */
  readonly alpha: number;
}

/** Parses a colour of an edit: `#RGB`, `#RRGGBB` or `#AARRGGBB`. */
export function parseColour(colour: string): ColourParts {
  const code = Number.parseInt(expandColour(colour).slice(1).padStart(8, 'f'), 16);
  return { alpha: code >>> 24, red: (code >> 16) & 255, green: (code >> 8) & 255, blue: code & 255 };
}
