import type { SKRSContext2D } from '@napi-rs/canvas';
import type { FontLibrary } from '../fonts/font-library.ts';
import type { PixelSize, Rect } from '../scene/placement.ts';
import { expandRect } from './offscreen-layer.ts';

/** What a drawing is made for. */
export interface DrawingSettings {
  /** Size in pixels of the box of the clip, or of the output. */
  readonly frame: PixelSize;
  /** Length of the clip in seconds: an animation is over before it ends. */
  readonly duration: number;
  readonly fonts: FontLibrary;
  /** The PNG that the browser has made of a page of HTML; only for one. */
  readonly raster?: string;
}

/** What a drawing is at its moments: it does not change from one to the next, so that only moments are drawn. */
export interface DrawingMoments {
  /** The moment that a second of the clip shows: a number that stands for its look. @param time seconds since the clip began. */
  readonly at: (time: number) => number;
  /** All that is drawn at a moment lies in it, in pixels of the box; undefined: nothing is. */
  readonly inkBox: (moment: number) => Rect | undefined;
  /** All that differs between two moments lies in it, in pixels of the box; undefined, or absent: anything may. */
  readonly changedArea?: (before: number, now: number) => Rect | undefined;
}

/** Something that is drawn at any size: a box in pixels, and how it is drawn with that box at 0, 0. */
export interface Drawing extends PixelSize {
  /** How far it may reach out of its box on every side, in pixels of the box; 0 or more. */
  readonly bleed: number;
  /** All that it draws lies in it, in pixels of the box; absent: anywhere in the box and its bleed. */
  readonly inkBox?: Rect;
  /** What of it that is at a second of its clip, where less is known to be drawn then; to a pixel of what is drawn on. */
  readonly inkBoxAt?: (time: number) => Rect;
  /** The second of its clip from which on it does not change any more, Infinity for never; absent where it never does. */
  readonly staticFrom?: number;
  /** Of one that changes now and then; absent: it changes all the time until it rests. */
  readonly moments?: DrawingMoments;
  /**
   * Leaves the context as it was, but for what is drawn. It may turn and scale: shadows too are drawn at its scale.
   *
   * @param time seconds since the clip began, or the moment that they show.
   * @param within what of it is wanted, in pixels of the box: nothing else need be drawn. Absent: all.
   */
  readonly draw: (context: SKRSContext2D, time: number, within?: Rect) => void;
}

/** The moment of a drawing that a second of its clip shows: the same number, the same look. */
export function drawingMomentAt({ staticFrom = 0, moments }: Drawing, time: number): number {
  return moments ? moments.at(time) : Math.min(time, staticFrom);
}

/** What a moment of a drawing has ink on, as far as it is known: the whole of it in any case. */
export function inkBoxAtMoment(drawing: Drawing, moment: number): Rect | undefined {
  const { width, height, bleed, inkBox, moments } = drawing;
  if (moments) return moments.inkBox(moment);
  return drawing.inkBoxAt?.(moment) ?? inkBox ?? expandRect({ x: 0, y: 0, width, height }, bleed);
}
