import { readFileSync } from 'node:fs';

/** The exports of `../kernels/kernels.wasm`; what they do stands in the sources beside it. All numbers are whole. */
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
    columns: number,
    groups: number,
    rows: number,
    count: number,
    ring: number,
  ) => void;
  /** @returns 1 where all pixels are opaque, else 0. */
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
  readonly toPlanes: (from: number, width: number, y: number, u: number, v: number, sums: number) => void;
}

/** Rows of red, green, blue and alpha: where red begins, bytes from plane to plane and from row to row, and how many pixels. */
type PixelRows = [red: number, plane: number, stride: number, width: number, height: number];

/** Kernels in SIMD and the memory that they work in, which is given back with them. */
export interface Kernels extends KernelExports {
  /** All of the memory. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Kernels work on so many samples at a time. */
export const KERNEL_STEP = 16;

const PAGE_BYTES = 2 ** 16;

let compiledModule: WebAssembly.Module | undefined;

/** Kernels with a memory of their own. @param size of it in bytes, which never changes. */
export function createKernels(size: number): Kernels {
  compiledModule ??= new WebAssembly.Module(
    readFileSync(new URL('../kernels/kernels.wasm', import.meta.url)),
  );
  // What the sources export: a test compiles them.
  const exports = new WebAssembly.Instance(compiledModule).exports as unknown as KernelExports;
  exports.memory.grow(Math.ceil(size / PAGE_BYTES));
  return { ...exports, bytes: new Uint8Array(exports.memory.buffer) };
}

/** Rounds up to what kernels work on at a time. */
export function roundUpToStep(length: number): number {
  return Math.ceil(length / KERNEL_STEP) * KERNEL_STEP;
}
