import { hundredthAtFrame } from '../../base/time.ts';
import { createPalette } from '../av/encode/create-palette.ts';
import { planesOf, type VideoFrame } from '../av/video/video-frame.ts';
import { toRgba } from '../av/video/convert-frame.ts';
import { bleedColours } from './codecs/bleed-colours.ts';
import { ChangeTracker, type FrameChanges } from './change-tracker.ts';
import { DitheringPalette, MIN_VISIBLE_ALPHA, UNCHANGED_INDEX } from './dithering-palette.ts';
import { type GifImage, GifWriter } from './gif-writer.ts';
import type { OutputFile, OutputFileSettings } from './output-file.ts';
import { GIF_QUALITY } from './quality.ts';

/**
 * Maximum total number of pixels of the pictures that share a palette. The limit saves memory, because the
 * pictures stay in memory until their palette is computed.
 */
const MAX_BUFFERED_PIXELS = 40_000_000;
/**
 * Maximum number of pictures from which a palette is computed. These samples are spread evenly over the
 * pictures that share the palette.
 */
const MAX_SAMPLED_FRAMES = 10;

/**
 * Writes a GIF. Several consecutive pictures share a palette, which is computed from these pictures. A pixel
 * that has not changed is not drawn again, even if the palette changes. Only the pictures that share one
 * palette are in memory at the same time, no matter how long the GIF is. With alpha, each picture is drawn as a
 * whole, because a pixel can only become transparent again if its picture is removed.
 */
export class GifOutput implements OutputFile {
  private readonly writer: GifWriter;
  private readonly shape: OutputFileSettings;
  private readonly changeTracker: ChangeTracker;
  private buffered: VideoFrame[] = [];
  private written = 0;

  private constructor(file: GifWriter, shape: OutputFileSettings) {
    this.writer = file;
    this.shape = shape;
    this.changeTracker = new ChangeTracker(GIF_QUALITY[shape.quality].tolerance);
  }

  /** @param path the local file to write. An existing file is replaced. */
  static async open(path: string, shape: OutputFileSettings): Promise<GifOutput> {
    return new GifOutput(await GifWriter.create(path, shape, shape.loops), shape);
  }

  async writeFrame(frame: VideoFrame): Promise<void> {
    const { width, height, quality } = this.shape;
    this.buffered.push(frame);
    const maxBuffered = Math.min(
      GIF_QUALITY[quality].framesPerPalette,
      Math.max(1, Math.floor(MAX_BUFFERED_PIXELS / (width * height))),
    );
    if (this.buffered.length >= maxBuffered) await this.writeBuffered();
  }

  writeSound(): Promise<void> {
    throw new Error('A GIF has no sound.');
  }

  async finish(): Promise<void> {
    await this.writeBuffered();
    await this.writer.finish();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.freeBuffered();
    await this.writer[Symbol.asyncDispose]();
  }

  /** Computes a palette for the buffered pictures, and writes the pictures with this palette. */
  private async writeBuffered(): Promise<void> {
    if (this.buffered.length === 0) return;
    const { colours } = GIF_QUALITY[this.shape.quality];
    const step = Math.ceil(this.buffered.length / MAX_SAMPLED_FRAMES);
    const sampled = this.buffered.filter((_, index) => index % step === 0);
    const palette = new DitheringPalette(await this.choosePalette(sampled, colours));
    for (const frame of this.buffered) {
      if (this.shape.hasAlpha === true) {
        const visible = createVisibleImage(await toRgba(frame), palette);
        await this.writer.writeImage({ ...visible, delay: this.nextDelay(), isRemoved: true });
        continue;
      }
      const changes = this.changeTracker.update(planesOf(frame));
      const part =
        changes.right === 0 ? UNCHANGED_IMAGE : createChangedImage(await toRgba(frame), changes, palette);
      await this.writer.writeImage({ ...part, delay: this.nextDelay() });
    }
    this.freeBuffered();
  }

  /** Transparent pixels get the colours beside them, so that theirs take no place in the palette. */
  private async choosePalette(frames: readonly VideoFrame[], count: number): Promise<Uint8Array> {
    if (this.shape.hasAlpha !== true) return createPalette(frames, count);
    const filled = frames.map(bleedColours);
    try {
      return await createPalette(filled, count);
    } finally {
      for (const frame of filled) frame.free();
    }
  }

  /**
   * Returns the delay until the next picture in hundredths of a second. Rounding errors do not accumulate.
   */
  private nextDelay(): number {
    const { rate } = this.shape;
    const from = hundredthAtFrame(this.written, rate);
    this.written += 1;
    return hundredthAtFrame(this.written, rate) - from;
  }

  private freeBuffered(): void {
    for (const frame of this.buffered) frame.free();
    this.buffered = [];
  }
}

/** The image for a picture without changes: one transparent pixel, because an image must have a pixel. */
const UNCHANGED_IMAGE: Omit<GifImage, 'delay'> = {
  x: 0,
  y: 0,
  width: 1,
  height: 1,
  indexes: new Uint8Array(1),
  colours: new Uint8Array(12),
  transparent: 0,
};

/**
 * Creates an image of the changed part of a picture. Unchanged pixels in the image are transparent. The
 * palette of the image has only the colours that the image needs.
 */
function createChangedImage(
  pixels: Awaited<ReturnType<typeof toRgba>>,
  changes: FrameChanges,
  palette: DitheringPalette,
): Omit<GifImage, 'delay'> {
  const [x, y] = [2 * changes.left, 2 * changes.top];
  const width = Math.min(2 * changes.right, pixels.width) - x;
  const height = Math.min(2 * changes.bottom, pixels.height) - y;
  const area = { x, y, width, height };
  return { ...area, ...compactPalette(palette.ditherChanges(pixels, area, changes), palette.colours) };
}

/** Creates an image of the visible pixels of a picture with alpha. A pixel is visible if it is opaque by half. */
function createVisibleImage(
  pixels: Awaited<ReturnType<typeof toRgba>>,
  palette: DitheringPalette,
): Omit<GifImage, 'delay'> {
  const { data, width, height } = pixels;
  const found = { left: width, top: height, right: 0, bottom: 0 };
  for (let at = 3, pixel = 0; at < data.length; at += 4, pixel++) {
    if ((data[at] as number) < MIN_VISIBLE_ALPHA) continue;
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    found.left = Math.min(found.left, x);
    found.top = Math.min(found.top, y);
    found.right = Math.max(found.right, x + 1);
    found.bottom = y + 1;
  }
  const { left: x, top: y, right, bottom } = found;
  if (right === 0) return UNCHANGED_IMAGE;
  const area = { x, y, width: right - x, height: bottom - y };
  const columns = (width + 1) >> 1;
  const blocks = new Uint8Array(columns * ((height + 1) >> 1)).fill(1);
  const changes = { blocks, columns, left: 0, top: 0, right: columns, bottom: (height + 1) >> 1 };
  return { ...area, ...compactPalette(palette.ditherChanges(pixels, area, changes), palette.colours) };
}

/**
 * Renumbers the used colours from 0, because fewer colours need fewer bits. The transparent index comes after
 * the colours.
 */
function compactPalette(
  indexes: Uint8Array,
  palette: Uint8Array,
): Pick<GifImage, 'indexes' | 'colours' | 'transparent'> {
  const isUsed = new Uint8Array(256);
  for (const index of indexes) isUsed[index] = 1;
  const used = [...isUsed.keys()].filter((index) => index !== UNCHANGED_INDEX && isUsed[index] === 1);
  const numbers = new Uint8Array(256).fill(used.length);
  const colours = new Uint8Array(3 * Math.max(4, 2 ** Math.ceil(Math.log2(used.length + 1))));
  for (const [number, index] of used.entries()) {
    numbers[index] = number;
    colours.set(palette.subarray(4 * index, 4 * index + 3), 3 * number);
  }
  return { indexes: indexes.map((index) => numbers[index] as number), colours, transparent: used.length };
}
