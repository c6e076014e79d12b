import type { SKRSContext2D } from '@napi-rs/canvas';
import type { FontLibrary } from '../fonts/font-library.ts';
import type { FollowedSound } from './measured/followed-sound.ts';
import { expandRect, type PixelSize, type Rect } from '../scene/placement.ts';

/** The clip that a drawing is made for. */
export interface DrawingSettings {
  /** Size of the viewport in pixels: the box of the clip, or the whole output. */
  readonly frame: PixelSize;
  /** Length of the clip in seconds. It limits the duration of entrances. */
  readonly duration: number;
  readonly fonts: FontLibrary;
  /** Path of the PNG or the film that the browser made. Only for HTML assets, and for SVGs that need it. */
  readonly raster?: string;
  /** The sound that a waveform follows. Silence if absent. */
  readonly sound?: FollowedSound;
}

/**
 * The moments at which a drawing changes. Between two moments, the drawing looks the same, so it is drawn
 * only once per moment.
 */
interface DrawingMoments {
  /**
   * Returns the moment that is visible at a time in the clip. A moment is a number that identifies the
   * look of the drawing.
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
   * Returns the area that contains all changes between two moments, in pixels of the box. If this function is
   * absent or returns undefined, anything may change.
   */
  readonly changedArea?: (before: number, now: number) => Rect | undefined;
  /** Reads what a moment needs. If present, it is awaited before the moment is drawn. */
  readonly load?: (moment: number) => Promise<void>;
}

/**
 * A graphic that can be drawn at any size. It has a box in pixels, and a function that draws it with the
 * top left corner of the box at (0, 0).
 */
export interface Drawing extends PixelSize {
  /**
   * Maximum distance that the drawing extends beyond its box on every side, in pixels of the box. At least 0.
   */
  readonly bleed: number;
  /** The area that contains all ink, in pixels of the box. If absent: the box and its bleed. */
  readonly inkBox?: Rect;
  /**
   * Returns the area that contains all ink at a time in the clip, in seconds. Present only if this area
   * may be smaller than {@link inkBox}. Accurate to a pixel of the canvas.
   */
  readonly inkBoxAt?: (time: number) => Rect;
  /**
   * The time from which the drawing no longer changes, in seconds of the clip. Infinity if the drawing never
   * stops changing. Absent if the drawing never changes or has {@link moments}.
   */
  readonly staticFrom?: number;
  /**
   * The moments of a drawing that changes only now and then. If absent, the drawing may change in every frame
   * until {@link staticFrom}.
   */
  readonly moments?: DrawingMoments;
  /**
   * Draws the graphic and restores the state of the context. The context may be rotated and scaled. Shadows
   * are scaled with the context.
   *
   * @param time seconds since the clip began, or a moment if the drawing has {@link moments}.
   * @param within the area that must be drawn, in pixels of the box. If absent, everything must be
   * drawn.
   */
  readonly draw: (context: SKRSContext2D, time: number, within?: Rect) => void;
}

/**
 * Returns the moment of a drawing at a time in its clip, in seconds. At times with the same moment, the
 * drawing looks the same.
 */
export function drawingMomentAt({ staticFrom = 0, moments }: Drawing, time: number): number {
  return moments ? moments.at(time) : Math.min(time, staticFrom);
}

/** Returns an area that contains all ink at a moment of a drawing, or undefined if nothing is drawn. */
export function inkBoxAtMoment(drawing: Drawing, moment: number): Rect | undefined {
  const { width, height, bleed, inkBox, moments } = drawing;
  if (moments) return moments.inkBox(moment);
  return drawing.inkBoxAt?.(moment) ?? inkBox ?? expandRect({ x: 0, y: 0, width, height }, bleed);
}
