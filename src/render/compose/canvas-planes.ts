import type { Painting } from './paint.ts';
import type { PixelRect } from './cut.ts';
import type { Size } from '../scene/placement.ts';

// BT.709 in limited range (ITU-R BT.709-6), as `yuvOf` has it, multiplied out: each row is what one unit of red, green and
// blue adds. In whole numbers of 2^-20, which are exact enough for every colour, and fast.
const BITS = 20;
const ONE = 2 ** BITS;
const LUMA = [0.2126, 0.7152, 0.0722].map((share) => Math.round(share * (219 / 255) * ONE));
const [RED_Y, GREEN_Y, BLUE_Y] = LUMA as [number, number, number];
const U = (224 / 255 / 1.8556) * ONE;
const V = (224 / 255 / 1.5748) * ONE;
const [RED_U, GREEN_U, BLUE_U] = [
  Math.round(-0.2126 * U),
  Math.round(-0.7152 * U),
  Math.round((1 - 0.0722) * U),
];
const [RED_V, GREEN_V, BLUE_V] = [
  Math.round((1 - 0.2126) * V),
  Math.round(-0.7152 * V),
  Math.round(-0.0722 * V),
];
/** What is added before the fraction is cut off: the half rounds. */
const BLACK = 16.5 * ONE;
const GREY = 128.5 * ONE;

/** Two of the four bytes of a pixel: red and blue; after a shift by eight bits green and alpha. */
const PAIR = 0x00ff00ff;
/** What the alpha of six opaque pixels comes to, weighed. */
const ALL = 8 * 255;

/**
 * Turns what a canvas holds into planes with alpha, for every frame of what moves: the memory is taken once, and the planes
 * are valid until the next reading. Chroma sits as in `rasterOf`.
 */
export class CanvasPlanes {
  private readonly width: number;
  private readonly y: Uint8Array;
  private readonly u: Uint8Array;
  private readonly v: Uint8Array;
  private readonly alpha: Uint8Array;
  private readonly chromaAlpha: Uint8Array;

  /** @param size of the canvas in pixels, even. */
  constructor({ width, height }: Size) {
    this.width = width;
    this.y = new Uint8Array(width * height);
    this.alpha = new Uint8Array(width * height);
    this.u = new Uint8Array((width * height) / 4);
    this.v = new Uint8Array((width * height) / 4);
    this.chromaAlpha = new Uint8Array((width * height) / 4);
  }

  /**
   * Reads a part of the canvas.
   *
   * @param pixels of the whole canvas, RGBA multiplied by alpha.
   * @param area even numbers, inside the canvas.
   * @returns planes of the area's size; without alpha where all of it is opaque.
   */
  read(pixels: Uint8Array, area: PixelRect): Painting['planes'] {
    const whole = new Int32Array(pixels.buffer, pixels.byteOffset, pixels.byteLength / 4);
    const opaque = this.readLuma(whole, area);
    this.readChroma(whole, area);
    const { width } = this;
    const half = width / 2;
    return {
      width: area.width,
      height: area.height,
      y: { data: this.y, stride: width },
      u: { data: this.u, stride: half },
      v: { data: this.v, stride: half },
      ...(!opaque && {
        alpha: { data: this.alpha, stride: width },
        chromaAlpha: { data: this.chromaAlpha, stride: half },
      }),
    };
  }

  /** @returns whether every pixel is opaque. */
  private readLuma(pixels: Int32Array, area: PixelRect): boolean {
    const { width, y, alpha } = this;
    let opaque = true;
    for (let row = 0; row < area.height; row++) {
      const start = row * width;
      const from = (area.y + row) * width + area.x - start;
      let common = -1;
      for (let to = start; to < start + area.width; to++) {
        // Inside the canvas there is always a number; its lowest byte is red.
        const pixel = pixels[from + to] as number;
        y[to] = (lumaOf(pixel) + BLACK) >> BITS;
        alpha[to] = pixel >>> 24;
        common &= pixel;
      }
      if (common >>> 24 === 255) continue;
      opaque = false;
      this.divideLuma(pixels.subarray(from + start, from + start + area.width), start);
    }
    return opaque;
  }

  /** Undoes the multiplication by alpha in a row: by itself, because a loop of whole numbers alone is twice as fast. */
  private divideLuma(row: Int32Array, start: number): void {
    for (let column = 0; column < row.length; column++) {
      const pixel = row[column] as number; // Inside the row there is always one.
      const cover = pixel >>> 24;
      if (cover === 255) continue;
      this.y[start + column] = cover === 0 ? 16 : ((lumaOf(pixel) * 255) / cover + BLACK) >> BITS;
    }
  }

  private readChroma(pixels: Int32Array, area: PixelRect): void {
    const line = this.width;
    for (let row = 0; row < area.height / 2; row++) {
      const start = (area.y + 2 * row) * line + area.x;
      let to = (row * line) / 2;
      for (let column = 0; column < area.width; column += 2, to++) {
        const at = start + column;
        // The first column of the canvas has no left neighbour: it stands in for it itself.
        const before = area.x + column > 0 ? at - 1 : at;
        this.put(pixels, before, at, line, to);
      }
    }
  }

  /** Weighs the pixels of two rows 1, 2 and 1; being multiplied by alpha, transparent ones lend no colour. */
  private put(pixels: Int32Array, left: number, middle: number, line: number, to: number): void {
    // Inside the canvas there is always a number.
    const a = pixels[left] as number;
    const b = pixels[middle] as number;
    const c = pixels[middle + 1] as number;
    const d = pixels[left + line] as number;
    const e = pixels[middle + line] as number;
    const f = pixels[middle + line + 1] as number;
    // Sums of up to eight bytes do not reach into each other.
    const odd = (a & PAIR) + (c & PAIR) + (d & PAIR) + (f & PAIR) + 2 * ((b & PAIR) + (e & PAIR));
    const even =
      ((a >>> 8) & PAIR) +
      ((c >>> 8) & PAIR) +
      ((d >>> 8) & PAIR) +
      ((f >>> 8) & PAIR) +
      2 * (((b >>> 8) & PAIR) + ((e >>> 8) & PAIR));
    const red = odd & 0xffff;
    const blue = odd >>> 16;
    const green = even & 0xffff;
    const cover = even >>> 16;
    const blues = RED_U * red + GREEN_U * green + BLUE_U * blue;
    const reds = RED_V * red + GREEN_V * green + BLUE_V * blue;
    if (cover === ALL) {
      this.u[to] = (blues + 8 * GREY) >> (BITS + 3);
      this.v[to] = (reds + 8 * GREY) >> (BITS + 3);
      this.chromaAlpha[to] = 255;
    } else if (cover === 0) {
      this.u[to] = 128;
      this.v[to] = 128;
      this.chromaAlpha[to] = 0;
    } else {
      // Whole numbers, as in the others: what is stored is of one kind then, which is faster.
      this.u[to] = ((blues * 255) / cover + GREY) >> BITS;
      this.v[to] = ((reds * 255) / cover + GREY) >> BITS;
      this.chromaAlpha[to] = (cover + 4) >> 3;
    }
  }
}

/** The luma of a pixel in parts of {@link ONE}, from black as 0. */
function lumaOf(pixel: number): number {
  return RED_Y * (pixel & 255) + GREEN_Y * ((pixel >>> 8) & 255) + BLUE_Y * ((pixel >>> 16) & 255);
}
