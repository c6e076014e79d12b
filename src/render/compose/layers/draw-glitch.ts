import { glitchLineAt, glitchSplit, listGlitchBlocks } from '../../scene/transitions/glitch.ts';
import type { PixelChange } from '../../scene/transitions/pixel-change.ts';
import type { PixelSize } from '../../scene/placement.ts';

/** Factor between the distances of the colours in a block and elsewhere. */
const BLOCK_SPLIT = 2.5;

/**
 * Draws a glitch. Beyond an edge, the picture begins again.
 *
 * @param from, to straight RGBA in rows without padding.
 * @param seen memory for the coverage of each pixel, 0 or 255.
 */
export function drawGlitch(
  change: PixelChange,
  from: Uint8ClampedArray,
  to: Uint8ClampedArray,
  seen: Uint8Array,
  size: PixelSize,
): void {
  const { width, height } = size;
  const isAcross = change.way !== 'vertical';
  const [lines, length] = isAcross ? [height, width] : [width, height];
  const split = Math.round(glitchSplit(change) * length);
  const shifts = new Int32Array(lines);
  const isSeen = new Uint8Array(lines);
  for (let line = 0; line < lines; line++) {
    const found = glitchLineAt(change, (line + 0.5) / lines);
    shifts[line] = Math.round(found.shift * length);
    isSeen[line] = found.isSeen ? 255 : 0;
  }
  const pictures = { from: new Uint32Array(from.buffer), to: new Uint32Array(to.buffer), width, height };
  if (isAcross) shiftRows(pictures, shifts, split);
  else shiftColumns(pictures, shifts, split);
  for (let row = 0; row < height; row++) {
    const line = seen.subarray(row * width, (row + 1) * width);
    if (isAcross) line.fill(isSeen[row] ?? 0);
    else line.set(isSeen);
  }
  for (const block of listGlitchBlocks(change)) {
    const [left, top] = [Math.round(block.x * width), Math.round(block.y * height)];
    const [dx, dy] = [Math.round(block.fromX * width) - left, Math.round(block.fromY * height) - top];
    const right = Math.min(width, left + Math.round(block.width * width));
    const bottom = Math.min(height, top + Math.round(block.height * height));
    const apart = isAcross ? [Math.round(BLOCK_SPLIT * split), 0] : [0, Math.round(BLOCK_SPLIT * split)];
    const [apartX = 0, apartY = 0] = apart;
    const placeAt = (x: number, y: number): number => wrap(y, height) * width + wrap(x, width);
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right; x++)
        pictures.to[y * width + x] = mixColours(
          pictures.from,
          placeAt(x + dx, y + dy),
          placeAt(x + dx - apartX, y + dy - apartY),
          placeAt(x + dx + apartX, y + dy + apartY),
        );
  }
}

/** Two pictures, a number for each pixel. */
interface Pictures extends PixelSize {
  readonly from: Uint32Array;
  readonly to: Uint32Array;
}

function shiftRows({ from, to, width, height }: Pictures, shifts: Int32Array, split: number): void {
  for (let row = 0, at = 0; row < height; row++) {
    const start = row * width;
    const shift = shifts[row] as number; // One for each row.
    let main = wrap(-shift, width);
    let red = wrap(-shift - split, width);
    let blue = wrap(-shift + split, width);
    for (const end = at + width; at < end; at++) {
      to[at] = mixColours(from, start + main, start + red, start + blue);
      if (++main === width) main = 0;
      if (++red === width) red = 0;
      if (++blue === width) blue = 0;
    }
  }
}

function shiftColumns({ from, to, width, height }: Pictures, shifts: Int32Array, split: number): void {
  for (let row = 0, at = 0; row < height; row++)
    for (let column = 0; column < width; column++, at++) {
      const place = row - (shifts[column] as number); // One for each column.
      to[at] = mixColours(
        from,
        wrap(place, height) * width + column,
        wrap(place - split, height) * width + column,
        wrap(place + split, height) * width + column,
      );
    }
}

/** Returns a pixel with the red and the blue of other ones. What is transparent has no colour. */
function mixColours(from: Uint32Array, main: number, red: number, blue: number): number {
  // The casts are safe because all places are in the picture.
  const own = from[main] as number;
  const one = from[red] as number;
  const other = from[blue] as number;
  return (
    (own & 0xff00_ff00) |
    ((one >>> 24 === 0 ? own : one) & 0xff) |
    ((other >>> 24 === 0 ? own : other) & 0xff_0000)
  );
}

function wrap(place: number, length: number): number {
  const rest = place % length;
  return rest < 0 ? rest + length : rest;
}
