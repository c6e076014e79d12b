import type { SKRSContext2D } from '@napi-rs/canvas';
import { toSeconds } from '../../../base/time.ts';
import type { WaveformAsset } from '../../../edit/model.ts';
import { toAnimatedNumber } from '../../resolve/animated-number.ts';
import { valueAt } from '../../resolve/tween.ts';
import { drawnBoxOf, type PixelSize } from '../../scene/placement.ts';
import { toCanvasColour } from '../colour.ts';
import type { Drawing, DrawingSettings } from '../drawing.ts';
import { FollowedHeights } from './followed-heights.ts';

/** The defaults of the schema. */
const DEFAULTS = { color: '#ffffff', background: 'transparent', bars: 48, gap: 0.4, thickness: 4 };
const FOLLOWING = { attack: 0.05, decay: 0.4 };
/** Radius of a circle as a fraction of that of its box, if its bars grow outwards, and if they grow to both sides. */
const CIRCLE = { outward: 0.5, mirrored: 0.65 };
/** Height of silence in pixels, so that one sees that something follows. */
const LEAST = 2;

/** Creates the drawing of a waveform. A moment is a frame of its clip. */
export function createWaveformDrawing(
  asset: WaveformAsset,
  { frame, sound }: Pick<DrawingSettings, 'frame' | 'sound'>,
): Drawing {
  const box = drawnBoxOf(asset, frame);
  const whole = { x: 0, y: 0, ...box };
  const { bars = DEFAULTS.bars, attack = FOLLOWING.attack, decay = FOLLOWING.decay } = asset;
  const gain = toAnimatedNumber(asset.gain, 0);
  // The halves of a circle are alike, so that its low tones meet at the top and its high ones at the bottom.
  const count = asset.shape === 'circle' ? Math.ceil(bars / 2) : bars;
  const heights = new FollowedHeights(sound, { count, attack, decay });
  const rate = sound?.rate ?? 1;
  return {
    ...box,
    bleed: 0,
    moments: {
      at: (time) => (sound ? Math.round(time * rate) : 0),
      inkBox: () => whole,
      load: (at) => heights.load(at),
    },
    draw(context, at) {
      context.save();
      context.fillStyle = toCanvasColour(asset.background ?? DEFAULTS.background);
      context.fillRect(0, 0, box.width, box.height);
      const colour = toCanvasColour(asset.color ?? DEFAULTS.color);
      context.fillStyle = colour;
      context.strokeStyle = colour;
      drawHeights(context, asset, box, heights.heightsAt(at, valueAt(gain, toSeconds(at / rate))));
      context.restore();
    },
  };
}

function drawHeights(
  context: SKRSContext2D,
  asset: WaveformAsset,
  box: PixelSize,
  heights: readonly number[],
): void {
  if (asset.shape === 'circle') drawCircle(context, asset, box, heights);
  else if (asset.shape === 'line') drawLine(context, asset, box, heights);
  else drawBars(context, asset, box, heights);
}

function drawBars(
  context: SKRSContext2D,
  { gap = DEFAULTS.gap, cornerRadius = 0, mirrored = true }: WaveformAsset,
  { width, height }: PixelSize,
  heights: readonly number[],
): void {
  const room = width / heights.length;
  const across = room * (1 - gap);
  context.beginPath();
  for (const [index, share] of heights.entries()) {
    const long = Math.max(Math.min(LEAST, height), share * height);
    const y = mirrored ? (height - long) / 2 : height - long;
    context.roundRect(
      room * (index + gap / 2),
      y,
      across,
      long,
      Math.min(cornerRadius, across / 2, long / 2),
    );
  }
  context.fill();
}

/** Draws a curve through the heights: the surface between it and its mirror image, or its line. */
function drawLine(
  context: SKRSContext2D,
  { thickness = DEFAULTS.thickness, mirrored = true }: WaveformAsset,
  { width, height }: PixelSize,
  heights: readonly number[],
): void {
  const at = (index: number): number => (width * index) / (heights.length - 1);
  context.beginPath();
  if (mirrored) {
    const reach = heights.map((share) => Math.max(Math.min(LEAST, height), share * height) / 2);
    const upper = reach.map((side, index) => ({ x: at(index), y: height / 2 - side }));
    const lower = reach.map((side, index) => ({ x: at(index), y: height / 2 + side })).toReversed();
    traceCurve(context, upper, 'moveTo');
    traceCurve(context, lower, 'lineTo');
    context.closePath();
    context.fill();
    return;
  }
  const room = Math.max(0, height - thickness);
  traceCurve(
    context,
    heights.map((share, index) => ({ x: at(index), y: height - thickness / 2 - share * room })),
    'moveTo',
  );
  context.lineWidth = Math.min(thickness, height);
  context.lineJoin = 'round';
  context.stroke();
}

/** Traces a smooth curve: it passes the middle between two points, and bends towards each. */
function traceCurve(
  context: SKRSContext2D,
  points: readonly { readonly x: number; readonly y: number }[],
  begin: 'moveTo' | 'lineTo',
): void {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return;
  context[begin](first.x, first.y);
  for (const [index, point] of points.entries()) {
    const next = points[index + 1];
    if (index === 0 || !next) continue;
    context.quadraticCurveTo(point.x, point.y, (point.x + next.x) / 2, (point.y + next.y) / 2);
  }
  context.lineTo(last.x, last.y);
}

function drawCircle(
  context: SKRSContext2D,
  { bars = DEFAULTS.bars, gap = DEFAULTS.gap, cornerRadius = 0, mirrored = true }: WaveformAsset,
  box: PixelSize,
  heights: readonly number[],
): void {
  const radius = Math.min(box.width, box.height) / 2;
  const inner = radius * (mirrored ? CIRCLE.mirrored : CIRCLE.outward);
  const across = ((2 * Math.PI * inner) / bars) * (1 - gap);
  for (let index = 0; index < bars; index++) {
    const share = heights[Math.min(index, bars - 1 - index)] ?? 0;
    const long = Math.max(LEAST, share * (radius - inner) * (mirrored ? 2 : 1));
    const from = mirrored ? inner - long / 2 : inner;
    context.save();
    context.translate(box.width / 2, box.height / 2);
    context.rotate((2 * Math.PI * (index + 0.5)) / bars);
    context.beginPath();
    context.roundRect(-across / 2, -from - long, across, long, Math.min(cornerRadius, across / 2, long / 2));
    context.fill();
    context.restore();
  }
}
