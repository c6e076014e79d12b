import type { Planes } from '../../av/video/video-frame.ts';
import type { PixelSize } from '../../scene/placement.ts';
import type { KeyTables } from './key-tables.ts';

/** Width and height of a tile in source pixels. */
const TILE = 16;
/** Samples per tile, in each direction. */
const SAMPLES = 2;
/** Maximum number of tiles in each direction, which bounds the work for enlarged sources. */
const MAX_TILES = 160;
/**
 * A pixel can be screen from this share of the key's hue on, and counts fully from `SCREEN_SHARE[1]` on. Both
 * are far enough below 1 for the dark corners of an unevenly lit screen.
 */
const SCREEN_SHARE = [0.38, 0.5] as const;
/** Maximum distance of a screen pixel from the line of the key's hue, as a share of its own share of the key. */
const MAX_TURN = [0.25, 0.4] as const;
/** Weight of the neighbouring tiles' colour compared with that of a single sample. */
const COARSE_WEIGHT = 0.2;
/** Values of a node: weight, Y, U, V. */
const VALUES = 4;
/** Weight of the key itself in the typical colour of the screen. */
const PRIOR = 1e-3;
/** A sample counts as screen from this share of the typical colour on, and counts fully from the second on. */
const SCREEN_LIGHT = [0.35, 0.5] as const;

/** One size of the map: sums of weights and of weighted Y, U and V. */
interface Level {
  readonly columns: number;
  readonly rows: number;
  readonly nodes: Float64Array<ArrayBuffer>;
}

/**
 * The colour of the screen around every place of a picture. No screen is lit evenly, and its colour in the
 * file differs from the colour of the key. The map takes the pixels of a tile that have the hue of the key,
 * mostly the most colourful ones, because less colourful ones may be mixtures or in shadow. Where a figure
 * covers the screen, the colour comes from the surrounding tiles. Every step is smooth in the colours of the
 * pixels, so noise in a video does not make the map flicker.
 */
export class ScreenMap {
  /** Side of a tile in pixels. */
  readonly tile: number;
  private readonly tables: KeyTables;
  private readonly size: PixelSize;
  private readonly steps: Float64Array;
  private readonly levels: readonly Level[];
  /** Weight of each pair of U and V in the typical colour. */
  private readonly shares: Float32Array;
  /** Y, U and V of each sample, in rows over all tiles. */
  private readonly samples: Uint8Array;
  /** Weight of each sample in the typical colour. */
  private readonly weights: Float32Array;
  /** Y, U and V of the typical colour. */
  private readonly typical: [y: number, u: number, v: number] = [0, 0, 0];
  private typicalHue: readonly [x: number, y: number] = [1, 0];

  /**
   * @param tables the tables of the key, which must have a hue.
   * @param size size of the pictures in pixels.
   * @param scale enlargement of the source: output pixels per source pixel.
   */
  constructor(tables: KeyTables, size: PixelSize, scale: number) {
    this.tables = tables;
    this.size = size;
    this.steps = Float64Array.from(tables.hueSteps);
    const largest = Math.max(size.width, size.height);
    this.tile = Math.max(8, Math.round(TILE * Math.min(1, scale)), Math.ceil(largest / MAX_TILES));
    this.levels = createLevels(Math.ceil(size.width / this.tile), Math.ceil(size.height / this.tile));
    this.shares = screenWeights(tables);
    // The cast is safe because there is always one level.
    const { columns, rows } = this.levels[0] as Level;
    this.weights = new Float32Array(columns * rows * SAMPLES ** 2);
    this.samples = new Uint8Array(3 * this.weights.length);
  }

  /** Samples a picture. */
  read(from: Planes): void {
    this.sample(from);
    this.findTypical();
    // The cast is safe because there is always one level.
    const { columns, rows, nodes } = this.levels[0] as Level;
    nodes.fill(0);
    for (let line = 0, at = 0; line < SAMPLES * rows; line++) {
      const row = VALUES * columns * Math.floor(line / SAMPLES);
      for (let to = row; to < row + VALUES * columns; to += VALUES) {
        for (let index = 0; index < SAMPLES; index++, at++) {
          if (this.weights[at] !== 0) this.addSample(at, nodes, to);
        }
      }
    }
    for (let index = 1; index < this.levels.length; index++) this.reduce(index);
    for (let index = this.levels.length - 1; index >= 0; index--) this.fillIn(index);
  }

  /**
   * Interpolates the map for one cell of 2x2 pixels.
   *
   * @param into receives Y, U and V.
   */
  readCell(column: number, row: number, into: Float64Array): void {
    const { columns, rows, nodes } = this.levels[0] as Level;
    const across = Math.min(columns - 1, Math.max(0, (2 * column + 1) / this.tile - 0.5));
    const down = Math.min(rows - 1, Math.max(0, (2 * row + 1) / this.tile - 0.5));
    const left = Math.floor(across);
    const upper = Math.floor(down);
    const after = across - left;
    const below = down - upper;
    const one = VALUES * (upper * columns + left) + 1;
    const next = left + 1 < columns ? VALUES : 0;
    const under = upper + 1 < rows ? VALUES * columns : 0;
    for (let value = 0; value < 3; value++) {
      const at = one + value;
      const a = nodes[at] as number;
      const c = nodes[at + under] as number;
      const top = a + after * ((nodes[at + next] as number) - a);
      into[value] = top + below * (c + after * ((nodes[at + under + next] as number) - c) - top);
    }
  }

  /** Stores the samples of all tiles. */
  private sample({ y, u, v }: Planes): void {
    const { size, tile, samples } = this;
    const { columns, rows } = this.levels[0] as Level;
    const step = tile / SAMPLES;
    for (let line = 0, to = 0; line < SAMPLES * rows; line++) {
      const top = Math.min(size.height - 1, Math.floor((line + 0.5) * step));
      for (let index = 0; index < SAMPLES * columns; index++, to += 3) {
        const left = Math.min(size.width - 1, Math.floor((index + 0.5) * step));
        samples[to] = y.data[top * y.stride + left] as number;
        samples[to + 1] = u.data[top * u.stride + left] as number;
        samples[to + 2] = v.data[top * v.stride + left] as number;
      }
    }
  }

  /** Finds the typical colour of the screen: the mean of all samples that have about the hue of the key. */
  private findTypical(): void {
    const { samples, weights, shares, typical } = this;
    const { key } = this.tables;
    let [sum, y, u, v] = [PRIOR, PRIOR * key[0], PRIOR * key[1], PRIOR * key[2]];
    for (let at = 0, from = 0; at < weights.length; at++, from += 3) {
      const share = shares[((samples[from + 1] as number) << 8) | (samples[from + 2] as number)] as number;
      weights[at] = share;
      if (share === 0) continue;
      sum += share;
      y += share * (samples[from] as number);
      u += share * (samples[from + 1] as number);
      v += share * (samples[from + 2] as number);
    }
    typical[0] = y / sum;
    typical[1] = u / sum;
    typical[2] = v / sum;
    this.typicalHue = this.tables.hueAt(typical[1], typical[2]);
  }

  /** Adds a sample to its tile, unless it is no screen: neither the typical colour nor that in more or less light. */
  private addSample(at: number, nodes: Float64Array, to: number): void {
    const { samples, typical } = this;
    const y = samples[3 * at] as number;
    const u = samples[3 * at + 1] as number;
    const v = samples[3 * at + 2] as number;
    const a = this.steps[0] as number;
    const b = this.steps[1] as number;
    const c = this.steps[2] as number;
    const d = this.steps[3] as number;
    const [hueX, hueY] = this.typicalHue;
    const whole = 1 / (hueX * hueX + hueY * hueY);
    const x = a * (u - 128) + b * (v - 128);
    const hue = c * (u - 128) + d * (v - 128);
    const share = (x * hueX + hue * hueY) * whole;
    if (share <= SCREEN_LIGHT[0]) return;
    const beside = Math.abs(hueX * hue - hueY * x) * whole;
    const light = Math.min(4, share * share);
    const luma = (y - 16) / Math.max(1, share * (typical[0] - 16));
    const weight =
      ramp(share, SCREEN_LIGHT[0], SCREEN_LIGHT[1]) *
      (1 - ramp(beside, 0.1, 0.2)) *
      (1 - ramp(luma, 1.1, 1.25)) *
      light *
      light *
      light;
    if (weight === 0) return;
    nodes[to] = (nodes[to] as number) + weight;
    nodes[to + 1] = (nodes[to + 1] as number) + weight * y;
    nodes[to + 2] = (nodes[to + 2] as number) + weight * u;
    nodes[to + 3] = (nodes[to + 3] as number) + weight * v;
  }

  /** Adds up each 2x2 nodes of the next finer level. */
  private reduce(index: number): void {
    const fine = this.levels[index - 1] as Level;
    const coarse = this.levels[index] as Level;
    coarse.nodes.fill(0);
    for (let row = 0; row < fine.rows; row++) {
      for (let column = 0; column < fine.columns; column++) {
        const at = VALUES * (row * fine.columns + column);
        const to = VALUES * ((row >> 1) * coarse.columns + (column >> 1));
        for (let value = 0; value < VALUES; value++)
          coarse.nodes[to + value] =
            (coarse.nodes[to + value] as number) + (fine.nodes[at + value] as number);
      }
    }
  }

  /** Turns the sums of a level into colours. Where there are few samples, the coarser level fills in. */
  private fillIn(index: number): void {
    const { columns, rows, nodes } = this.levels[index] as Level;
    const coarse = this.levels[index + 1];
    const { key } = this.tables;
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const at = VALUES * (row * columns + column);
        const whole = 1 / ((nodes[at] as number) + COARSE_WEIGHT);
        for (let value = 1; value < VALUES; value++) {
          const around = coarse ? interpolate(coarse, column, row, value) : (key[value - 1] as number);
          nodes[at + value] = ((nodes[at + value] as number) + COARSE_WEIGHT * around) * whole;
        }
      }
    }
  }
}

function createLevels(columns: number, rows: number): Level[] {
  const level = { columns, rows, nodes: new Float64Array(VALUES * columns * rows) };
  if (columns === 1 && rows === 1) return [level];
  return [level, ...createLevels(Math.ceil(columns / 2), Math.ceil(rows / 2))];
}

/** Returns a value of a coarser level at a node of the next finer one, linear between the nodes. */
function interpolate({ columns, rows, nodes }: Level, column: number, row: number, value: number): number {
  const across = Math.min(columns - 1, Math.max(0, (column + 0.5) / 2 - 0.5));
  const down = Math.min(rows - 1, Math.max(0, (row + 0.5) / 2 - 0.5));
  const left = Math.floor(across);
  const upper = Math.floor(down);
  const right = Math.min(columns - 1, left + 1);
  const lower = Math.min(rows - 1, upper + 1);
  const node = (x: number, y: number): number => nodes[VALUES * (y * columns + x) + value] as number;
  const top = node(left, upper) + (across - left) * (node(right, upper) - node(left, upper));
  const bottom = node(left, lower) + (across - left) * (node(right, lower) - node(left, lower));
  return top + (down - upper) * (bottom - top);
}

/** Returns the weight of each pair of U and V in the colour of the screen. */
function screenWeights(tables: KeyTables): Float32Array {
  const weights = new Float32Array(256 * 256);
  for (let pair = 0; pair < weights.length; pair++) {
    const share = tables.alongKey(pair >> 8, pair & 255);
    if (share <= SCREEN_SHARE[0]) continue;
    // Distances from the key are in units of a 300th of its distance from the greys.
    const square = (tables.squares[pair] as number) / 300 ** 2;
    const turn = Math.sqrt(Math.max(0, square - (1 - share) ** 2)) / share;
    const weight = ramp(share, SCREEN_SHARE[0], SCREEN_SHARE[1]) * (1 - ramp(turn, MAX_TURN[0], MAX_TURN[1]));
    weights[pair] = weight * share ** 6;
  }
  return weights;
}

/** Returns 0 up to `from`, 1 from `to` on, and a straight line between them. */
export function ramp(value: number, from: number, to: number): number {
  return Math.min(1, Math.max(0, (value - from) / (to - from)));
}
