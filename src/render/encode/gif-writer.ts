import { type FileHandle, open } from 'node:fs/promises';
import { compressLzw } from './lzw.ts';

/** An image of a GIF: the part of the picture that changes. */
export interface GifImage {
  /** Position on the whole picture, in pixels. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** The colour index of each pixel. The rows have no padding. */
  readonly indexes: Uint8Array;
  /** Red, green and blue of each colour. The number of colours is a power of two from 4 to 256. */
  readonly colours: Uint8Array;
  /** The index of the pixels that stay unchanged. */
  readonly transparent: number;
  /** Hundredths of a second until the next picture, at most 65,535. */
  readonly delay: number;
  /** True to make the part transparent again after the delay. By default, it stays. */
  readonly isRemoved?: boolean;
}

/**
 * Writes the blocks of a GIF (CompuServe's GIF89a) one after the other, without buffering. Close it
 * with `await using`.
 */
export class GifWriter implements AsyncDisposable {
  private readonly file: FileHandle;

  private constructor(file: FileHandle) {
    this.file = file;
  }

  /**
   * @param path the local file to write. An existing file is replaced.
   * @param size in pixels.
   * @param repeat true to play forever, false to play once.
   */
  static async create(
    path: string,
    size: { readonly width: number; readonly height: number },
    repeat: boolean,
  ): Promise<GifWriter> {
    await using opened = new AsyncDisposableStack();
    const gif = opened.use(new GifWriter(await open(path, 'w')));
    // No global colour table, eight bits per channel.
    const screen = [...toUint16(size.width), ...toUint16(size.height), 0x70, 0, 0];
    await gif.write(Buffer.from('GIF89a'), Buffer.from(screen));
    // The Netscape extension, which all players support. The number of repetitions is 0, which means endless.
    if (repeat) await gif.write(Buffer.from('\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0', 'latin1'));
    opened.move();
    return gif;
  }

  /** Writes the next image, on top of the previous ones. */
  async writeImage(part: GifImage): Promise<void> {
    const { x, y, width, height, indexes, colours, transparent, delay, isRemoved = false } = part;
    const bits = Math.log2(colours.length / 3);
    // `1 << 2` keeps this picture below the next one, `2 << 2` removes it before. `1` means that there is a
    // transparent colour.
    const disposal = (isRemoved ? 2 : 1) << 2;
    const control = [0x21, 0xf9, 4, disposal | 1, ...toUint16(delay), transparent, 0];
    const image = [
      0x2c,
      ...toUint16(x),
      ...toUint16(y),
      ...toUint16(width),
      ...toUint16(height),
      0x80 | (bits - 1),
    ];
    await this.write(
      Buffer.from([...control, ...image]),
      colours,
      Uint8Array.of(bits),
      toSubBlocks(compressLzw(indexes, bits)),
    );
  }

  /** Ends the file. */
  async finish(): Promise<void> {
    await this.write(Uint8Array.of(0x3b));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.file.close();
  }

  private async write(...parts: readonly Uint8Array[]): Promise<void> {
    await this.file.writeFile(Buffer.concat(parts));
  }
}

/** Returns a number as two bytes, the lower one first. */
function toUint16(value: number): [number, number] {
  return [value & 255, value >> 8];
}

/** Splits bytes into blocks of at most 255, each preceded by its length, and adds an empty block. */
function toSubBlocks(bytes: Uint8Array): Uint8Array {
  const result = new Uint8Array(bytes.length + Math.ceil(bytes.length / 255) + 1);
  let to = 0;
  for (let from = 0; from < bytes.length; from += 255) {
    const block = bytes.subarray(from, from + 255);
    result[to++] = block.length;
    result.set(block, to);
    to += block.length;
  }
  return result;
}
