import type { Kernels } from '../planes/kernels.ts';
import type { KeyTables } from './key-tables.ts';
import type { KeyedSamples } from './keyed-samples.ts';
import type { ScreenMap } from './screen-map.ts';

// The distance of a pixel from the screen is that of its hue, in units of the distance between the screen and
// the greys. The kernel `keyRow` uses these numbers.

/** A pixel is transparent up to this distance from the screen. */
const NOISE = 0.13;
/** A pixel is opaque from this distance on, unless it is bright. */
const OPAQUE = 0.5;
/** The same for bright pixels in the hue of the screen, which can be smoke, glass or a blur. */
const BRIGHT_OPAQUE = 0.72;
/** Steps of Y above black from which an object counts as bright, and from which on fully. */
const BRIGHT = [85, 135] as const;
/** The distance beside the hue of the screen, as a share of the whole, from which on it is another hue. */
const OTHER_HUE = [0.15, 0.6] as const;
/** A pixel that has lost more than this share of the screen's hue is no shadow. */
const SHADOW = [0.45, 0.65] as const;
/** Steps of Y above black that an object needs to differ from a shadow. */
const SHADOW_LUMA = [15, 50] as const;
/** Steps of Y by which a thin object is darker than a shadow with its chroma. */
const THIN = [14, 44] as const;

/** Bytes of a row of coefficients for 16 pixels, and their number as floats. */
const BLOCK_BYTES = 64;
const BLOCK_FLOATS = BLOCK_BYTES / 4;
/** Pixels of a block. */
const BLOCK = 16;
/** Rows of pixels with the same screen: it hardly changes from one to the next. */
const LINES = 8;
/** Distance of the key from the greys, in units of the tables. */
const GREY_DISTANCE = 300;

/** The addresses of a {@link KeyedSamples} in the memory of the kernels. */
export interface KeyMemory {
  readonly y: number;
  readonly u: number;
  readonly v: number;
  readonly alpha: number;
  readonly distances: number;
  readonly cells: number;
  readonly screens: number;
  readonly settings: number;
  readonly spillSettings: number;
}

/** Returns the bytes that {@link HueCoverage} needs for `screens`, followed by the settings. */
export function countScreenBytes(width: number): number {
  return BLOCK_BYTES * Math.ceil(width / BLOCK);
}

/** Bytes of the settings. */
export const SETTINGS_BYTES = 64;

/** Calculates the coverage of a picture from the distance of each pixel's hue from the screen around it. */
export class HueCoverage {
  private readonly tables: KeyTables;
  private readonly map: ScreenMap | undefined;
  private readonly kernels: Kernels;
  private readonly memory: KeyMemory;
  private readonly screens: Float32Array;
  /** Length of one step of U or V in the hue plane, at most. */
  private readonly step: number;
  private readonly left = new Float64Array(3);
  private readonly right = new Float64Array(3);

  /**
   * @param tables the tables of the key, which must have a hue.
   * @param map the map of the screen; undefined if the screen has the colour of the key.
   * @param kernels the kernels, in whose memory the pictures are.
   */
  constructor(
    tables: KeyTables,
    map: ScreenMap | undefined,
    width: number,
    kernels: Kernels,
    memory: KeyMemory,
  ) {
    this.tables = tables;
    this.map = map;
    this.kernels = kernels;
    this.memory = memory;
    const { buffer } = kernels.bytes;
    this.screens = new Float32Array(buffer, memory.screens, countScreenBytes(width) / 4);
    new Float32Array(buffer, memory.settings, SETTINGS_BYTES / 4).set(settingsOf(tables, map !== undefined));
    const [a, b, c, d] = tables.hueSteps;
    this.step = Math.max(Math.hypot(a, c), Math.hypot(b, d));
    if (!map) this.fillScreens(0, 0);
  }

  /** Calculates the coverage, the distances and the flags of all cells of a picture. */
  cover({ width, height }: KeyedSamples): void {
    const { kernels, memory, tables } = this;
    const across = Math.ceil(width / 2);
    for (let line = 0; line < height; line++) {
      if (this.map && line % LINES === 0) this.fillScreens(line, 0);
      const at = line * width;
      kernels.keyRow(
        memory.y + at,
        memory.u + at,
        memory.v + at,
        memory.alpha + at,
        memory.distances + 2 * at,
        width,
        memory.screens,
        memory.settings,
        this.map ? 1 : 0,
      );
    }
    for (let row = 0, line = 0; line < height; row++, line += 2) {
      const at = line * width;
      kernels.markCells(
        memory.alpha + at,
        memory.u + at,
        memory.v + at,
        line + 1 < height ? width : 0,
        memory.cells + row * across,
        width,
        tables.tint[0],
        tables.tint[1],
      );
    }
  }

  /** Writes the screen of some rows for the kernel, from the block `first` on. */
  private fillScreens(line: number, first: number): void {
    const { screens, map, left, right } = this;
    const row = (line + LINES / 2) / 2;
    left.set(this.tables.key);
    right.set(this.tables.key);
    if (map) map.readCell(first, row, right);
    for (let at = first; at < screens.length; at += BLOCK_FLOATS) {
      left.set(right);
      if (map) map.readCell((at / BLOCK_FLOATS + 1) * (BLOCK / 2), row, right);
      this.fillBlock(at);
    }
  }

  private fillBlock(at: number): void {
    const { screens, left, right } = this;
    const [a, b, c, d] = this.tables.hueSteps;
    // The casts are safe because both have three numbers.
    const leftU = left[1] as number;
    const leftV = left[2] as number;
    const middleU = (leftU + (right[1] as number)) / 2;
    const middleV = (leftV + (right[2] as number)) / 2;
    const x = a * (middleU - 128) + b * (middleV - 128);
    const y = c * (middleU - 128) + d * (middleV - 128);
    const square = x * x + y * y;
    screens[at] = leftU;
    screens[at + 1] = leftV;
    screens[at + 2] = (left[0] as number) - 16;
    screens[at + 3] = ((right[1] as number) - leftU) / BLOCK;
    screens[at + 4] = ((right[2] as number) - leftV) / BLOCK;
    screens[at + 5] = ((right[0] as number) - (left[0] as number)) / BLOCK;
    screens[at + 6] = -(a * x + c * y) / square;
    screens[at + 7] = -(b * x + d * y) / square;
    screens[at + 8] = (x * c - y * a) / square;
    screens[at + 9] = (x * d - y * b) / square;
    screens[at + 10] = Math.round(middleU);
    screens[at + 11] = Math.round(middleV);
    const limit = this.map ? NOISE : this.tables.threshold / GREY_DISTANCE;
    const spread = Math.abs((right[1] as number) - leftU) + Math.abs((right[2] as number) - leftV);
    screens[at + 12] = Math.max(0, Math.min(127, (limit * Math.sqrt(square)) / this.step - 1 - spread / 2));
  }
}

/** Returns the numbers of the kernel `keyRow`, in its order. */
function settingsOf({ threshold, halo }: KeyTables, measured: boolean): number[] {
  if (!measured) {
    // Without a halo, the slope is so steep that every pixel is either transparent or opaque.
    return [threshold / GREY_DISTANCE, halo === 0 ? 1e9 : GREY_DISTANCE / halo];
  }
  return [
    NOISE,
    0,
    ...slopeOf(SHADOW_LUMA),
    ...slopeOf(THIN),
    ...slopeOf(SHADOW),
    ...slopeOf(OTHER_HUE),
    ...slopeOf(BRIGHT),
    OPAQUE - NOISE,
    BRIGHT_OPAQUE - OPAQUE,
    BRIGHT_OPAQUE,
  ];
}

/** Returns where a ramp begins, and the inverse of its length. */
function slopeOf([from, to]: readonly [number, number]): [number, number] {
  return [from, 1 / (to - from)];
}
