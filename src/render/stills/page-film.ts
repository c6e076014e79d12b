import { open, rename } from 'node:fs/promises';

/** A picture of a film and the frames of the page from which it is seen. */
interface FilmPicture {
  /** The frame of the page, from 0, at which the picture begins. It stays until the next one. */
  readonly from: number;
  /** The bytes of the PNG in the file. `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}

/** The list at the end of a film. */
interface FilmIndex {
  /** Frames of the page per second, as a fraction. */
  readonly rate: readonly [numerator: number, denominator: number];
  /** The pictures in the order of their frames. At least one. */
  readonly pictures: readonly FilmPicture[];
}

/** Bytes of the length of the index, which ends a film. */
const LENGTH_BYTES = 4;

/**
 * Writes the film of a page that moves: its pictures as PNGs, in any order, and a list of their frames. Several parts
 * of a page may add to it at the same time. Close it.
 */
export class FilmWriter implements AsyncDisposable {
  private readonly path: string;
  private file: Awaited<ReturnType<typeof open>>;
  private readonly pictures: FilmPicture[] = [];
  /** Bytes written so far, and those that are being written. */
  size = 0;

  private constructor(path: string, file: FilmWriter['file']) {
    this.path = path;
    this.file = file;
  }

  /** Creates the file. */
  static async create(path: string): Promise<FilmWriter> {
    return new FilmWriter(path, await open(path, 'w+'));
  }

  /** Adds the picture from a frame on. */
  async add(from: number, png: Buffer): Promise<void> {
    this.pictures.push({ from, start: this.size, end: this.size + png.length });
    await this.append(png);
  }

  /** Ends the film. @param rate frames of the page per second, as a fraction. */
  async end(rate: FilmIndex['rate']): Promise<void> {
    const pictures = await this.sortPictures();
    const index = Buffer.from(JSON.stringify({ rate, pictures } satisfies FilmIndex));
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32LE(index.length);
    await this.append(Buffer.concat([index, length]));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.file.close();
  }

  /**
   * Puts the pictures into the order of their frames. The parts add them as they come, but a film must be the same to
   * the byte each time: its content decides which kept segments show it.
   */
  private async sortPictures(): Promise<readonly FilmPicture[]> {
    const sorted = this.pictures.toSorted((one, other) => one.from - other.from);
    if (sorted.every(({ start }, index) => start === (sorted[index - 1]?.end ?? 0))) return sorted;
    const path = `${this.path}-sorted`;
    const before = this.file;
    const placed: FilmPicture[] = [];
    this.file = await open(path, 'w');
    this.size = 0;
    try {
      for (const { from, start, end } of sorted) {
        const { buffer } = await before.read(Buffer.alloc(end - start), 0, end - start, start);
        placed.push({ from, start: this.size, end: this.size + buffer.length });
        await this.append(buffer);
      }
    } finally {
      await before.close();
    }
    await rename(path, this.path);
    return placed;
  }

  private async append(bytes: Buffer): Promise<void> {
    const at = this.size;
    this.size += bytes.length;
    await this.file.writev([bytes], at);
  }
}

/** A film of a page that moves. */
export interface PageFilm {
  /** Frames of the page per second. */
  readonly rate: number;
  /** Returns the index of the picture that is seen in a frame of the page, from 0. */
  readonly pictureAt: (frame: number) => number;
  /** Reads a picture. @returns a PNG. */
  readonly read: (picture: number) => Promise<Buffer>;
}

/** Opens a film that {@link FilmWriter} has written. The file stays closed between two readings. */
export async function openFilm(path: string): Promise<PageFilm> {
  const { rate, pictures } = await readIndex(path);
  return {
    rate: rate[0] / rate[1],
    pictureAt: (frame) =>
      Math.max(
        0,
        pictures.findLastIndex(({ from }) => from <= frame),
      ),
    read: async (picture) => {
      const { start = 0, end = 0 } = pictures[picture] ?? {};
      return await readPart(path, start, end);
    },
  };
}

async function readIndex(path: string): Promise<FilmIndex> {
  await using file = await open(path);
  const { size } = await file.stat();
  const { buffer: length } = await file.read(
    Buffer.alloc(LENGTH_BYTES),
    0,
    LENGTH_BYTES,
    size - LENGTH_BYTES,
  );
  const end = size - LENGTH_BYTES;
  // The cast is safe: this process's parent has written the film.
  return JSON.parse((await readPart(path, end - length.readUInt32LE(), end)).toString()) as FilmIndex;
}

async function readPart(path: string, start: number, end: number): Promise<Buffer> {
  await using file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(end - start), 0, end - start, start);
  return buffer;
}
