import { type Canvas, createCanvas } from '@napi-rs/canvas';
import type { Rect } from '../../scene/placement.ts';
import { BORDER, type Bitmap } from './bitmap.ts';

/** A curve through four pixels passes over nothing of a picture that it draws at least so large. */
const MIN_SINGLE_SCALE = 0.75;
/** Parts in which two pictures are mixed: as many as colours have, so that two opaque ones are opaque together. */
const WEIGHT_PARTS = 255;

/** A bitmap, and its share of the picture, 0 to 1. */
export interface MipmapShare {
  readonly bitmap: Bitmap;
  readonly weight: number;
}

/**
 * A bitmap, and ever smaller copies of it, each half as large as the one before: what is drawn much smaller than its bitmap is drawn from
 * one of them, or mixed of two, so that none of its pixels is passed over and its sharpness changes evenly with its size.
 */
export class Mipmaps {
  private levels: Bitmap[] = [];
  /** Written over by each bitmap; they are mostly of one size. */
  private readonly canvases: Canvas[] = [];

  /**
   * What to draw a bitmap from, the finest first.
   *
   * @param size pixels of the output for one of the bitmap.
   * @returns bitmaps that are valid until the next call; their shares make 1.
   */
  select(bitmap: Bitmap, size: number): readonly MipmapShare[] {
    if (this.levels[0] !== bitmap) this.levels = [bitmap];
    return selectMipmapLevels(bitmap, size).map(({ level, parts }) => ({
      bitmap: this.getLevel(level),
      weight: parts / WEIGHT_PARTS,
    }));
  }

  private getLevel(level: number): Bitmap {
    const known = this.levels[level];
    if (known) return known;
    const from = this.getLevel(level - 1);
    const [width, height] = [Math.ceil(from.size.width / 2), Math.ceil(from.size.height / 2)];
    const reusable = this.canvases[level];
    const canvas =
      reusable?.width === width && reusable.height === height ? reusable : createCanvas(width, height);
    this.canvases[level] = canvas;
    const context = canvas.getContext('2d');
    context.clearRect(0, 0, width, height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(from.canvas, 0, 0, width, height);
    const { bounds, ink } = from;
    const margin = { x: (BORDER * bounds.width) / width, y: (BORDER * bounds.height) / height };
    const bitmap = { canvas, size: canvas, bounds, ...(ink && { ink: growRect(ink, margin) }) };
    this.levels[level] = bitmap;
    return bitmap;
  }
}

/** How often a bitmap is halved, and the parts of {@link WEIGHT_PARTS} that this size has of a picture. */
interface LevelShare {
  readonly level: number;
  readonly parts: number;
}

/** How many sizes of a bitmap there are. */
export function mipmapLevelCount({ size }: Bitmap): number {
  return Math.floor(Math.log2(Math.min(size.width, size.height))) + 1;
}

/** What a bitmap is drawn from, as {@link Mipmaps.select}. */
export function selectMipmapLevels(bitmap: Bitmap, size: number): LevelShare[] {
  const lastLevel = mipmapLevelCount(bitmap) - 1;
  const level = Math.min(lastLevel, Math.max(0, Math.floor(-Math.log2(size))));
  const progress = (MIN_SINGLE_SCALE - size * 2 ** level) / (MIN_SINGLE_SCALE - 0.5);
  const coarseParts = level === lastLevel ? 0 : Math.round(WEIGHT_PARTS * smoothstep(progress));
  const levels = [
    { level, parts: WEIGHT_PARTS - coarseParts },
    { level: level + 1, parts: coarseParts },
  ];
  return levels.filter(({ parts }) => parts > 0);
}

/** Rises from 0 to 1 without a bend at its ends. */
function smoothstep(progress: number): number {
  const x = Math.min(1, Math.max(0, progress));
  return x * x * (3 - 2 * x);
}

function growRect({ x, y, width, height }: Rect, margin: { readonly x: number; readonly y: number }): Rect {
  return { x: x - margin.x, y: y - margin.y, width: width + 2 * margin.x, height: height + 2 * margin.y };
}
