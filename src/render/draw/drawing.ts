import type { SKRSContext2D } from '@napi-rs/canvas';
import type { FontLibrary } from '../fonts/font-library.ts';
import type { PixelSize, Rect } from '../scene/placement.ts';
import { expandRect } from './offscreen-layer.ts';

/** The clip that a drawing is made for. */
export interface DrawingSettings {
  /** Size in pixels of the box of the clip, or of the output. */
  readonly frame: PixelSize;
  /** Length of the clip in seconds. An animation is over before it ends. */
  readonly duration: number;
  readonly fonts: FontLibrary;
  /** Path of the PNG that the browser rendered from an HTML page. Only for HTML assets. */
  readonly raster?: string;
}

/** The moments of a drawing that does not change between them, so that it is drawn only once per moment. */
export interface DrawingMoments {
  /**
   * Returns the moment that a second of the clip shows: a number that identifies the look of the drawing.
   *
   * @param time seconds since the clip began.
   */
  readonly at: (time: number) => number;
  /**
   * Returns the area that contains all ink at a moment, in pixels of the box, or undefined if nothing is
   * drawn.
   */
  readonly inkBox: (moment: number) => Rect | undefined;
  /**
   * Returns the area that contains all changes between two moments, in pixels of the box. If it returns
   * undefined or is absent, anything may change.
   */
  readonly changedArea?: (before: number, now: number) => Rect | undefined;
}

/**
 * A graphic that can be drawn at any size: a box in pixels, and a function that draws it with that box at 0,
 * 0.
 */
export interface Drawing extends PixelSize {
  /**
   * Maximum distance that the drawing extends beyond its box on every side, in pixels of the box. At least 0.
   */
  readonly bleed: number;
  /** The area that contains all ink, in pixels of the box. If absent: the box and its bleed. */
  readonly inkBox?: Rect;
  /**
   * Returns the area that contains all ink at a second of the clip, if less than {@link inkBox} is known to
   * be drawn then. Accurate to a pixel of the canvas.
   */
  readonly inkBoxAt?: (time: number) => Rect;
  /**
   * The second of the clip from which the drawing no longer changes; Infinity if it never rests. Absent if it
   * is always still.
   */
  readonly staticFrom?: number;
  /** The moments of a drawing that changes now and then. Absent: it changes all the time until it rests. */
  readonly moments?: DrawingMoments;
  /**
   * Draws the graphic and restores the state of the context. The context may be rotated and scaled: shadows
   * are scaled, too.
   *
   * @param time seconds since the clip began, or the moment that they show.
   * @param within the part that is needed, in pixels of the box; the rest need not be drawn. If absent:
   * everything.
   */
  readonly draw: (context: SKRSContext2D, time: number, within?: Rect) => void;
}

/** Returns the moment of a drawing at a second of its clip. Equal moments look the same. */
export function drawingMomentAt({ staticFrom = 0, moments }: Drawing, time: number): number {
  return moments ? moments.at(time) : Math.min(time, staticFrom);
}

/**
 * Returns the known ink area at a moment of a drawing. It is never too small, and undefined if nothing is
 * drawn.
 */
export function inkBoxAtMoment(drawing: Drawing, moment: number): Rect | undefined {
  const { width, height, bleed, inkBox, moments } = drawing;
  if (moments) return moments.inkBox(moment);
  return drawing.inkBoxAt?.(moment) ?? inkBox ?? expandRect({ x: 0, y: 0, width, height }, bleed);
}
