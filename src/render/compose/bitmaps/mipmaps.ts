import { type Canvas, createCanvas } from '@napi-rs/canvas';
import type { Rect } from '../../scene/placement.ts';
import { BORDER, type Bitmap } from './bitmap.ts';

/**
 * Smallest scale at which one mipmap is enough. From this scale on, the filter skips no pixel, because it is
 * four pixels wide.
 */
const MIN_SINGLE_SCALE = 0.75;
/**
 * Number of steps in the weight of a mipmap. Alpha has the same number of steps, so that two weighted opaque
 * mipmaps add up to an opaque picture.
 */
const WEIGHT_PARTS = 255;

/** A bitmap with its weight in the drawn picture. */
export interface MipmapShare {
  readonly bitmap: Bitmap;
  /** 0 to 1. */
  readonly weight: number;
}

/**
 * A bitmap and its mipmaps, each half the size of the one before. A picture that is drawn much smaller than
 * its bitmap is drawn from one mipmap, or mixed from two. That way, no pixel is skipped, and the sharpness
 * changes smoothly with the size.
 */
export class Mipmaps {
  private levels: Bitmap[] = [];
  /** The canvases of the mipmaps. They are reused for the next bitmap, which usually has the same size. */
  private readonly canvases: Canvas[] = [];

  /**
   * Selects the mipmaps to draw a bitmap from, the finest first.
   *
   * @param size output pixels per bitmap pixel.
   * @returns bitmaps that are valid until the next call. Their weights add up to 1.
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

/** A mipmap level with its weight in the drawn picture. */
interface LevelShare {
  /** The number of times that the bitmap is halved. */
  readonly level: number;
  /** The weight, 0 to {@link WEIGHT_PARTS}. */
  readonly parts: number;
}

/** Returns the number of mipmap levels of a bitmap, including the bitmap itself. */
function mipmapLevelCount({ size }: Bitmap): number {
  return Math.floor(Math.log2(Math.min(size.width, size.height))) + 1;
}

/**
 * Selects the levels for {@link Mipmaps.select}, the finest first.
 *
 * @param size output pixels per bitmap pixel.
 */
function selectMipmapLevels(bitmap: Bitmap, size: number): LevelShare[] {
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

/** Eases from 0 to 1 with a slope of 0 at both ends. */
function smoothstep(progress: number): number {
  const x = Math.min(1, Math.max(0, progress));
  return x * x * (3 - 2 * x);
}

function growRect({ x, y, width, height }: Rect, margin: { readonly x: number; readonly y: number }): Rect {
  return { x: x - margin.x, y: y - margin.y, width: width + 2 * margin.x, height: height + 2 * margin.y };
}
