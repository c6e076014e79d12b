import { toSeconds, ZERO } from '../../../base/time.ts';
import { type Cubic, readSvgPath } from '../../../base/geometry/svg-path.ts';
import type { ClipMotion } from '../../../edit/schema/clip-motion.ts';
import { type AnimatedNumber, toAnimatedNumber } from '../animated-number.ts';

/** A path that the centre of a clip follows. */
export interface MotionPath {
  /** At least one. In pixels of the canvas, or in the numbers of the view box. */
  readonly curves: readonly Cubic[];
  /** The rectangle that becomes the canvas. Absent for pixels. */
  readonly viewBox?: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
  /** Share of the way, 0 to 1. Values outside are clamped. */
  readonly progress: AnimatedNumber;
  /** True if the clip turns with the path. */
  readonly turns: boolean;
}

/** Resolves the movement of a clip along a path. @param length seconds that the clip lasts. */
export function resolveMotion(
  motion: ClipMotion | undefined,
  length: number,
): { readonly motion?: MotionPath } {
  const curves = motion && readSvgPath(motion.path);
  if (!motion || typeof curves === 'number' || !curves?.length) return {};
  const { viewBox, progress, rotate = false } = motion;
  const [x = 0, y = 0, width = 1, height = 1] = viewBox ?? [];
  const evenly = [{ from: 0, to: 1, start: ZERO, end: toSeconds(length), curve: 'linear' as const }];
  return {
    motion: {
      curves,
      ...(viewBox && { viewBox: { x, y, width, height } }),
      progress: progress === undefined ? evenly : toAnimatedNumber(progress, 0),
      turns: rotate,
    },
  };
}
