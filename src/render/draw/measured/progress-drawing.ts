import type { SKRSContext2D } from '@napi-rs/canvas';
import type { ProgressAsset } from '../../../edit/model.ts';
import { toSeconds } from '../../../base/time.ts';
import { toAnimatedNumber } from '../../resolve/animated-number.ts';
import { valueAt } from '../../resolve/tween.ts';
import { drawnBoxOf, type PixelSize, type Rect } from '../../scene/placement.ts';
import { toCanvasColour } from '../colour.ts';
import type { Drawing, DrawingSettings } from '../drawing.ts';

/** The defaults of the schema. */
const COLOUR = '#ffffff';
const BACKGROUND = '#40ffffff';
/** Thickness of a ring as a fraction of the shorter side of its box. */
const THICKNESS = 0.1;
/** Steps per pixel of the way of an edge. Less cannot be seen, and a slow bar is then drawn seldom. */
const STEPS_PER_PIXEL = 4;

/**
 * Creates the drawing of a progress. A moment is the filled fraction, in steps of a quarter of a pixel. The edges of a
 * bar that moves slower than that are not drawn again for each frame.
 */
export function createProgressDrawing(
  asset: ProgressAsset,
  { frame, duration }: Pick<DrawingSettings, 'frame' | 'duration'>,
): Drawing {
  const box = drawnBoxOf(asset, frame);
  const whole = { x: 0, y: 0, ...box };
  const value = asset.value === undefined ? undefined : toAnimatedNumber(asset.value, 0);
  const steps = Math.ceil(STEPS_PER_PIXEL * wayOf(asset, box));
  const filledAt = (time: number): number =>
    value === undefined ? time / duration : valueAt(value, toSeconds(time));
  return {
    ...box,
    bleed: 0,
    moments: {
      at: (time) => Math.round(Math.min(1, Math.max(0, filledAt(time))) * steps) / steps,
      inkBox: () => whole,
      changedArea: (before, now) => (asset.shape === 'ring' ? undefined : changeOf(asset, box, before, now)),
    },
    draw(context, filled) {
      context.save();
      if (asset.shape === 'ring') drawRing(context, asset, box, filled);
      else drawBar(context, asset, box, filled);
      context.restore();
    },
  };
}

/** Returns the pixels that the edge of the filled part moves from nothing to all. */
function wayOf({ shape, direction }: ProgressAsset, { width, height }: PixelSize): number {
  if (shape === 'ring') return Math.PI * Math.min(width, height);
  return isUpright(direction) ? height : width;
}

function isUpright(direction: ProgressAsset['direction']): boolean {
  return direction === 'up' || direction === 'down';
}

/** Returns the filled part of a bar. */
function filledPart(
  { direction = 'right' }: ProgressAsset,
  { width, height }: PixelSize,
  filled: number,
): Rect {
  const [across, down] = isUpright(direction) ? [width, height * filled] : [width * filled, height];
  return {
    x: direction === 'left' ? width - across : 0,
    y: direction === 'up' ? height - down : 0,
    width: across,
    height: down,
  };
}

/** Returns the part of a bar that is filled at one of two moments only. */
function changeOf(asset: ProgressAsset, box: PixelSize, before: number, now: number): Rect {
  const [less, more] = [Math.min(before, now), Math.max(before, now)].map((filled) =>
    filledPart(asset, box, filled),
  );
  if (!less || !more) return { x: 0, y: 0, ...box };
  if (isUpright(asset.direction)) {
    const y = asset.direction === 'up' ? more.y : less.height;
    return { x: 0, y, width: box.width, height: more.height - less.height };
  }
  const x = asset.direction === 'left' ? more.x : less.width;
  return { x, y: 0, width: more.width - less.width, height: box.height };
}

function drawBar(context: SKRSContext2D, asset: ProgressAsset, box: PixelSize, filled: number): void {
  const radius = asset.cornerRadius ?? 0;
  context.beginPath();
  context.roundRect(0, 0, box.width, box.height, radius);
  context.fillStyle = toCanvasColour(asset.background ?? BACKGROUND);
  context.fill();
  if (filled === 0) return;
  const { x, y, width, height } = filledPart(asset, box, filled);
  context.clip();
  context.fillStyle = toCanvasColour(asset.color ?? COLOUR);
  context.fillRect(x, y, width, height);
}

function drawRing(context: SKRSContext2D, asset: ProgressAsset, box: PixelSize, filled: number): void {
  const side = Math.min(box.width, box.height);
  const thickness = Math.min(asset.thickness ?? side * THICKNESS, side / 2);
  const strokeTurn = (colour: string, turn: number): void => {
    // Skia draws nothing if a whole turn begins at the top.
    const from = turn === 1 ? 0 : -Math.PI / 2;
    context.beginPath();
    context.arc(box.width / 2, box.height / 2, (side - thickness) / 2, from, from + 2 * Math.PI * turn);
    context.strokeStyle = toCanvasColour(colour);
    context.stroke();
  };
  context.lineWidth = thickness;
  strokeTurn(asset.background ?? BACKGROUND, 1);
  if (filled > 0) strokeTurn(asset.color ?? COLOUR, filled);
}
