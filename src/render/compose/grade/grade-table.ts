import type { Planes } from '../../av/video/video-frame.ts';
import { clamp, type Rgb } from '../../grade/colour.ts';
import type { ColourPlanes } from '../layers/colour-filter.ts';
import { BLUE_FROM_U, GREEN_FROM_U, GREEN_FROM_V, RED_FROM_V, rgbToYuv, WHITE } from '../planes/bt709.ts';
import type { PlaneMask } from './plane-mask.ts';
import { createKernels, type Kernels, roundUpToStep } from '../planes/kernels.ts';

/** Samples of U or V from one node of the table to the next. A node is at grey. */
const NODE_STEP = 8;
/** Nodes along U and V. */
const NODES = 256 / NODE_STEP + 1;
const CELLS = NODES - 1;
/** Fractional bits of the results in the table. */
const BITS = 6;
/** Steps of Y beyond the range of colours for which results are computed. */
const MARGIN = 2 * NODE_STEP;
/** Bytes of the weights of the four corners of a cell, for each place in it. */
const WEIGHTS = NODE_STEP ** 2 * 16;
const LUMA_CELL = 256 * 8;
const CHROMA_CELL = 256 * 16;
/** The places of the tables in the memory of the kernels. */
const LUMAS = WEIGHTS;
const CHROMAS = LUMAS + CELLS ** 2 * LUMA_CELL;
const ROWS = CHROMAS + CELLS ** 2 * CHROMA_CELL;

/**
 * A grade of pictures in BT.709 as one table: exact for each Y, and interpolated between nodes of U and V. The results
 * are rounded to 8 bits once, after all filters. A chroma sample is graded with the mean of its four Y.
 */
export class GradeTable {
  private kernels: Kernels | undefined;
  private rowBytes = 0;
  private readonly nodes = {
    y: new Int16Array(NODES ** 2 * 256),
    u: new Int16Array(NODES ** 2 * 256),
    v: new Int16Array(NODES ** 2 * 256),
  };
  private isLoaded = false;

  /**
   * Fills the table.
   *
   * @param grade changes a gamma-coded colour in place.
   * @param step samples of Y from one exact result to the next. Results between them are interpolated.
   */
  fill(grade: (colour: Rgb) => void, step: number): void {
    for (let node = 0; node < NODES ** 2; node++) {
      const u = NODE_STEP * (node % NODES) - 128;
      const v = NODE_STEP * Math.floor(node / NODES) - 128;
      const [first, last] = findLumas(u, v);
      for (let sample = first; ; sample = Math.min(last, sample + step)) {
        this.writeNode(grade, node, sample, u, v);
        if (sample === last) break;
      }
      this.interpolate(node * 256 + first, node * 256 + last, step);
      this.extend(node * 256, first, last);
    }
    this.isLoaded = false;
  }

  private writeNode(grade: (colour: Rgb) => void, node: number, sample: number, u: number, v: number): void {
    const luma = sample - 16;
    const red = (luma + RED_FROM_V * v) / WHITE;
    const green = (luma + GREEN_FROM_U * u + GREEN_FROM_V * v) / WHITE;
    const blue = (luma + BLUE_FROM_U * u) / WHITE;
    const colour = extrapolate(grade, [red, green, blue]);
    const [newY, newU, newV] = rgbToYuv(255 * colour[0], 255 * colour[1], 255 * colour[2]);
    const at = node * 256 + sample;
    this.nodes.y[at] = toFixed(newY);
    this.nodes.u[at] = toFixed(newU);
    this.nodes.v[at] = toFixed(newV);
  }

  /** Fills the results between exact ones. @param from, to the places of the first and the last one. */
  private interpolate(from: number, to: number, step: number): void {
    if (step === 1) return;
    for (const plane of Object.values(this.nodes)) {
      for (let start = from; start < to; start += step) {
        const end = Math.min(to, start + step);
        const [first, last] = [plane[start] as number, plane[end] as number]; // Inside the nodes.
        for (let at = start + 1; at < end; at++)
          plane[at] = Math.round(first + ((last - first) * (at - start)) / (end - start));
      }
    }
  }

  /** Continues a node evenly below its first and above its last result. @param start its place for Y 0. */
  private extend(start: number, first: number, last: number): void {
    const { y, u, v } = this.nodes;
    for (let sample = 0; sample < 256; sample++) {
      if (sample >= first && sample <= last) continue;
      const nearest = sample < first ? first : last;
      y[start + sample] = limitFixed((y[start + nearest] as number) + 2 ** BITS * (sample - nearest));
      u[start + sample] = u[start + nearest] as number;
      v[start + sample] = v[start + nearest] as number;
    }
  }

  /**
   * Filters a picture.
   *
   * @param from planes of even width and height.
   * @param to planes of at least that size for the result.
   * @param mask factors on the results.
   */
  apply(from: Planes, to: ColourPlanes, mask?: PlaneMask): void {
    const { width, height } = from;
    const stride = roundUpToStep(width);
    const kernels = this.load(7 * stride);
    const { bytes } = kernels;
    const masks = ROWS + 3 * stride;
    const [lower, blues, reds] = [ROWS + stride, ROWS + 2 * stride, ROWS + 2.5 * stride];
    for (let row = 0; row < height; row += 2) {
      const half = row / 2;
      copyIn(bytes, ROWS, from.y, row, width);
      copyIn(bytes, lower, from.y, row + 1, width);
      copyIn(bytes, blues, from.u, half, width / 2);
      copyIn(bytes, reds, from.v, half, width / 2);
      if (mask) bytes.set(mask.rowPair(row), masks);
      kernels.gradeRows(
        ...([ROWS, stride, blues, reds, width / 2, LUMAS, CHROMAS, 0] as const),
        ...([mask ? masks : 0, 2 * width] as const),
      );
      copyOut(bytes, ROWS, to.y, row, width);
      copyOut(bytes, lower, to.y, row + 1, width);
      copyOut(bytes, blues, to.u, half, width / 2);
      copyOut(bytes, reds, to.v, half, width / 2);
    }
  }

  /** Returns kernels with the table and room for rows. @param rowBytes bytes of the rows. */
  private load(rowBytes: number): Kernels {
    if (!this.kernels || this.rowBytes < rowBytes) {
      this.kernels = createKernels(ROWS + rowBytes);
      this.rowBytes = rowBytes;
      this.isLoaded = false;
    }
    if (!this.isLoaded) this.writeTable(new Int16Array(this.kernels.memory.buffer));
    this.isLoaded = true;
    return this.kernels;
  }

  private writeTable(shorts: Int16Array): void {
    for (let place = 0; place < NODE_STEP ** 2; place++) {
      const [across, down] = [place % NODE_STEP, Math.floor(place / NODE_STEP)];
      const [left, top] = [NODE_STEP - across, NODE_STEP - down];
      const weights = [left * top, across * top, left * down, across * down];
      shorts.set([...weights, ...weights], place * 8);
    }
    const { y, u, v } = this.nodes;
    for (let cell = 0; cell < CELLS ** 2; cell++) {
      const node = Math.floor(cell / CELLS) * NODES + (cell % CELLS);
      const corners = [node, node + 1, node + NODES, node + NODES + 1];
      for (const [corner, cornerNode] of corners.entries()) {
        let luma = (LUMAS + cell * LUMA_CELL) / 2 + corner;
        let chroma = (CHROMAS + cell * CHROMA_CELL) / 2 + corner;
        for (let at = cornerNode * 256; at < (cornerNode + 1) * 256; at++, luma += 4, chroma += 8) {
          shorts[luma] = y[at] as number; // The index is inside the nodes.
          shorts[chroma] = u[at] as number;
          shorts[chroma + 4] = v[at] as number;
        }
      }
    }
  }
}

/**
 * Returns the result for a colour. Beyond the range of colours, the results go on evenly: as much as they change inside.
 * Cells on the border are then right inside of it.
 */
function extrapolate(grade: (colour: Rgb) => void, [red, green, blue]: Rgb): Rgb {
  const edge: Rgb = [clamp(red), clamp(green), clamp(blue)];
  const isInside = edge[0] === red && edge[1] === green && edge[2] === blue;
  const mirrored: Rgb = [clamp(2 * edge[0] - red), clamp(2 * edge[1] - green), clamp(2 * edge[2] - blue)];
  grade(edge);
  if (isInside) return edge;
  grade(mirrored);
  return [2 * edge[0] - mirrored[0], 2 * edge[1] - mirrored[1], 2 * edge[2] - mirrored[2]];
}

/**
 * Returns the first and the last Y that a U and a V have in a picture. A small margin is for the cells at the border of
 * all colours.
 *
 * @param u, v distances from grey.
 */
function findLumas(u: number, v: number): readonly [first: number, last: number] {
  const shifts = [RED_FROM_V * v, GREEN_FROM_U * u + GREEN_FROM_V * v, BLUE_FROM_U * u];
  const least = 16 - Math.min(...shifts) - MARGIN;
  const most = 16 + WHITE - Math.max(...shifts) + MARGIN;
  if (least <= most) return [limitByte(Math.ceil(least)), limitByte(Math.floor(most))];
  const middle = limitByte(Math.round((least + most) / 2));
  return [middle, middle];
}

function limitByte(sample: number): number {
  return Math.min(255, Math.max(0, sample));
}

function toFixed(sample: number): number {
  return limitFixed(Math.round(2 ** BITS * sample));
}

function limitFixed(sample: number): number {
  return Math.min(255 * 2 ** BITS, Math.max(0, sample));
}

function copyIn(
  bytes: Uint8Array,
  offset: number,
  { data, stride }: Planes['y'],
  row: number,
  count: number,
): void {
  bytes.set(data.subarray(row * stride, row * stride + count), offset);
}

function copyOut(
  bytes: Uint8Array,
  offset: number,
  { data, stride }: Planes['y'],
  row: number,
  count: number,
): void {
  data.set(bytes.subarray(offset, offset + count), row * stride);
}
