/** What we use of the JavaScript interface of WebAssembly; TypeScript's own declarations of it are those of a browser. */
declare namespace WebAssembly {
  class Memory {
    private constructor();
    readonly buffer: ArrayBuffer;
    /** @param pages of 65536 bytes each. */
    grow(pages: number): number;
  }
  class Module {
    constructor(bytes: Uint8Array);
    private readonly code: unknown;
  }
  class Instance {
    constructor(module: Module);
    readonly exports: Readonly<Record<string, unknown>>;
  }
}
