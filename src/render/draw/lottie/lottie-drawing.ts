import { type Canvas, createCanvas, LottieAnimation, type SKRSContext2D } from '@napi-rs/canvas';
import type { LottieVisual } from '../../resolve/timeline.ts';
import type { PixelSize } from '../../scene/placement.ts';
import type { Drawing } from '../drawing.ts';

/** Maximum side of the canvas in pixels. A larger picture is enlarged. */
const MAX_SIDE = 4096;
/** The moment at which nothing is drawn. */
const NOTHING = -1;

/**
 * Creates the drawing of a Lottie animation. Skia draws it without a network, without expressions, and without files
 * beside it: its images must be inside the file. The time need not be that of a frame.
 */
export function createLottieDrawing({ media, trim, speed, repeats }: LottieVisual): Drawing {
  const { width, height, rate, duration } = media;
  const animation = LottieAnimation.loadFromData(media.text);
  const box = { x: 0, y: 0, width, height };
  const [begin, end, factor] = [trim.valueOf(), duration.valueOf(), speed.valueOf()];
  const raster = new LottieRaster(animation);
  return {
    width,
    height,
    bleed: 0,
    moments: {
      at: (time) => {
        const played = factor * time;
        // Floats of exact times differ in their last digits, which would restart an animation a frame early or late.
        const second = roundTime(repeats ? begin + (played % (end - begin)) : begin + played);
        return second < roundTime(end) ? second * rate : NOTHING;
      },
      inkBox: (moment) => (moment === NOTHING ? undefined : box),
    },
    draw: (context, moment) => {
      if (moment !== NOTHING) raster.draw(context, moment, { width, height });
    },
  };
}

function roundTime(second: number): number {
  return Number(second.toFixed(6));
}

/** Draws an animation on a canvas of its own, because Skia ignores the transform of the canvas that it draws on. */
class LottieRaster {
  private readonly animation: LottieAnimation;
  private canvas: Canvas | undefined;

  constructor(animation: LottieAnimation) {
    this.animation = animation;
  }

  draw(context: SKRSContext2D, frame: number, size: PixelSize): void {
    const { a, b, c, d } = context.getTransform();
    const scale = { x: Math.hypot(a, b), y: Math.hypot(c, d) };
    const [width, height] = [pixelsOf(size.width * scale.x), pixelsOf(size.height * scale.y)];
    if (this.canvas?.width !== width || this.canvas.height !== height)
      this.canvas = createCanvas(width, height);
    const own = this.canvas.getContext('2d');
    own.clearRect(0, 0, width, height);
    this.animation.seekFrame(frame);
    this.animation.render(own, { x: 0, y: 0, width, height });
    context.drawImage(this.canvas, 0, 0, size.width, size.height);
  }
}

function pixelsOf(side: number): number {
  return Math.min(MAX_SIDE, Math.max(1, Math.round(side)));
}
