import { type Canvas, createCanvas, ImageData, type SKRSContext2D } from '@napi-rs/canvas';
import { fillLetters } from '../../fonts/draw-letters.ts';
import { BUILT_IN_FONTS } from '../../fonts/font-library.ts';
import { applyFonts, selectFonts } from '../../fonts/text-fonts.ts';
import type { PixelSize } from '../../scene/placement.ts';
import type { RgbaImage } from '../../stills/still.ts';
import { layOutSheet, placeCell, type SheetForm, type SheetLayout } from './sheet-layout.ts';

/** Neutral colours, so that they do not change how the frames look. */
const COLOURS = { background: '#262626', text: '#c4c4c4', squares: ['#5a5a5a', '#484848'] } as const;
/** Side of the squares behind transparent frames, in pixels. */
const SQUARE = 8;

/** Several frames in one picture, row by row, each with its time below it. */
export class ContactSheet {
  private readonly layout: SheetLayout;
  private readonly isTransparent: boolean;
  private readonly canvas: Canvas;
  private readonly context: SKRSContext2D;

  /**
   * @param frame the size of the frames.
   * @param isTransparent true if the frames have alpha. They get squares behind them.
   * @throws {KinoraError} `validation_failed` if the columns are too narrow, or the sheet has too many pixels.
   */
  constructor(form: SheetForm, frame: PixelSize, isTransparent: boolean) {
    this.layout = layOutSheet(form, frame);
    this.isTransparent = isTransparent;
    this.canvas = createCanvas(this.layout.width, this.layout.height);
    this.context = this.canvas.getContext('2d');
    this.context.fillStyle = COLOURS.background;
    this.context.fillRect(0, 0, this.layout.width, this.layout.height);
  }

  /** The size that the frames must have. */
  get cell(): PixelSize {
    return this.layout.cell;
  }

  /**
   * Draws a frame.
   *
   * @param place place of the frame on the sheet, from 0.
   * @param picture the frame in the size of a cell.
   * @param at second of the timeline to write below it.
   */
  draw(place: number, { data, width, height }: RgbaImage, at: number): void {
    const { x, y } = placeCell(this.layout, place);
    if (this.isTransparent) this.drawSquares(x, y);
    const picture = createCanvas(width, height);
    picture.getContext('2d').putImageData(new ImageData(new Uint8ClampedArray(data), width, height), 0, 0);
    this.context.drawImage(picture, x, y);
    if (this.layout.labelHeight > 0) this.write(`${Number(at.toFixed(3))} s`, x, y + height);
  }

  /** Returns the pixels of the sheet. */
  read(): RgbaImage {
    const { width, height } = this.layout;
    const { buffer } = this.context.getImageData(0, 0, width, height).data;
    return { data: new Uint8Array(buffer), width, height };
  }

  private drawSquares(left: number, top: number): void {
    const { width, height } = this.layout.cell;
    for (let y = 0; y < height; y += SQUARE)
      for (let x = 0; x < width; x += SQUARE) {
        this.context.fillStyle = COLOURS.squares[((x + y) / SQUARE) % 2 === 0 ? 0 : 1];
        this.context.fillRect(left + x, top + y, Math.min(SQUARE, width - x), Math.min(SQUARE, height - y));
      }
  }

  /** Writes a text below a cell. A text that is wider than the cell becomes smaller. */
  private write(text: string, x: number, top: number): void {
    const { context } = this;
    const { cell, labelHeight, textSize } = this.layout;
    const fonts = selectFonts(text, BUILT_IN_FONTS.findFace('Open Sans', 400));
    applyFonts(context, fonts, textSize);
    const { width } = context.measureText(text);
    if (width > cell.width) applyFonts(context, fonts, (textSize * cell.width) / width);
    context.textBaseline = 'middle';
    fillLetters(context, COLOURS.text, fonts.text, x, top + labelHeight / 2 + 1);
  }
}
