import { type Canvas, createCanvas } from '@napi-rs/canvas';
import type { Rect } from '../scene/placement.ts';
import { BORDER, type Sheet } from './sheet.ts';

/** A curve through four pixels passes over nothing of a picture that it draws at least so large. */
const ALONE = 0.75;
/** Parts in which two pictures are mixed: as many as colours have, so that two opaque ones are opaque together. */
const PARTS = 255;

/** A sheet, and its share of the picture, 0 to 1. */
export interface Share {
  readonly sheet: Sheet;
  readonly share: number;
}

/**
 * A sheet, and ever smaller copies of it, each half as large as the one before: what is drawn much smaller than its sheet is drawn from
 * one of them, or mixed of two, so that none of its pixels is passed over and its sharpness changes evenly with its size.
 */
export class HalvedSheets {
  private sheets: Sheet[] = [];
  /** Written over by each sheet; they are mostly of one size. */
  private readonly canvases: Canvas[] = [];

  /**
   * What to draw a sheet from, the finest first.
   *
   * @param size pixels of the output for one of the sheet.
   * @returns sheets that are valid until the next call; their shares make 1.
   */
  for(sheet: Sheet, size: number): readonly Share[] {
    if (this.sheets[0] !== sheet) this.sheets = [sheet];
    return levelsFor(sheet, size).map(({ level, parts }) => ({
      sheet: this.halved(level),
      share: parts / PARTS,
    }));
  }

  private halved(level: number): Sheet {
    const made = this.sheets[level];
    if (made) return made;
    const from = this.halved(level - 1);
    const [width, height] = [Math.ceil(from.size.width / 2), Math.ceil(from.size.height / 2)];
    const known = this.canvases[level];
    const canvas = known?.width === width && known.height === height ? known : createCanvas(width, height);
    this.canvases[level] = canvas;
    const context = canvas.getContext('2d');
    context.clearRect(0, 0, width, height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(from.canvas, 0, 0, width, height);
    const { part, ink } = from;
    const margin = { x: (BORDER * part.width) / width, y: (BORDER * part.height) / height };
    const sheet = { canvas, size: canvas, part, ...(ink && { ink: enlarged(ink, margin) }) };
    this.sheets[level] = sheet;
    return sheet;
  }
}

/** How often a sheet is halved, and the parts of {@link PARTS} that this size has of a picture. */
interface LevelShare {
  readonly level: number;
  readonly parts: number;
}

/** How many sizes of a sheet there are. */
export function levelsOf({ size }: Sheet): number {
  return Math.floor(Math.log2(Math.min(size.width, size.height))) + 1;
}

/** What a sheet is drawn from, as {@link HalvedSheets.for}. */
export function levelsFor(sheet: Sheet, size: number): LevelShare[] {
  const most = levelsOf(sheet) - 1;
  const level = Math.min(most, Math.max(0, Math.floor(-Math.log2(size))));
  const left = (ALONE - size * 2 ** level) / (ALONE - 0.5);
  const coarse = level === most ? 0 : Math.round(PARTS * eased(left));
  const shares = [
    { level, parts: PARTS - coarse },
    { level: level + 1, parts: coarse },
  ];
  return shares.filter(({ parts }) => parts > 0);
}

/** Rises from 0 to 1 without a bend at its ends. */
function eased(progress: number): number {
  const part = Math.min(1, Math.max(0, progress));
  return part * part * (3 - 2 * part);
}

function enlarged({ x, y, width, height }: Rect, margin: { readonly x: number; readonly y: number }): Rect {
  return { x: x - margin.x, y: y - margin.y, width: width + 2 * margin.x, height: height + 2 * margin.y };
}
