import { toGamma, toLinear } from '../../grade/transfer.ts';
import type { PixelChange } from '../../scene/transitions/pixel-change.ts';
import type { PixelSize } from '../../scene/placement.ts';
import { transitionLightAt } from '../../scene/transitions/transition-light.ts';
import type { PixelRect } from '../planes/pixel-rect.ts';

/** Columns and rows of the places at which light is computed. It is smooth between them. */
const COLUMNS = 96;
const ROWS = 54;
/** Numbers of each place: red, green, blue, and how much of the clip is seen. */
const PARTS = 4;
/** Steps of the table from linear light to 8-bit values. */
const STEPS = 4096;

const LINEAR = Float32Array.from({ length: 256 }, (_, value) => STEPS * toLinear(value / 255));
/** The 8-bit value of each step of linear light. */
const GAMMA = Uint8Array.from({ length: STEPS + 1 }, (_, step) => Math.round(255 * toGamma(step / STEPS)));

/**
 * Adds the light of a transition to pixels, in linear light.
 *
 * @param from, to straight RGBA in rows without padding.
 * @param seen memory for the coverage of each pixel, 0 to 255.
 * @param area the rectangle of the pixels on the frame. @param frame size of the frame.
 */
export function drawLight(
  change: PixelChange,
  from: Uint8ClampedArray,
  to: Uint8ClampedArray,
  seen: Uint8Array,
  area: PixelRect,
  frame: PixelSize,
): void {
  const grid = computeGrid(change, frame);
  const line = new Float32Array(PARTS * (COLUMNS + 1));
  const step = COLUMNS / frame.width;
  const first = (area.x + 0.5) * step;
  // The casts are safe because all indexes are inside the lists.
  for (let row = 0, at = 0, pixel = 0; row < area.height; row++) {
    readLine(grid, ((area.y + row + 0.5) / frame.height) * ROWS, line);
    for (let column = 0; column < area.width; column++, at += 4, pixel++) {
      const place = Math.min(COLUMNS - 0.001, first + column * step);
      const node = PARTS * (place | 0);
      const share = place - (place | 0);
      const red = line[node] as number;
      const green = line[node + 1] as number;
      const blue = line[node + 2] as number;
      const part = line[node + 3] as number;
      to[at] = add(from[at] as number, red + share * ((line[node + 4] as number) - red));
      to[at + 1] = add(from[at + 1] as number, green + share * ((line[node + 5] as number) - green));
      to[at + 2] = add(from[at + 2] as number, blue + share * ((line[node + 6] as number) - blue));
      to[at + 3] = from[at + 3] as number;
      seen[pixel] = 255 * (part + share * ((line[node + 7] as number) - part)) + 0.5;
    }
  }
}

/** Adds light to an 8-bit value. */
function add(value: number, light: number): number {
  const sum = (LINEAR[value] as number) + light + 0.5;
  return sum >= STEPS ? 255 : (GAMMA[sum | 0] as number);
}

/** Computes the light at all places, in steps of {@link GAMMA}. */
function computeGrid(change: PixelChange, { width, height }: PixelSize): Float32Array {
  const grid = new Float32Array(PARTS * (COLUMNS + 1) * (ROWS + 1));
  for (let row = 0, at = 0; row <= ROWS; row++)
    for (let column = 0; column <= COLUMNS; column++, at += PARTS) {
      const light = transitionLightAt(change, column / COLUMNS, row / ROWS, width / height);
      grid.set([STEPS * light.red, STEPS * light.green, STEPS * light.blue, light.seen], at);
    }
  return grid;
}

/** Interpolates between two rows of places. */
function readLine(grid: Float32Array, place: number, into: Float32Array): void {
  const row = Math.min(ROWS - 1, Math.max(0, Math.floor(place)));
  const share = Math.min(1, Math.max(0, place - row));
  const start = row * into.length;
  for (let at = 0; at < into.length; at++) {
    const one = grid[start + at] as number; // Inside the list.
    into[at] = one + share * ((grid[start + into.length + at] as number) - one);
  }
}
