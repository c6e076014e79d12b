import type { Plane, Planes } from '../av/picture.ts';
import type { ColourKey } from '../resolve/colour-key.ts';
import type { Size } from '../scene/placement.ts';
import { BLUE_FROM_U, RED_FROM_V, WHITE } from './bt709.ts';
import { ChromaKeyer, unmixed } from './chroma-key.ts';
import { type Painting, yuvOf } from './paint.ts';

/** A step of Y in steps of red, green and blue, which are bytes. */
const LUMA = 255 / WHITE;

/**
 * Takes a colour out of planes, for every frame of a video that lies still: the memory is taken once, and the planes are valid
 * until the next reading. Each pixel is keyed by itself, and the chroma halved only then: edges are as smooth as the source's,
 * and nothing of the colour of what is gone is left in them.
 */
export class KeyedPlanes {
  private readonly width: number;
  private readonly height: number;
  private readonly keyer: ChromaKeyer;
  /** The key in samples of Y, U and V. */
  private readonly key: readonly [number, number, number];
  /** The parts of a distance, for each sample of Y, and for each pair of U and V: U * 256 + V. */
  private readonly lumaParts = new Float64Array(256);
  private readonly hueParts = new Float64Array(256 * 256);
  /** How far it points the way of the key, for each pair of U and V. */
  private readonly along = new Float64Array(256 * 256);
  private readonly y: Uint8ClampedArray;
  /** Chroma of every pixel; where it is transparent, of one before. */
  private readonly fullU: Uint8ClampedArray;
  private readonly fullV: Uint8ClampedArray;
  private readonly alpha: Uint8Array;
  private readonly u: Uint8Array;
  private readonly v: Uint8Array;
  private readonly chromaAlpha: Uint8Array;

  /** @param size in pixels, even. */
  constructor(key: ColourKey, { width, height }: Size) {
    this.width = width;
    this.height = height;
    this.keyer = new ChromaKeyer(key);
    this.key = yuvOf(key.red, key.green, key.blue);
    this.fillTables();
    const pixels = width * height;
    this.y = new Uint8ClampedArray(pixels);
    this.fullU = new Uint8ClampedArray(pixels);
    this.fullV = new Uint8ClampedArray(pixels);
    this.alpha = new Uint8Array(pixels);
    this.u = new Uint8Array(pixels / 4);
    this.v = new Uint8Array(pixels / 4);
    this.chromaAlpha = new Uint8Array(pixels / 4);
  }

  /** @param from planes of the size that was given, with chroma for every pixel. Alpha of their own counts as well. */
  read(from: Planes): Painting['planes'] {
    const { width, height } = this;
    for (let row = 0; row < height; row++) {
      this.coverRow(from, row);
      if (from.alpha) this.multiplyRow(from.alpha, row);
      this.colourRow(from, row);
    }
    for (let row = 0; row < height / 2; row++) this.halveRow(row);
    const half = width / 2;
    return {
      width,
      height,
      y: { data: new Uint8Array(this.y.buffer), stride: width },
      u: { data: this.u, stride: half },
      v: { data: this.v, stride: half },
      alpha: { data: this.alpha, stride: width },
      chromaAlpha: { data: this.chromaAlpha, stride: half },
    };
  }

  private fillTables(): void {
    for (let sample = 0; sample < 256; sample++) {
      this.lumaParts[sample] = this.keyer.lumaPart(lumaOf(sample));
    }
    for (let pair = 0; pair < 256 * 256; pair++) {
      const [red, blue] = [redOf(pair & 255), blueOf(pair >> 8)];
      this.hueParts[pair] = this.keyer.huePart(red, blue);
      this.along[pair] = this.keyer.along(red, blue);
    }
  }

  // The planes are as large as they say: below there is always a number.

  private coverRow({ y, u, v }: Planes, row: number): void {
    const { width, keyer, lumaParts, hueParts, alpha } = this;
    const [lumas, us, vs] = [y.data, u.data, v.data];
    for (let column = 0; column < width; column++) {
      const hue = ((us[row * u.stride + column] as number) << 8) | (vs[row * v.stride + column] as number);
      const luma = lumas[row * y.stride + column] as number;
      alpha[row * width + column] = keyer.cover((lumaParts[luma] as number) + (hueParts[hue] as number));
    }
  }

  private multiplyRow(own: Plane, row: number): void {
    const { width, alpha } = this;
    for (let column = 0; column < width; column++) {
      const product =
        (alpha[row * width + column] as number) * (own.data[row * own.stride + column] as number);
      // The half rounds.
      alpha[row * width + column] = product / 255 + 0.5;
    }
  }

  private colourRow({ y, u, v }: Planes, row: number): void {
    const { width, keyer, along, alpha, key } = this;
    const [lumas, us, vs] = [y.data, u.data, v.data];
    for (let column = 0; column < width; column++) {
      const at = row * width + column;
      if (alpha[at] === 0) continue;
      const luma = lumas[row * y.stride + column] as number;
      const cb = us[row * u.stride + column] as number;
      const cr = vs[row * v.stride + column] as number;
      if ((along[(cb << 8) | cr] as number) <= 0) {
        this.y[at] = luma;
        this.fullU[at] = cb;
        this.fullV[at] = cr;
        continue;
      }
      const spill = keyer.spill(lumaOf(luma), redOf(cr), blueOf(cb));
      // The arrays round.
      this.y[at] = unmixed(luma, key[0], spill);
      this.fullU[at] = unmixed(cb, key[1], spill);
      this.fullV[at] = unmixed(cr, key[2], spill);
    }
  }

  /** Chroma sits between the rows and on the left column, as in `rasterOf`; transparent pixels lend no colour. */
  private halveRow(row: number): void {
    const { width, alpha, fullU, fullV } = this;
    for (let column = 0; column < width / 2; column++) {
      const middle = 2 * (row * width + column);
      let shares = 0;
      let blue = 0;
      let red = 0;
      for (let at = middle; at <= middle + width; at += width) {
        // The first column has no left neighbour: it stands in for it itself.
        const left = column > 0 ? at - 1 : at;
        const before = alpha[left] as number;
        const on = 2 * (alpha[at] as number);
        const after = alpha[at + 1] as number;
        if (before + on + after === 0) continue;
        shares += before + on + after;
        blue +=
          before * (fullU[left] as number) + on * (fullU[at] as number) + after * (fullU[at + 1] as number);
        red +=
          before * (fullV[left] as number) + on * (fullV[at] as number) + after * (fullV[at + 1] as number);
      }
      const to = (row * width) / 2 + column;
      this.u[to] = shares > 0 ? blue / shares + 0.5 : 128;
      this.v[to] = shares > 0 ? red / shares + 0.5 : 128;
      this.chromaAlpha[to] = shares / 8 + 0.5;
    }
  }
}

/** The luma of a sample of Y, 0 to 255. */
function lumaOf(y: number): number {
  return (y - 16) * LUMA;
}

/** Red less the luma. */
function redOf(v: number): number {
  return (v - 128) * RED_FROM_V * LUMA;
}

/** Blue less the luma. */
function blueOf(u: number): number {
  return (u - 128) * BLUE_FROM_U * LUMA;
}
