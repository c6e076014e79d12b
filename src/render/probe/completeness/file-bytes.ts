import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** The bytes of a local file. Reads synchronously, so use it only in a child process. Close it with `using`. */
export class FileBytes implements Disposable {
  /** Size of the file in bytes. */
  readonly size: number;
  private readonly descriptor: number;

  constructor(path: string) {
    this.descriptor = openSync(path, 'r');
    this.size = fstatSync(this.descriptor).size;
  }

  /** Returns the bytes at an offset: `count`, or fewer if the file ends sooner. */
  read(at: number, count: number): Buffer {
    const length = Math.max(0, Math.min(count, this.size - at));
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, length === 0 ? 0 : readSync(this.descriptor, bytes, 0, length, at));
  }

  [Symbol.dispose](): void {
    closeSync(this.descriptor);
  }
}
