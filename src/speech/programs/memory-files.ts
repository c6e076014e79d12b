/** The parts of a WebAssembly module that WASI calls need. */
export interface ProgramMemory {
  buffer: ArrayBuffer;
}

/** A file in memory. */
interface OpenFile {
  readonly name: string;
  position: number;
}

const SUCCESS = 0;
const BAD_DESCRIPTOR = 8;
const NO_ENTRY = 44;
const IS_FOLDER = 3;
const IS_FILE = 4;
const ROOT = 3;
const CREATE_AND_TRUNCATE = 9;

/** Thrown to end a program that has called `exit`. */
export class ProgramExit extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`The program has ended with code ${code}.`);
    this.code = code;
  }
}

/**
 * The system that a WASI program sees: its arguments, and one folder that exists only in memory. The program has
 * no access to anything else. This is safer than the WASI of Node.js, and nothing is left on the disk.
 */
export class MemorySystem {
  /** The content of the files by name. The name of the standard output is `stdout`. */
  readonly files: Map<string, Uint8Array>;
  private readonly memory: () => ProgramMemory;
  private readonly programArguments: readonly Uint8Array[];
  private readonly open = new Map<number, OpenFile>([
    [1, { name: 'stdout', position: 0 }],
    [2, { name: 'stderr', position: 0 }],
  ]);
  private nextDescriptor = ROOT + 1;

  constructor(
    programArguments: readonly string[],
    files: ReadonlyMap<string, Uint8Array>,
    memory: () => ProgramMemory,
  ) {
    this.programArguments = programArguments.map((text) => Buffer.from(`${text}\0`));
    this.files = new Map(files);
    this.memory = memory;
  }

  /** The functions that the program imports from `wasi_snapshot_preview1`. */
  readonly imports: Readonly<Record<string, (...values: never[]) => number>> = {
    args_sizes_get: (count: number, size: number) => {
      this.writeWord(count, this.programArguments.length);
      this.writeWord(size, Buffer.concat(this.programArguments).length);
      return SUCCESS;
    },
    args_get: (pointers: number, texts: number) => {
      let at = texts;
      for (const [index, text] of this.programArguments.entries()) {
        this.writeWord(pointers + index * 4, at);
        this.bytes().set(text, at);
        at += text.length;
      }
      return SUCCESS;
    },
    // A program that cannot read the clock gives the same result at all times.
    clock_time_get: (_clock: number, _precision: bigint, result: number) => {
      this.view().setBigUint64(result, 0n, true);
      return SUCCESS;
    },
    proc_exit: (code: number) => {
      throw new ProgramExit(code);
    },
    fd_prestat_get: (descriptor: number, result: number) => {
      if (descriptor !== ROOT) return BAD_DESCRIPTOR;
      this.writeWord(result, 0);
      this.writeWord(result + 4, 1);
      return SUCCESS;
    },
    fd_prestat_dir_name: (_descriptor: number, name: number) => {
      this.bytes().set([0x2f], name);
      return SUCCESS;
    },
    fd_fdstat_get: (descriptor: number, result: number) => {
      const view = this.view();
      this.bytes().fill(0, result, result + 24);
      view.setUint8(result, descriptor === ROOT ? IS_FOLDER : IS_FILE);
      // All rights.
      view.setBigUint64(result + 8, -1n & 0xffffffffffffffffn, true);
      view.setBigUint64(result + 16, -1n & 0xffffffffffffffffn, true);
      return SUCCESS;
    },
    fd_fdstat_set_flags: () => SUCCESS,
    path_open: (...values: never[]) => this.openPath(values),
    fd_close: (descriptor: number) => (this.open.delete(descriptor) ? SUCCESS : BAD_DESCRIPTOR),
    fd_seek: (descriptor: number, offset: bigint, whence: number, result: number) => {
      const file = this.open.get(descriptor);
      if (!file) return BAD_DESCRIPTOR;
      const base = [0, file.position, this.contentOf(file).length][whence] ?? 0;
      file.position = base + Number(offset);
      this.view().setBigUint64(result, BigInt(file.position), true);
      return SUCCESS;
    },
    fd_read: (descriptor: number, vectors: number, count: number, result: number) => {
      const file = this.open.get(descriptor);
      if (!file) return BAD_DESCRIPTOR;
      const before = file.position;
      for (const [from, length] of this.vectorsAt(vectors, count)) {
        const part = this.contentOf(file).subarray(file.position, file.position + length);
        this.bytes().set(part, from);
        file.position += part.length;
      }
      this.writeWord(result, file.position - before);
      return SUCCESS;
    },
    fd_write: (descriptor: number, vectors: number, count: number, result: number) => {
      const file = this.open.get(descriptor);
      if (!file) return BAD_DESCRIPTOR;
      const before = file.position;
      for (const [from, length] of this.vectorsAt(vectors, count))
        this.append(file, this.bytes().subarray(from, from + length));
      this.writeWord(result, file.position - before);
      return SUCCESS;
    },
  };

  private openPath(values: readonly number[]): number {
    const [, , path = 0, length = 0, flags = 0] = values;
    const result = values.at(-1) ?? 0;
    const name = Buffer.from(this.bytes().slice(path, path + length)).toString();
    if ((flags & CREATE_AND_TRUNCATE) !== 0) this.files.set(name, new Uint8Array());
    else if (!this.files.has(name)) return NO_ENTRY;
    this.open.set(this.nextDescriptor, { name, position: 0 });
    this.writeWord(result, this.nextDescriptor);
    this.nextDescriptor += 1;
    return SUCCESS;
  }

  /** Writes at the position of a file. The buffer behind the content grows by half, so that many writes are fast. */
  private append(file: OpenFile, part: Uint8Array): void {
    const content = this.contentOf(file);
    const end = file.position + part.length;
    let grown = content;
    if (end > content.length) {
      const isRoomy = content.byteOffset + end <= content.buffer.byteLength;
      const buffer = isRoomy ? content.buffer : new ArrayBuffer(Math.ceil(end * 1.5));
      grown = new Uint8Array(buffer, 0, end);
      if (!isRoomy) grown.set(content);
    }
    grown.set(part, file.position);
    file.position = end;
    this.files.set(file.name, grown);
  }

  private contentOf(file: OpenFile): Uint8Array {
    return this.files.get(file.name) ?? new Uint8Array();
  }

  private vectorsAt(vectors: number, count: number): (readonly [from: number, length: number])[] {
    const view = this.view();
    return Array.from({ length: count }, (_, index) => {
      const at = vectors + index * 8;
      return [view.getUint32(at, true), view.getUint32(at + 4, true)] as const;
    });
  }

  private writeWord(at: number, value: number): void {
    this.view().setUint32(at, value, true);
  }

  private view(): DataView {
    return new DataView(this.memory().buffer);
  }

  private bytes(): Uint8Array {
    return new Uint8Array(this.memory().buffer);
  }
}
