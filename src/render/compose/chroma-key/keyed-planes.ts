import type { Planes } from '../../av/video/video-frame.ts';
import type { ResolvedChromaKey } from '../../resolve/chroma-key.ts';
import type { PixelSize } from '../../scene/placement.ts';
import { TRANSPARENT, VISIBLE, TRANSLUCENT } from './key-tables.ts';
import { KeyedFrame } from './keyed-frame.ts';
import type { AlphaPlanes } from '../planes/paint.ts';

/** Not all of what there is is opaque. */
const PARTLY_TRANSPARENT = TRANSPARENT | TRANSLUCENT;

/**
 * Takes a colour out of planes, for every frame of a video that lies still: the memory is taken once, and the planes are valid
 * until the next reading. Each pixel is keyed by itself, and the chroma halved only then: edges are as smooth as the source's,
 * and nothing of the colour of what is gone is left in them.
 */
export class KeyedPlanes {
  private readonly frame: KeyedFrame;
  private readonly u: Uint8Array;
  private readonly v: Uint8Array;
  private readonly chromaAlpha: Uint8Array;

  /** @param size in pixels, even. @param scale how many pixels a pixel of the source has become. */
  constructor(key: ResolvedChromaKey, size: PixelSize, scale: number) {
    this.frame = new KeyedFrame(key, size, scale);
    const samples = (size.width * size.height) / 4;
    this.u = new Uint8Array(samples);
    this.v = new Uint8Array(samples);
    this.chromaAlpha = new Uint8Array(samples);
  }

  /** @param from planes of the size that was given, with chroma for every pixel. Alpha of their own counts as well. */
  read(from: Planes): AlphaPlanes {
    const { width, height, y, alpha } = this.frame;
    this.frame.read(from);
    for (let row = 0; row < height / 2; row++) this.halveRow(row, from.alpha !== undefined);
    const half = width / 2;
    return {
      width,
      height,
      y: { data: new Uint8Array(y.buffer), stride: width },
      u: { data: this.u, stride: half },
      v: { data: this.v, stride: half },
      alpha: { data: alpha, stride: width },
      chromaAlpha: { data: this.chromaAlpha, stride: half },
    };
  }

  /** Halves the chroma of a row: what is whole around a sample is summed up, what is gone has none. */
  private halveRow(row: number, ownAlpha: boolean): void {
    const { u, v, chromaAlpha } = this;
    const { width, cells, u: fullU, v: fullV } = this.frame;
    const half = width / 2;
    // A sample sees its cell, and a column of the one before. The first has none: its own stands in for that.
    for (let column = 0, at = row * half; column < half; column++, at++) {
      const before = column > 0 ? 1 : 0;
      const kinds = (cells[at] as number) | (cells[at - before] as number);
      if ((kinds & VISIBLE) === 0) {
        u[at] = 128;
        v[at] = 128;
        chromaAlpha[at] = 0;
      } else if ((kinds & PARTLY_TRANSPARENT) === 0 && !ownAlpha) {
        const middle = 2 * (row * width + column);
        u[at] = weighNeighbours(fullU, middle, middle - before, width);
        v[at] = weighNeighbours(fullV, middle, middle - before, width);
        chromaAlpha[at] = 255;
      } else {
        this.halveMixed(row, column);
      }
    }
  }

  /** Chroma sits between the rows and on the left column, as in `rasterize`; transparent pixels lend no colour. */
  private halveMixed(row: number, column: number): void {
    const { width, alpha, u: fullU, v: fullV } = this.frame;
    const middle = 2 * (row * width + column);
    let shares = 0;
    let blue = 0;
    let red = 0;
    for (let at = middle; at <= middle + width; at += width) {
      // The first column has no left neighbour: it stands in for it itself. All are inside.
      const left = column > 0 ? at - 1 : at;
      const before = alpha[left] as number;
      const on = 2 * (alpha[at] as number);
      const after = alpha[at + 1] as number;
      shares += before + on + after;
      blue +=
        before * (fullU[left] as number) + on * (fullU[at] as number) + after * (fullU[at + 1] as number);
      red +=
        before * (fullV[left] as number) + on * (fullV[at] as number) + after * (fullV[at + 1] as number);
    }
    const to = (row * width) / 2 + column;
    // The halves round.
    this.u[to] = shares > 0 ? blue / shares + 0.5 : 128;
    this.v[to] = shares > 0 ? red / shares + 0.5 : 128;
    this.chromaAlpha[to] = shares / 8 + 0.5;
  }
}

/** What two rows have around a sample. @param at, before the place of the sample in the upper one, and left of it. */
function weighNeighbours(plane: Uint8ClampedArray, at: number, before: number, width: number): number {
  // All are inside.
  const left = (plane[before] as number) + (plane[before + width] as number);
  const middle = (plane[at] as number) + (plane[at + width] as number);
  const right = (plane[at + 1] as number) + (plane[at + width + 1] as number);
  return (left + 2 * middle + right + 4) >> 3;
}
