/**
 * The used part of the JavaScript API of WebAssembly. TypeScript only declares it together with the browser's
 * DOM.
 */
declare namespace WebAssembly {
  class Memory {
    private constructor();
    readonly buffer: ArrayBuffer;
    /** @param pages number of pages of 65536 bytes. */
    grow(pages: number): number;
  }
  class Module {
    constructor(bytes: Uint8Array);
    private readonly code: unknown;
  }
  class Instance {
    constructor(module: Module, imports?: Readonly<Record<string, object>>);
    readonly exports: Readonly<Record<string, unknown>>;
  }
}
