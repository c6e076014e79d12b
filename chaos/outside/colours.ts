/** A colour: red, green and blue from 0 to 255. */
export type Colour = readonly [number, number, number];

/** Levels of each channel, far enough from each other to survive every encoder. */
const LEVELS = [24, 88, 152, 216];

/** Returns the colour of a number. Neighbours within 64 numbers have different colours. */
export function colourOf(number: number): Colour {
  const level = (divisor: number): number => LEVELS[Math.floor(number / divisor) % LEVELS.length] ?? 0;
  return [level(1), level(4), level(16)];
}

/** Returns a colour as `#rrggbb`. */
export function toHex(colour: Colour): string {
  return `#${colour.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** Returns a colour as Y, U and V of BT.709 in limited range. */
export function toYuv([red, green, blue]: Colour): [number, number, number] {
  const grey = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  const chroma = (difference: number, factor: number): number =>
    Math.round(128 + ((224 / 255) * difference) / factor);
  return [Math.round(16 + (219 / 255) * grey), chroma(blue - grey, 1.8556), chroma(red - grey, 1.5748)];
}
