import { readFileSync } from 'node:fs';

/** The exports of `kernels/kernels.wasm`; what they do stands in the sources beside it. All numbers are whole. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  readonly mix: (to: number, from: number, count: number, share: number) => void;
  readonly cover: (to: number, from: number, alpha: number, count: number) => void;
  readonly coverShared: (to: number, from: number, alpha: number, count: number, share: number) => void;
}

/** Kernels in SIMD and the memory that they work in, which is given back with them. */
export interface Kernels extends Exports {
  /** All of the memory. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const PAGE = 2 ** 16;

let compiled: WebAssembly.Module | undefined;

/** Kernels with a memory of their own. @param size of it in bytes, which never changes. */
export function kernelsWith(size: number): Kernels {
  compiled ??= new WebAssembly.Module(readFileSync(new URL('kernels/kernels.wasm', import.meta.url)));
  // What the sources export: a test compiles them.
  const exports = new WebAssembly.Instance(compiled).exports as unknown as Exports;
  exports.memory.grow(Math.ceil(size / PAGE));
  return { ...exports, bytes: new Uint8Array(exports.memory.buffer) };
}
