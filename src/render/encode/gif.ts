import { frameHundredth } from '../../base/time.ts';
import { paletteOf } from '../av/palette.ts';
import { type Picture, planesOf, rgbaOf } from '../av/picture.ts';
import { type Changes, Shown } from './changes.ts';
import { Palette, UNDRAWN } from './dithering.ts';
import { GifFile, type GifPart } from './gif-file.ts';
import type { OutputFile, FileShape } from './output-file.ts';
import { GIF_QUALITY } from './quality.ts';

/** Pixels of the pictures that share a palette at the most: they are in memory until it is made. */
const MOST_PIXELS = 40_000_000;
/** Pictures that a palette is made of at the most, evenly taken from those that share it. */
const MOST_COUNTED = 10;

/**
 * A GIF in the making. Pictures that follow each other share a palette made for them, a new one every few; what has not changed since it
 * was drawn stays as it is, also over a change of the palette. Nothing is held but the pictures of one palette, however long the GIF is.
 */
export class GifOutput implements OutputFile {
  private readonly file: GifFile;
  private readonly shape: FileShape;
  private readonly shown: Shown;
  private waiting: Picture[] = [];
  private written = 0;

  private constructor(file: GifFile, shape: FileShape) {
    this.file = file;
    this.shape = shape;
    this.shown = new Shown(GIF_QUALITY[shape.quality].tolerance);
  }

  /** @param path the local file to write; an existing one is replaced. */
  static async open(path: string, shape: FileShape): Promise<GifOutput> {
    return new GifOutput(await GifFile.begin(path, shape, shape.repeat), shape);
  }

  async picture(picture: Picture): Promise<void> {
    const { width, height, quality } = this.shape;
    this.waiting.push(picture);
    const most = Math.min(
      GIF_QUALITY[quality].together,
      Math.max(1, Math.floor(MOST_PIXELS / (width * height))),
    );
    if (this.waiting.length >= most) await this.write();
  }

  sound(): Promise<void> {
    throw new Error('A GIF has no sound.');
  }

  async finish(): Promise<void> {
    await this.write();
    await this.file.finish();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.free();
    await this.file[Symbol.asyncDispose]();
  }

  /** Writes the pictures that wait, with a palette for them. */
  private async write(): Promise<void> {
    if (this.waiting.length === 0) return;
    const { colours } = GIF_QUALITY[this.shape.quality];
    const step = Math.ceil(this.waiting.length / MOST_COUNTED);
    const counted = this.waiting.filter((_, index) => index % step === 0);
    const palette = new Palette(await paletteOf(counted, colours));
    for (const picture of this.waiting) {
      const changes = this.shown.update(planesOf(picture));
      const part = changes.right === 0 ? NOTHING : partOf(await rgbaOf(picture), changes, palette);
      await this.file.part({ ...part, delay: this.delay() });
    }
    this.free();
  }

  /** Hundredths of a second until the next picture: rounded so that their sum is as long as the pictures are. */
  private delay(): number {
    const { rate } = this.shape;
    const from = frameHundredth(this.written, rate);
    this.written += 1;
    return frameHundredth(this.written, rate) - from;
  }

  private free(): void {
    for (const picture of this.waiting) picture.free();
    this.waiting = [];
  }
}

/** One pixel that stays as it is: a picture has one at least. */
const NOTHING: Omit<GifPart, 'delay'> = {
  ...{ x: 0, y: 0, width: 1, height: 1 },
  ...{ indexes: new Uint8Array(1), colours: new Uint8Array(12), transparent: 0 },
};

/** The part of a picture that has changed, and in it only what has, with the colours that it needs. */
function partOf(
  pixels: Awaited<ReturnType<typeof rgbaOf>>,
  changes: Changes,
  palette: Palette,
): Omit<GifPart, 'delay'> {
  const [x, y] = [2 * changes.left, 2 * changes.top];
  const width = Math.min(2 * changes.right, pixels.width) - x;
  const height = Math.min(2 * changes.bottom, pixels.height) - y;
  const area = { x, y, width, height };
  return { ...area, ...compact(palette.indexes(pixels, area, changes), palette.colours) };
}

/** Numbers the colours that are used anew, from 0 on: fewer of them take fewer bits. What is not drawn comes after them. */
function compact(
  indexes: Uint8Array,
  palette: Uint8Array,
): Pick<GifPart, 'indexes' | 'colours' | 'transparent'> {
  const isUsed = new Uint8Array(256);
  for (const index of indexes) isUsed[index] = 1;
  const used = [...isUsed.keys()].filter((index) => index !== UNDRAWN && isUsed[index] === 1);
  const numbers = new Uint8Array(256).fill(used.length);
  const colours = new Uint8Array(3 * Math.max(4, 2 ** Math.ceil(Math.log2(used.length + 1))));
  for (const [number, index] of used.entries()) {
    numbers[index] = number;
    colours.set(palette.subarray(4 * index, 4 * index + 3), 3 * number);
  }
  return { indexes: indexes.map((index) => numbers[index] as number), colours, transparent: used.length };
}
