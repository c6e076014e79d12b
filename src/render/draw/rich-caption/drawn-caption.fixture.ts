import type { RichCaptionAsset } from '../../../edit/index.ts';
import { type DrawnPixels, drawPixels } from '../../compose/layers/draw-pixels.ts';
import { BUILT_IN_FONTS } from '../../fonts/font-library.ts';
import type { Cue } from '../../media/media.ts';
import { drawingMomentAt } from '../drawing.ts';
import { evenCue } from './cue.fixture.ts';
import { createRichCaptionDrawing } from './rich-caption-drawing.ts';

/** The box of the captions that tests draw, in pixels. */
export const BOX = { width: 640, height: 360 };
export const WHOLE = { x: 0, y: 0, ...BOX };
export const FONT = { family: 'Montserrat', size: 60, weight: 800, color: '#0000ff' };
export const ACTIVE = { font: { color: '#ff0000' } };
export const HELLO = [evenCue('Hello there', 1, 3)];

/** The fields of a rich caption that a test sets. */
export type Given = Partial<Omit<RichCaptionAsset, 'type' | 'src'>>;

/** Draws a caption at a second of its clip. */
export function drawAt(time: number, given: Given, cues: readonly Cue[] = HELLO): Seen {
  const asset = { type: 'rich-caption', src: 'cues.srt', font: FONT, active: ACTIVE, ...given } as const;
  const drawing = createRichCaptionDrawing({ asset, cues }, BOX, BUILT_IN_FONTS);
  return new Seen(drawPixels(drawing, drawingMomentAt(drawing, time), { whole: WHOLE, visible: WHOLE }, BOX));
}

/** The pixels of a caption. */
export class Seen {
  private readonly found: DrawnPixels | undefined;

  constructor(found: DrawnPixels | undefined) {
    this.found = found;
  }

  /**
   * Returns the bounding box of the pixels of a colour, with a tolerance of a tenth. If
   * absent: of any colour.
   */
  ink(
    colour?: readonly [number, number, number],
  ): { left: number; right: number; top: number; bottom: number } | undefined {
    const box = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
    if (!this.found) return undefined;
    const { pixels, x, y } = this.found;
    for (let place = 0; place < pixels.data.length; place += 4) {
      const isMet =
        colour === undefined ||
        colour.every((value, index) => Math.abs(value - (pixels.data[place + index] ?? 0)) < 26);
      if ((pixels.data[place + 3] ?? 0) < 128 || !isMet) continue;
      const column = x + ((place / 4) % pixels.width);
      const row = y + Math.floor(place / 4 / pixels.width);
      box.left = Math.min(box.left, column);
      box.right = Math.max(box.right, column + 1);
      box.top = Math.min(box.top, row);
      box.bottom = Math.max(box.bottom, row + 1);
    }
    return box.right < 0 ? undefined : box;
  }

  /**
   * Returns the widths of the gaps between words of a colour on one line, in pixels, from left to right. If
   * absent: of any colour.
   */
  gaps(colour?: readonly [number, number, number]): number[] {
    if (!this.found) return [];
    const { data, width } = this.found.pixels;
    const inked = new Set<number>();
    for (let place = 0; place < data.length; place += 4) {
      const isMet =
        colour === undefined ||
        colour.every((value, index) => Math.abs(value - (data[place + index] ?? 0)) < 26);
      if (isMet && (data[place + 3] ?? 0) >= 128) inked.add((place / 4) % width);
    }
    const columns = [...inked].sort((one, other) => one - other);
    const steps = columns.slice(1).map((column, index) => column - (columns[index] ?? 0) - 1);
    // Gaps between letters of a word are narrower than 12 pixels.
    return steps.filter((step) => step >= 12);
  }

  /** Returns the mean column of the blue ink, in pixels. */
  get blueCentre(): number {
    if (!this.found) return NaN;
    const { pixels, x } = this.found;
    let [sum, weight] = [0, 0];
    for (let place = 0; place < pixels.data.length; place += 4) {
      if ((pixels.data[place] ?? 0) > 128) continue;
      const opacity = pixels.data[place + 3] ?? 0;
      sum += opacity * (x + ((place / 4) % pixels.width));
      weight += opacity;
    }
    return sum / weight;
  }

  /** Returns the pixels from a row of the box on. */
  pixelsFrom(row: number): { data: Buffer; width: number } {
    const { pixels, y } = this.found ?? { pixels: { data: Buffer.alloc(0), width: 0 }, y: 0 };
    return { data: Buffer.from(pixels.data).subarray(4 * pixels.width * (row - y)), width: pixels.width };
  }

  get red(): ReturnType<Seen['ink']> {
    return this.ink([255, 0, 0]);
  }

  get blue(): ReturnType<Seen['ink']> {
    return this.ink([0, 0, 255]);
  }

  /** Returns all pixels of a caption and their bounding box. */
  get picture(): unknown {
    if (!this.found) return undefined;
    const { x, y, pixels } = this.found;
    return { x, y, width: pixels.width, data: Buffer.from(pixels.data).toString('base64') };
  }
}
