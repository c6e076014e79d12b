import { closeSync, openSync, readSync } from 'node:fs';
import { AVERROR_EIO, AVERROR_EOF, AVSEEK_CUR, AVSEEK_SET, AVSEEK_SIZE, IOContext } from '../ffmpeg.ts';
import type { RemoteFile } from '../../media/source-file.ts';

/** Bytes that FFmpeg requests at a time. */
const BUFFER_BYTES = 64 * 1024;
/** The return value of a seek that needs the file size when the size is unknown (`AVERROR(ENOSYS)`). */
const UNKNOWN_SIZE = -38;

/**
 * Lets FFmpeg read a remote file. Each read waits until its bytes have been fetched. The bytes arrive on
 * this thread. A synchronous call of node-av would block the thread, so use only asynchronous calls. Close
 * the format context before the `RemoteIo` from which it reads.
 */
export class RemoteIo implements Disposable {
  readonly context = new IOContext();
  private readonly file: RemoteFile;
  private readonly descriptor: number;
  private position = 0;
  private fetchError: Error | undefined;

  constructor(file: RemoteFile) {
    this.file = file;
    this.descriptor = openSync(file.path, 'r');
    this.context.allocContextWithCallbacks(
      BUFFER_BYTES,
      0,
      (size) => this.read(size),
      null,
      (offset, whence) => this.seek(Number(offset), whence),
    );
  }

  /** The error of the first failed read. FFmpeg itself only reports that a read failed. */
  get failure(): Error | undefined {
    return this.fetchError;
  }

  [Symbol.dispose](): void {
    this.context.freeContext();
    closeSync(this.descriptor);
  }

  private async read(size: number): Promise<Buffer | number> {
    try {
      const available = await this.file.fetchRange(this.position, size);
      if (available === 0) return AVERROR_EOF;
      const bytes = Buffer.allocUnsafe(available);
      // Synchronous, because an asynchronous read needs a thread of Node.js's pool. FFmpeg calls that wait
      // for reads may occupy all of these threads.
      const count = readSync(this.descriptor, bytes, 0, available, this.position);
      this.position += count;
      return bytes.subarray(0, count);
    } catch (error) {
      this.fetchError ??= error instanceof Error ? error : new Error(String(error));
      return AVERROR_EIO;
    }
  }

  private seek(offset: number, whence: number): number {
    const { size } = this.file;
    if ((whence & AVSEEK_SIZE) !== 0) return size ?? UNKNOWN_SIZE;
    if (whence === AVSEEK_SET) this.position = offset;
    else if (whence === AVSEEK_CUR) this.position += offset;
    else if (size === undefined) return UNKNOWN_SIZE;
    else this.position = size + offset;
    return this.position;
  }
}
