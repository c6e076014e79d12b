import { readFileSync } from 'node:fs';

/**
 * The exports of `../kernels/kernels.wasm`. The source files next to that file document the exports. All
 * numbers are integers, apart from two of `averageAlong` and the factor of `scaleRow`.
 */
interface KernelExports {
  readonly memory: WebAssembly.Memory;
  readonly mix: (to: number, from: number, count: number, opacity: number) => void;
  readonly cover: (to: number, from: number, alpha: number, count: number) => void;
  readonly coverShared: (to: number, from: number, alpha: number, count: number, opacity: number) => void;
  readonly resample: (
    to: number,
    toPlane: number,
    toStride: number,
    from: number,
    fromPlane: number,
    fromStride: number,
    planes: number,
    width: number,
    columns: number,
    count: number,
    columnTaps: number,
    rowStarts: number,
    rowWeights: number,
    height: number,
    rowTaps: number,
    flip: number,
    least: number,
    most: number,
    work: number,
  ) => void;
  readonly flipSigns: (at: number, count: number) => void;
  readonly premultiply: (red: number, plane: number, count: number) => void;
  readonly fade: (
    at: number,
    stride: number,
    width: number,
    height: number,
    columns: number,
    rows: number,
  ) => void;
  readonly toFullChroma: (red: number, plane: number, count: number, u: number, v: number) => void;
  /** @returns 1 if all pixels are opaque, otherwise 0. */
  readonly split: (from: number, to: number, plane: number, count: number) => number;
  readonly shade: (...given: [...pixels: PixelRows, columns: number, rows: number]) => void;
  readonly toLuma: (...given: [...pixels: PixelRows, to: number, toStride: number]) => void;
  readonly toLumaAlpha: (
    ...given: [...pixels: PixelRows, to: number, alpha: number, toStride: number]
  ) => void;
  readonly toChroma: (...given: [...pixels: PixelRows, u: number, v: number, toStride: number]) => void;
  readonly toChromaAlpha: (
    ...given: [...pixels: PixelRows, u: number, v: number, alpha: number, toStride: number]
  ) => void;
  readonly keyRow: (
    y: number,
    u: number,
    v: number,
    alpha: number,
    distances: number,
    count: number,
    screens: number,
    settings: number,
    measured: number,
  ) => void;
  readonly markCells: (
    alpha: number,
    u: number,
    v: number,
    stride: number,
    cells: number,
    count: number,
    tintU: number,
    tintV: number,
  ) => void;
  readonly removeSpill: (
    y: number,
    u: number,
    v: number,
    alpha: number,
    count: number,
    tintU: number,
    tintV: number,
    settings: number,
  ) => void;
  readonly averageAlong: (
    from: number,
    to: number,
    length: number,
    lanes: number,
    radius: number,
    edge: number,
    scale: number,
    sums: number,
  ) => void;
  readonly loadShares: (from: number, to: number, count: number) => void;
  readonly storeShares: (from: number, to: number, count: number) => void;
  readonly loadVideo: (
    ...given: [y: number, u: number, v: number, to: number, plane: number, count: number, factors: number]
  ) => void;
  readonly storeVideo: (
    from: number,
    next: number,
    plane: number,
    y: number,
    yNext: number,
    u: number,
    v: number,
    count: number,
    factors: number,
  ) => void;
  readonly mixRow: (
    ...given: [below: number, above: number, plane: number, alpha: number, count: number, mode: number]
  ) => void;
  readonly gradeRows: (
    y: number,
    stride: number,
    u: number,
    v: number,
    count: number,
    lumas: number,
    chromas: number,
    weights: number,
    masks: number,
    maskStride: number,
  ) => void;
  readonly addRow: (sums: number, from: number, alpha: number, count: number) => void;
  readonly divideRow: (to: number, sums: number, alphas: number, count: number) => void;
  readonly scaleRow: (to: number, sums: number, factor: number, count: number) => void;
  readonly weave: (to: number, red: number, plane: number, count: number) => void;
  readonly warp: (
    to: number,
    stride: number,
    left: number,
    top: number,
    width: number,
    height: number,
    from: number,
    columns: number,
    rows: number,
    matrix: number,
  ) => void;
  readonly toPlanes: (from: number, width: number, y: number, u: number, v: number, sums: number) => void;
}

/**
 * Rows of red, green, blue and alpha: the address of red, the bytes from one plane to the next, the bytes
 * from one row to the next, and the size in pixels.
 */
type PixelRows = [red: number, plane: number, stride: number, width: number, height: number];

/** SIMD kernels with the memory that they work on. The memory is freed together with this object. */
export interface Kernels extends KernelExports {
  /** The whole memory. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Number of samples that kernels process at a time. */
export const KERNEL_STEP = 16;

const PAGE_BYTES = 2 ** 16;

let compiledModule: WebAssembly.Module | undefined;

/** Creates kernels with their own memory. @param size size of the memory in bytes, which is fixed. */
export function createKernels(size: number): Kernels {
  compiledModule ??= new WebAssembly.Module(
    readFileSync(new URL('../kernels/kernels.wasm', import.meta.url)),
  );
  // The cast is safe because a test compares the module with its sources.
  const exports = new WebAssembly.Instance(compiledModule).exports as unknown as KernelExports;
  exports.memory.grow(Math.ceil(size / PAGE_BYTES));
  return { ...exports, bytes: new Uint8Array(exports.memory.buffer) };
}

/** Rounds a length up to a multiple of {@link KERNEL_STEP}. */
export function roundUpToStep(length: number): number {
  return Math.ceil(length / KERNEL_STEP) * KERNEL_STEP;
}
