import type { Painting } from './paint.ts';
import type { PixelRect } from './cut.ts';
import type { Size } from '../scene/placement.ts';

// BT.709 in limited range (ITU-R BT.709-6), as `yuvOf` has it, multiplied out: each row is what one unit of red, green and
// blue adds.
const [RED_Y, GREEN_Y, BLUE_Y] = [0.2126 * (219 / 255), 0.7152 * (219 / 255), 0.0722 * (219 / 255)] as const;
const U = 224 / 255 / 1.8556;
const V = 224 / 255 / 1.5748;
const [RED_U, GREEN_U, BLUE_U] = [-0.2126 * U, -0.7152 * U, (1 - 0.0722) * U] as const;
const [RED_V, GREEN_V, BLUE_V] = [(1 - 0.2126) * V, -0.7152 * V, -0.0722 * V] as const;

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
    const opaque = this.readLuma(pixels, area);
    this.readChroma(pixels, area);
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
  private readLuma(pixels: Uint8Array, area: PixelRect): boolean {
    const { width, y, alpha } = this;
    let least = 255;
    for (let row = 0; row < area.height; row++) {
      let from = ((area.y + row) * width + area.x) * 4;
      const start = row * width;
      for (let to = start; to < start + area.width; to++, from += 4) {
        // Inside the canvas there is always a number.
        const cover = pixels[from + 3] as number;
        const luma =
          RED_Y * (pixels[from] as number) +
          GREEN_Y * (pixels[from + 1] as number) +
          BLUE_Y * (pixels[from + 2] as number);
        // The half rounds.
        y[to] = cover === 255 ? luma + 16.5 : cover === 0 ? 16 : (luma * 255) / cover + 16.5;
        alpha[to] = cover;
        if (cover < least) least = cover;
      }
    }
    return least === 255;
  }

  private readChroma(pixels: Uint8Array, area: PixelRect): void {
    const line = this.width * 4;
    for (let row = 0; row < area.height / 2; row++) {
      const start = ((area.y + 2 * row) * this.width + area.x) * 4;
      for (let column = 0; column < area.width / 2; column++) {
        const middle = start + column * 8;
        // The first column of the canvas has no left neighbour: it stands in for it itself.
        const left = area.x + column > 0 ? middle - 4 : middle;
        this.put(pixels, left, middle, line, (row * this.width) / 2 + column);
      }
    }
  }

  /** Weighs the pixels of two rows 1, 2 and 1; being multiplied by alpha, transparent ones lend no colour. */
  private put(pixels: Uint8Array, left: number, middle: number, line: number, to: number): void {
    const cover = weighed(pixels, left + 3, middle + 3, line);
    if (cover === 0) {
      this.u[to] = 128;
      this.v[to] = 128;
      this.chromaAlpha[to] = 0;
      return;
    }
    const share = 255 / cover;
    const red = weighed(pixels, left, middle, line) * share;
    const green = weighed(pixels, left + 1, middle + 1, line) * share;
    const blue = weighed(pixels, left + 2, middle + 2, line) * share;
    this.u[to] = RED_U * red + GREEN_U * green + BLUE_U * blue + 128.5;
    this.v[to] = RED_V * red + GREEN_V * green + BLUE_V * blue + 128.5;
    this.chromaAlpha[to] = cover / 8 + 0.5;
  }
}

/** One channel of six pixels: three of a row and three of the one below. */
function weighed(pixels: Uint8Array, left: number, middle: number, line: number): number {
  // Inside the canvas there is always a number.
  const upper = (pixels[left] as number) + 2 * (pixels[middle] as number) + (pixels[middle + 4] as number);
  const lower =
    (pixels[left + line] as number) +
    2 * (pixels[middle + line] as number) +
    (pixels[middle + 4 + line] as number);
  return upper + lower;
}
