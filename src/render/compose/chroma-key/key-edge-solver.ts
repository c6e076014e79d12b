import type { Planes } from '../../av/video/video-frame.ts';
import type { PixelSize } from '../../scene/placement.ts';
import { TRANSPARENT, VISIBLE, type KeyTables, NEAR_EDGE, TRANSLUCENT, TINTED } from './key-tables.ts';
import { EdgeBlocks } from './edge-blocks.ts';
import { DISTANCE_UNIT, type KeyedSamples } from './keyed-samples.ts';
import { ramp, type ScreenMap } from './screen-map.ts';
import { solveThinPixel } from './thin-pixel.ts';

const VISIBLE_EDGE = VISIBLE | NEAR_EDGE;
/**
 * Distance from transparent pixels, in source pixels, within which a pixel may be a mixture. The search for
 * the foreground colour of a mixture has this radius, too.
 */
const EDGE_REACH = 4;
/** The search radius grows with the enlargement of a source, but at most by this factor. */
const MAX_SCALE = 8;
/**
 * An edge pixel with at least this share of the foreground counts as opaque, because compression does not
 * preserve the last tenth exactly.
 */
const OPAQUE_SHARE = 0.9;
/** The same for a measured screen, whose colour is exact. */
const MEASURED_OPAQUE_SHARE = 0.95;

// The conditions for a mixture fade from the first number, where they are fulfilled, to the second one. With
// one limit, a step of one in a colour would change a pixel from a mixture to none.

/** Squared distance of a mixture from the screen. Closer colours are the noise of the screen. */
const MIN_MIXTURE = 0.09 ** 2;
const MIXTURE = 0.14 ** 2;
/** Squared distance of a mixture from the straight line between the screen and the foreground colour. */
const MIN_DEVIATION = (26 / 300) ** 2;
const MAX_DEVIATION = (40 / 300) ** 2;
/** Steps of Y by which a mixture is brighter than both the screen and the foreground colour. */
const MIN_LUMA_EXCESS = 18;
const MAX_LUMA_EXCESS = 32;
/**
 * The pixel opposite the foreground pixel must be closer to the screen than the mixture is: its squared
 * distance from the screen as a fraction of that of the mixture.
 */
const MIN_OPPOSITE_RATIO = 0.76;
const MAX_OPPOSITE_RATIO = 0.86;
const LEAST = DISTANCE_UNIT * Math.sqrt(MIN_MIXTURE);
const OPPOSITE = Math.sqrt(MAX_OPPOSITE_RATIO);
/** A blur is wide if the distance changes by this share of it across a pixel, and goes on for two steps. */
const MIN_RISE = 0.13;
const FULL_RISE = 0.18;
/** Least rise of the distance from one step to the next. */
const RISE = 1.05;
/** Steps of a wide blur in both directions. */
const MIN_STEPS = 3;
const MAX_STEPS = 7;
/** Distance from which on a blurred foreground counts, and fully counts. */
const BLURRED = [0.6 * DISTANCE_UNIT, 0.9 * DISTANCE_UNIT] as const;
/** Distances of the screen's side of a blur: where it ends, and the most. */
const BLUR_END = 0.13 * DISTANCE_UNIT;
const MAX_BLUR_END = 0.19 * DISTANCE_UNIT;
/** A direction counts from the first share of the steepest slope on, and fully from the second. */
const SIDEWAYS = 0.7;
const ACROSS = 0.9;
/** Squared distance of the screen's side of an edge from a measured screen. */
const MIN_BACKGROUND = 0.15 ** 2;
const MAX_BACKGROUND = 0.4 ** 2;
/** Squared distance of a foreground colour from a measured screen. Closer colours are the screen itself. */
const MIN_FOREGROUND = 0.3 ** 2;
const FOREGROUND = 0.6 ** 2;
/** From this squared distance of the foreground on, as a multiple of that of the mixture, it counts fully. */
const FARTHER = 1.12;
/** Steps of Y between screen and foreground from which on the luma helps to find the share of a mixture. */
const MIN_LUMA_RANGE = 20;
/** Maximum difference between the shares found from luma and from hue. */
const LUMA_REACH = 0.5;
/**
 * Search offsets as pairs of x and y steps. Each pair stands for two pixels on opposite sides of a mixture.
 */
const DIRECTIONS = [1, 0, 2, 0, 0, 1, 0, 2, 1, 1, 2, 2, 1, -1, 2, -2];

/**
 * Corrects the edge pixels of a keyed picture. Most files have chroma of half size, so the chroma of a
 * foreground's outermost pixels is a mixture of foreground and screen. Such a mixture often lies beyond the
 * halo and would stay opaque. Near transparent pixels, the solver therefore treats a pixel as a mixture of the
 * screen and a foreground colour. The foreground colour comes from the surrounding pixels that are further
 * from the screen, provided that the pixel on the opposite side is closer to it. If no surrounding pixel
 * qualifies, as on a hair or inside a face, the pixel stays as it is.
 */
export class KeyEdgeSolver {
  private readonly tables: KeyTables;
  /** A squared distance in the hue plane is a sum of these times U², U V and V², in steps from the screen. */
  private readonly ofU: number;
  private readonly ofBoth: number;
  private readonly ofV: number;
  private readonly size: PixelSize;
  private readonly map: ScreenMap | undefined;
  /** Number of cells of 2x2 pixels in each direction. */
  private readonly cellColumns: number;
  private readonly cellRows: number;
  /**
   * Distance in cells from transparent pixels within which pixels may be mixtures. The offsets of the search
   * are multiples of the same number, in pixels.
   */
  private readonly reach: number;
  private readonly blocks: EdgeBlocks;
  /** The search offsets as differences of indexes. */
  private readonly offsets: Int32Array;
  /** Y, U and V of the screen at the pixel. */
  private readonly screen = new Float64Array(3);
  /** True if the pixel is too far from an edge for another mixture than a wide blur. */
  private onlyBlur = false;
  private screenU = 0;
  private screenV = 0;
  /** 1 divided by the squared distance of the screen from the greys. */
  private unit = 1 / 300 ** 2;
  /** The foreground of the pixel: how sure it is, its share in the mixture, and its Y, U and V. */
  private sure = 0;
  private share = 1;
  private readonly foreground = new Float64Array(3);
  /** The two pixels of each direction for a pixel near the border of the picture. */
  private readonly places = new Int32Array(DIRECTIONS.length);
  /** The slope along each direction, negative if the foreground is on the second side. */
  private readonly slopes = new Float64Array(DIRECTIONS.length / 2);
  /** Sums over all foreground pixels: of weights, and of weighted shares, Y, U and V. */
  private readonly sums = new Float64Array(5);

  /**
   * @param tables the tables of the key, which must have a hue.
   * @param size size of the pictures in pixels.
   * @param scale enlargement of the source: output pixels per source pixel.
   * @param map the measured screen; undefined if the screen has the colour of the key.
   */
  constructor(tables: KeyTables, size: PixelSize, scale: number, map: ScreenMap | undefined) {
    this.tables = tables;
    this.size = size;
    this.map = map;
    this.cellColumns = Math.ceil(size.width / 2);
    this.cellRows = Math.ceil(size.height / 2);
    this.reach = Math.max(1, Math.round((EDGE_REACH * Math.min(scale, MAX_SCALE)) / 2));
    this.blocks = new EdgeBlocks(this.cellColumns, this.cellRows, this.reach);
    this.offsets = Int32Array.from(
      { length: DIRECTIONS.length / 2 },
      (_, index) =>
        this.reach * ((DIRECTIONS[2 * index + 1] ?? 0) * size.width + (DIRECTIONS[2 * index] ?? 0)),
    );
    const [xOfU, xOfV, yOfU, yOfV] = tables.hueSteps;
    this.ofU = xOfU ** 2 + yOfU ** 2;
    this.ofBoth = 2 * (xOfU * xOfV + yOfU * yOfV);
    this.ofV = xOfV ** 2 + yOfV ** 2;
    this.screen.set(tables.key);
    [, this.screenU, this.screenV] = tables.key;
  }

  /**
   * Corrects the edge pixels.
   *
   * @param from the original picture, with chroma of full size.
   * @param to the keyed picture with its coverage. This method changes the edge pixels of the keyed picture.
   */
  solve(from: Planes, to: KeyedSamples): void {
    const { blocks } = this;
    blocks.mark(to.cells);
    for (let row = 0; row < blocks.rows; row++) {
      for (let column = 0; column < blocks.columns; column++) {
        if (blocks.hasEdge(row, column)) this.solveBlock(from, to, row, column);
      }
    }
  }

  // The casts below are safe because all indexes are inside the picture.

  private solveBlock(from: Planes, to: KeyedSamples, blockRow: number, blockColumn: number): void {
    const { cellColumns, cellRows } = this;
    const { block } = this.blocks;
    const wanted = this.map ? NEAR_EDGE : VISIBLE_EDGE;
    const bottom = Math.min(cellRows, (blockRow + 1) * block);
    const right = Math.min(cellColumns, (blockColumn + 1) * block);
    for (let row = blockRow * block; row < bottom; row++) {
      for (let column = blockColumn * block; column < right; column++) {
        const isNear = ((to.cells[row * cellColumns + column] as number) & wanted) === wanted;
        if (isNear || (this.map && this.mayBeBlurred(to, 2 * column, 2 * row))) {
          this.solveCell(from, to, row, column, !isNear);
        }
      }
    }
  }

  private solveCell(from: Planes, to: KeyedSamples, row: number, column: number, onlyBlur: boolean): void {
    const { width, height } = this.size;
    this.onlyBlur = onlyBlur;
    this.locateScreen(column, row);
    const bottom = Math.min(height, 2 * row + 2);
    const right = Math.min(width, 2 * column + 2);
    for (let y = 2 * row; y < bottom; y++) {
      for (let x = 2 * column; x < right; x++) {
        if (this.map || to.alpha[y * width + x] !== 0) this.solvePixel(from, to, x, y);
      }
    }
  }

  /** Returns whether the distance changes enough across a pixel for a wide blur. */
  private mayBeBlurred({ distances }: KeyedSamples, x: number, y: number): boolean {
    const { width, height } = this.size;
    const step = 2 * this.reach;
    if (x < step || y < step || x + step >= width || y + step >= height) return false;
    const at = y * width + x;
    const own = distances[at] as number;
    if (own <= LEAST) return false;
    const acrossX = (distances[at + step] as number) - (distances[at - step] as number);
    const acrossY = (distances[at + step * width] as number) - (distances[at - step * width] as number);
    const least = MIN_RISE * own;
    return acrossX > least || -acrossX > least || acrossY > least || -acrossY > least;
  }

  /** Finds the colour of the screen at a cell. */
  private locateScreen(column: number, row: number): void {
    const { map, screen } = this;
    if (!map) return;
    map.readCell(column, row, screen);
    this.screenU = screen[1] as number;
    this.screenV = screen[2] as number;
    const u = this.screenU - 128;
    const v = this.screenV - 128;
    this.unit = 1 / (this.ofU * u * u + this.ofBoth * u * v + this.ofV * v * v);
  }

  private solvePixel(from: Planes, to: KeyedSamples, x: number, y: number): void {
    if (this.findForeground(from, to, x, y)) this.applyForeground(from, to, x, y);
    if (this.map && !this.onlyBlur) solveThinPixel(from, to, this.screen, x, y);
  }

  /** Corrects a pixel as a mixture of the screen and the foreground that was found. */
  private applyForeground(from: Planes, to: KeyedSamples, x: number, y: number): void {
    const { sure, foreground, screen } = this;
    const at = y * to.width + x;
    const luma = from.y.data[y * from.y.stride + x] as number;
    const share = this.map ? this.withLuma(this.share, luma) : this.share;
    const cover = this.coverageOf(share);
    const base = to.alpha[at] as number;
    if (this.map || cover < base) to.alpha[at] = Math.round(base + sure * (cover - base));
    // Luma has full size, so the luma of the mixture may already equal that of the foreground. It moves
    // towards the luma of the foreground, but never beyond.
    const change = sure * (1 - ramp(share, 0.75, OPAQUE_SHARE));
    if (change === 0) return;
    const own = Math.max(0, 2 * share - 1);
    to.y[at] = luma + change * (1 - own) * ((foreground[0] as number) - luma);
    const u = from.u.data[y * from.u.stride + x] as number;
    const v = from.v.data[y * from.v.stride + x] as number;
    to.u[at] = u + change * (1 - share) * ((foreground[1] as number) - (screen[1] as number));
    to.v[at] = v + change * (1 - share) * ((foreground[2] as number) - (screen[2] as number));
    to.cells[(y >> 1) * this.cellColumns + (x >> 1)] = VISIBLE_EDGE | TRANSPARENT | TRANSLUCENT | TINTED;
  }

  /**
   * Returns the share of the foreground, found from hue and luma.
   *
   * @param share the share found from the hue alone.
   * @param luma Y of the mixture.
   */
  private withLuma(share: number, luma: number): number {
    const { screen, foreground } = this;
    const range = (foreground[0] as number) - (screen[0] as number);
    const rangeU = (foreground[1] as number) - (screen[1] as number);
    const rangeV = (foreground[2] as number) - (screen[2] as number);
    const weight = Math.max(0, range * range - MIN_LUMA_RANGE ** 2);
    const ofLuma = (luma - (screen[0] as number)) / (range === 0 ? 1 : range);
    const near = Math.min(share + LUMA_REACH, Math.max(share - LUMA_REACH, ofLuma));
    const all = weight + rangeU * rangeU + rangeV * rangeV;
    return share + 4 * share * (1 - share) * (weight / all) * (near - share);
  }

  /**
   * Returns the coverage of a mixture, 0 to 255. Without a halo, the coverage is 0 or 255.
   *
   * @param share share of the foreground, 0 to 1.
   */
  private coverageOf(share: number): number {
    if (this.tables.isHard) return share < 0.5 ? 0 : 255;
    return 255 * Math.min(1, share / (this.map ? MEASURED_OPAQUE_SHARE : OPAQUE_SHARE));
  }

  /** Finds the foreground colour of a mixture, and its share. */
  private findForeground(from: Planes, to: KeyedSamples, x: number, y: number): boolean {
    const { distances, width } = to;
    const { sums } = this;
    this.sure = 0;
    const at = y * width + x;
    const own = distances[at] as number;
    if (own <= LEAST) return false;
    sums.fill(0);
    const blurred = this.map && this.mayBeBlurred(to, x, y) ? this.addBlurred(from, distances, x, y) : 0;
    if (blurred === 1 || this.onlyBlur) return this.useSums(own);
    const margin = 2 * this.reach;
    const isInside = x >= margin && x + margin < width && y >= margin && y + margin < to.height;
    if (!isInside) this.clampPlaces(x, y);
    const steepest = isInside ? this.findSlopesInside(distances, at, own) : this.findSlopes(distances, own);
    if (steepest > 0) this.addAcross(from, distances, at, steepest, isInside);
    return this.useSums(own);
  }

  /** Finds the pixels of the search near the border of the picture: the closest ones inside. */
  private clampPlaces(x: number, y: number): void {
    const { offsets, places } = this;
    for (let index = 0; index < offsets.length; index++) {
      places[2 * index] = this.placeOf(x, y, index, 1);
      places[2 * index + 1] = this.placeOf(x, y, index, -1);
    }
  }

  /** Does the same as {@link findSlopes}, for a pixel far enough from the border of the picture. */
  private findSlopesInside(distances: Uint16Array, at: number, own: number): number {
    const { offsets, slopes } = this;
    const nearest = OPPOSITE * own;
    let steepest = 0;
    for (let index = 0; index < offsets.length; index++) {
      const offset = offsets[index] as number;
      const one = distances[at + offset] as number;
      const two = distances[at - offset] as number;
      let slope = 0;
      if (one > two) {
        if (one > own && two < nearest) slope = one - two;
        if (slope > steepest) steepest = slope;
      } else if (two > own && one < nearest) {
        slope = one - two;
        if (-slope > steepest) steepest = -slope;
      }
      slopes[index] = slope;
    }
    return steepest;
  }

  /** Finds the slope of the distance in each direction, and returns the steepest. */
  private findSlopes(distances: Uint16Array, own: number): number {
    const { places, slopes } = this;
    const nearest = OPPOSITE * own;
    let steepest = 0;
    for (let index = 0; index < slopes.length; index++) {
      const one = distances[places[2 * index] as number] as number;
      const two = distances[places[2 * index + 1] as number] as number;
      const isMixture = Math.max(one, two) > own && Math.min(one, two) < nearest;
      slopes[index] = isMixture ? one - two : 0;
      steepest = Math.max(steepest, Math.abs(slopes[index] as number));
    }
    return steepest;
  }

  /** Adds the pixels in the directions across the edge. Those along it differ by little, and cost as much. */
  private addAcross(
    from: Planes,
    distances: Uint16Array,
    at: number,
    steepest: number,
    isInside: boolean,
  ): void {
    const { offsets, places, slopes } = this;
    for (let index = 0; index < offsets.length; index++) {
      const slope = slopes[index] as number;
      const size = slope < 0 ? -slope : slope;
      if (size <= SIDEWAYS * steepest) continue;
      const offset = offsets[index] as number;
      const inside = slope < 0 ? at - offset : at + offset;
      const place = isInside ? inside : (places[slope < 0 ? 2 * index + 1 : 2 * index] as number);
      const weight = ramp(size / steepest, SIDEWAYS, ACROSS);
      this.addForeground(from, at, place, (distances[place] as number) - size, weight);
    }
  }

  /** Takes the foreground from the sums. Returns false if there is none. */
  private useSums(own: number): boolean {
    const { sums, foreground } = this;
    const sum = sums[0] as number;
    if (sum === 0) return false;
    this.sure *= ramp((own / DISTANCE_UNIT) ** 2, MIN_MIXTURE, MIXTURE);
    this.share = (sums[1] as number) / sum;
    foreground[0] = (sums[2] as number) / sum;
    foreground[1] = (sums[3] as number) / sum;
    foreground[2] = (sums[4] as number) / sum;
    return this.sure > 0;
  }

  /**
   * Adds the foreground of a blur that is wider than the search: the pixel where the distance ends to rise. The
   * distance has to fall to that of the screen on the other side.
   */
  private addBlurred(from: Planes, distances: Uint16Array, x: number, y: number): number {
    const { width } = this.size;
    const step = 2 * this.reach;
    const at = y * width + x;
    const acrossX = (distances[at + step] as number) - (distances[at - step] as number);
    const acrossY = (distances[at + step * width] as number) - (distances[at - step * width] as number);
    const sizeX = Math.abs(acrossX);
    const sizeY = Math.abs(acrossY);
    const stepX = 2 * sizeX < sizeY ? 0 : Math.sign(acrossX) * step;
    const stepY = 2 * sizeY < sizeX ? 0 : Math.sign(acrossY) * step;
    const far = this.follow(distances, x, y, stepX, stepY, 1);
    if (far === 0) return 0;
    const near = this.follow(distances, x, y, -stepX, -stepY, -1);
    const nearest = distances[at - near * (stepY * width + stepX)] as number;
    if (far + near < MIN_STEPS) return 0;
    const own = distances[at] as number;
    const last = distances[at + far * (stepY * width + stepX)] as number;
    const weight =
      (1 - ramp(nearest, BLUR_END, MAX_BLUR_END)) *
      ramp(last, BLURRED[0], BLURRED[1]) *
      ramp(Math.max(sizeX, sizeY) / own, MIN_RISE, FULL_RISE);
    if (weight === 0) return 0;
    this.addForeground(from, at, at + far * (stepY * width + stepX), nearest, weight);
    return this.sums[0] === 0 ? 0 : weight;
  }

  /** Returns the number of steps in a direction for which the distance rises, or falls if `sign` is -1. */
  private follow(
    distances: Uint16Array,
    x: number,
    y: number,
    stepX: number,
    stepY: number,
    sign: number,
  ): number {
    const { width, height } = this.size;
    let before = distances[y * width + x] as number;
    for (let count = 1; count <= MAX_STEPS; count++) {
      const column = x + count * stepX;
      const line = y + count * stepY;
      if (column < 0 || line < 0 || column >= width || line >= height) return count - 1;
      const here = distances[line * width + column] as number;
      const rises = sign > 0 ? here > RISE * before : here * RISE < before;
      if (!rises) return count - 1;
      if (sign < 0 && here < BLUR_END) return count;
      before = here;
    }
    return MAX_STEPS;
  }

  /** Returns the index of a pixel of the search, or of the closest one inside the picture. */
  private placeOf(x: number, y: number, direction: number, side: number): number {
    const { width, height } = this.size;
    const column = x + side * this.reach * (DIRECTIONS[2 * direction] as number);
    const line = y + side * this.reach * (DIRECTIONS[2 * direction + 1] as number);
    return clamp(line, height - 1) * width + clamp(column, width - 1);
  }

  /**
   * Adds a pixel to the foreground of a mixture, as far as it can be the foreground.
   *
   * @param at, place the mixture and the pixel.
   * @param opposite the stored distance of the pixel opposite to it.
   */
  private addForeground(
    { y: lumas, u: us, v: vs }: Planes,
    at: number,
    place: number,
    opposite: number,
    across: number,
  ): void {
    const { unit, sums } = this;
    const { width } = this.size;
    const y = Math.floor(at / width);
    const x = at - y * width;
    const farY = Math.floor(place / width);
    const farX = place - farY * width;
    const farU = us.data[farY * us.stride + farX] as number;
    const farV = vs.data[farY * vs.stride + farX] as number;
    const offU = (us.data[y * us.stride + x] as number) - this.screenU;
    const offV = (vs.data[y * vs.stride + x] as number) - this.screenV;
    const farOffU = farU - this.screenU;
    const farOffV = farV - this.screenV;
    // The product of the two vectors from the screen, and the squared area between them.
    const product =
      this.ofU * offU * farOffU +
      (this.ofBoth / 2) * (offU * farOffV + offV * farOffU) +
      this.ofV * offV * farOffV;
    const own = this.squareOf(offU, offV);
    const far = this.squareOf(farOffU, farOffV);
    const near = (opposite / DISTANCE_UNIT) ** 2;
    const area = Math.max(0, own * far - product * product);
    const deviation = (area / far) * unit;
    if (deviation >= MAX_DEVIATION) return;
    const farLuma = lumas.data[farY * lumas.stride + farX] as number;
    const excess = (lumas.data[y * lumas.stride + x] as number) - Math.max(farLuma, this.screen[0] as number);
    if (excess >= MAX_LUMA_EXCESS) return;
    const share = product / far;
    const sure =
      (1 - ramp(near / (own * unit), MIN_OPPOSITE_RATIO, MAX_OPPOSITE_RATIO)) *
      (1 - ramp(deviation, MIN_DEVIATION, MAX_DEVIATION)) *
      (1 - ramp(excess, MIN_LUMA_EXCESS, MAX_LUMA_EXCESS)) *
      ramp(far / own, 1, FARTHER) *
      ramp(share, 0, 0.05) *
      this.foregroundWeight(near, far * unit);
    if (sure === 0) return;
    if (sure * across > this.sure) this.sure = sure * across;
    // The colour that is furthest from the screen contains least of it: the sixteenth power of the distance.
    const lead = far * unit;
    const fourth = lead * lead * lead * lead;
    const weight = across * sure * fourth * fourth;
    sums[0] = (sums[0] as number) + weight;
    sums[1] = (sums[1] as number) + weight * share;
    sums[2] = (sums[2] as number) + weight * farLuma;
    sums[3] = (sums[3] as number) + weight * farU;
    sums[4] = (sums[4] as number) + weight * farV;
  }

  /** Returns the square of a distance, given in steps of U and V. */
  private squareOf(offU: number, offV: number): number {
    return this.ofU * offU * offU + this.ofBoth * offU * offV + this.ofV * offV * offV;
  }

  /**
   * Returns how far a pair of pixels can be the screen and a foreground, 0 to 1. Noise of a measured screen is
   * no foreground.
   *
   * @param near, far their squared distances from the screen.
   */
  private foregroundWeight(near: number, far: number): number {
    if (!this.map) return 1;
    return (1 - ramp(near, MIN_BACKGROUND, MAX_BACKGROUND)) * ramp(far, MIN_FOREGROUND, FOREGROUND);
  }
}

function clamp(value: number, largest: number): number {
  return value < 0 ? 0 : value > largest ? largest : value;
}
