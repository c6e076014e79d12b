import type { Planes } from '../av/picture.ts';
import type { ColourKey } from '../resolve/colour-key.ts';
import type { Size } from '../scene/placement.ts';
import { GONE, KEPT, SOFT } from './key-tables.ts';
import { KeyedPicture } from './keyed-picture.ts';
import type { Painting } from './paint.ts';

/** Not all of what there is is opaque. */
const MIXED = GONE | SOFT;

/**
 * Takes a colour out of planes, for every frame of a video that lies still: the memory is taken once, and the planes are valid
 * until the next reading. Each pixel is keyed by itself, and the chroma halved only then: edges are as smooth as the source's,
 * and nothing of the colour of what is gone is left in them.
 */
export class KeyedPlanes {
  private readonly picture: KeyedPicture;
  private readonly u: Uint8Array;
  private readonly v: Uint8Array;
  private readonly chromaAlpha: Uint8Array;

  /** @param size in pixels, even. @param scale how many pixels a pixel of the source has become. */
  constructor(key: ColourKey, size: Size, scale: number) {
    this.picture = new KeyedPicture(key, size, scale);
    const samples = (size.width * size.height) / 4;
    this.u = new Uint8Array(samples);
    this.v = new Uint8Array(samples);
    this.chromaAlpha = new Uint8Array(samples);
  }

  /** @param from planes of the size that was given, with chroma for every pixel. Alpha of their own counts as well. */
  read(from: Planes): Painting['planes'] {
    const { width, height, y, alpha } = this.picture;
    this.picture.read(from);
    for (let row = 0; row < height / 2; row++) this.halveRow(row, from.alpha !== undefined);
    const half = width / 2;
    return {
      width,
      height,
      y: { data: new Uint8Array(y.buffer), stride: width },
      u: { data: this.u, stride: half },
      v: { data: this.v, stride: half },
      alpha: { data: new Uint8Array(alpha.buffer), stride: width },
      chromaAlpha: { data: this.chromaAlpha, stride: half },
    };
  }

  /** Halves the chroma of a row: what is whole around a sample is summed up, what is gone has none. */
  private halveRow(row: number, ownAlpha: boolean): void {
    const { width, cells } = this.picture;
    const half = width / 2;
    // A sample sees its cell, and a column of the one before.
    for (let column = 0, at = row * half; column < half; column++, at++) {
      const kinds = (cells[at] as number) | (cells[column > 0 ? at - 1 : at] as number);
      if ((kinds & KEPT) === 0) this.put(at, 128, 128, 0);
      else if ((kinds & MIXED) === 0 && !ownAlpha) this.halveWhole(row, column);
      else this.halveMixed(row, column);
    }
  }

  private halveWhole(row: number, column: number): void {
    const { width, u, v } = this.picture;
    const upper = 2 * (row * width + column);
    const lower = upper + width;
    const before = column > 0 ? 1 : 0;
    const sum = (plane: Uint8ClampedArray): number =>
      (plane[upper - before] as number) +
      2 * (plane[upper] as number) +
      (plane[upper + 1] as number) +
      (plane[lower - before] as number) +
      2 * (plane[lower] as number) +
      (plane[lower + 1] as number);
    this.put((row * width) / 2 + column, sum(u) / 8, sum(v) / 8, 255);
  }

  /** Chroma sits between the rows and on the left column, as in `rasterOf`; transparent pixels lend no colour. */
  private halveMixed(row: number, column: number): void {
    const { width, alpha, u: fullU, v: fullV } = this.picture;
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
    if (shares > 0) this.put(to, blue / shares, red / shares, shares / 8);
    else this.put(to, 128, 128, 0);
  }

  /** Puts a sample; the half rounds. */
  private put(at: number, u: number, v: number, alpha: number): void {
    this.u[at] = u + 0.5;
    this.v[at] = v + 0.5;
    this.chromaAlpha[at] = alpha + 0.5;
  }
}
