import type { StillMedia } from '../../media/media.ts';
import type { LumaPicture } from '../../resolve/timeline.ts';
import { lumaPatternAt } from '../../scene/transitions/luma-pattern.ts';
import type { PixelSize } from '../../scene/placement.ts';
import { lumaOf } from '../planes/bt709.ts';
import { readStill } from '../../stills/still.ts';

/** Returns the level of a place, 0 (changes first) to 1. Places are fractions of the width and the height. */
export type LumaLevels = (across: number, down: number) => number;

/** Columns of the built-in picture of clouds, which is smooth. */
const CLOUD_COLUMNS = 480;
/** Radius of the blur of a picture in fractions of its width: its 256 levels would be seen as steps. */
const STEP_BLUR = 1 / 480;

/**
 * Opens the picture of a wipe.
 *
 * @param size largest size of its pixels. @param aspect width by height of the clip.
 * @throws {StillError} if a file cannot be read.
 */
export async function openLumaLevels(
  { media, pattern, isInverted }: LumaPicture,
  size: PixelSize,
  aspect: number,
): Promise<LumaLevels> {
  const levels = media ? await readLevels(media, size) : createPattern(pattern ?? 'clock', aspect);
  return isInverted ? (across, down) => 1 - levels(across, down) : levels;
}

function createPattern(pattern: NonNullable<LumaPicture['pattern']>, aspect: number): LumaLevels {
  const exact: LumaLevels = (across, down) => lumaPatternAt(pattern, across, down, aspect);
  if (pattern !== 'clouds') return exact;
  const [width, height] = [CLOUD_COLUMNS, Math.max(2, Math.round(CLOUD_COLUMNS / aspect))];
  const data = new Float32Array(width * height);
  for (let at = 0; at < data.length; at++)
    data[at] = exact(((at % width) + 0.5) / width, (Math.floor(at / width) + 0.5) / height);
  return interpolate({ data, width, height });
}

async function readLevels(media: StillMedia, largest: PixelSize): Promise<LumaLevels> {
  const window = { left: 0, top: 0, width: media.width, height: media.height };
  const width = Math.max(1, Math.round(Math.min(media.width, largest.width)));
  const height = Math.max(1, Math.round(Math.min(media.height, largest.height)));
  const { data: rgba } = await readStill(media.path, window, { width, height });
  const data = new Float32Array(width * height);
  for (let at = 0; at < data.length; at++) {
    // The casts are safe because each pixel has four bytes. What is transparent is black.
    const [red, green, blue] = [
      rgba[4 * at] as number,
      rgba[4 * at + 1] as number,
      rgba[4 * at + 2] as number,
    ];
    data[at] = (lumaOf(red, green, blue) * (rgba[4 * at + 3] as number)) / (255 * 255);
  }
  const radius = Math.round(STEP_BLUR * width);
  blurLines(data, { count: height, step: width }, { count: width, step: 1 }, radius);
  blurLines(data, { count: width, step: 1 }, { count: height, step: width }, radius);
  return interpolate({ data, width, height });
}

interface Steps {
  readonly count: number;
  readonly step: number;
}

/** Replaces each number by the mean of those around it on its line. Beyond the ends, the last one goes on. */
function blurLines(data: Float32Array, lines: Steps, line: Steps, radius: number): void {
  if (radius < 1) return;
  const copy = new Float32Array(line.count);
  const last = line.count - 1;
  // The casts are safe because all indexes are inside the lists.
  const valueAt = (index: number): number => copy[Math.min(last, Math.max(0, index))] as number;
  for (let index = 0; index < lines.count; index++) {
    const start = index * lines.step;
    for (let at = 0; at < line.count; at++) copy[at] = data[start + at * line.step] as number;
    let sum = 0;
    for (let at = -radius; at <= radius; at++) sum += valueAt(at);
    for (let at = 0; at < line.count; at++) {
      data[start + at * line.step] = sum / (2 * radius + 1);
      sum += valueAt(at + radius + 1) - valueAt(at - radius);
    }
  }
}

/** Interpolates linearly between the four values around a place. */
function interpolate({ data, width, height }: PixelSize & { readonly data: Float32Array }): LumaLevels {
  const [right, bottom] = [width - 1, height - 1];
  return (across, down) => {
    const x = Math.min(right, Math.max(0, across * width - 0.5));
    const y = Math.min(bottom, Math.max(0, down * height - 0.5));
    const [column, row] = [x | 0, y | 0];
    const upper = row * width + column;
    const lower = row < bottom ? upper + width : upper;
    const next = column < right ? 1 : 0;
    // The casts are safe because all four indexes are inside the list.
    const one = data[upper] as number;
    const other = data[lower] as number;
    const above = one + (x - column) * ((data[upper + next] as number) - one);
    const below = other + (x - column) * ((data[lower + next] as number) - other);
    return above + (y - row) * (below - above);
  };
}
