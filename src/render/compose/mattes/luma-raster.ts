import { invertMatrix } from '../../scene/matrix.ts';
import type { LumaWipe } from '../../scene/motion.ts';
import type { PixelSize } from '../../scene/placement.ts';
import type { Layer } from '../../scene/scene.ts';
import type { PixelRect } from '../planes/pixel-rect.ts';
import { type LumaLevels, openLumaLevels } from './luma-levels.ts';

/** The smallest soft edge, so that edges have no steps. */
const SHARPEST = 0.01;
/** The level of white. */
const WHITE = 2 ** 16 - 1;

/** The levels of a picture at each pixel of an area, with what decides them. */
interface PlacedLevels {
  readonly key: string;
  readonly levels: Uint16Array;
}

/** Draws wipes by the brightness of pictures. What does not change from frame to frame is computed once. */
export class LumaRaster {
  private readonly largest: PixelSize;
  private readonly pictures = new Map<LumaWipe['picture'], Promise<LumaLevels>>();
  private placed: PlacedLevels | undefined;

  /** @param largest the largest size in pixels at which a picture is shown. */
  constructor(largest: PixelSize) {
    this.largest = largest;
  }

  /**
   * Reads the picture of a wipe, if it has not been read yet.
   *
   * @throws {StillError} if its file cannot be read.
   */
  open({ picture }: LumaWipe, { placement: { visible } }: Layer): Promise<LumaLevels> {
    const opened =
      this.pictures.get(picture) ?? openLumaLevels(picture, this.largest, visible.width / visible.height);
    this.pictures.set(picture, opened);
    return opened;
  }

  /**
   * Draws a wipe.
   *
   * @param area the rectangle of output pixels to draw, in whole numbers.
   * @param into memory for the coverage of each pixel of the area, 0 (hidden) to 255 (visible), in rows without
   *   padding.
   */
  draw(wipe: LumaWipe, levels: LumaLevels, layer: Layer, area: PixelRect, into: Uint8Array): void {
    const { open, isHiding, softness } = wipe;
    const soft = Math.max(SHARPEST, softness);
    const placed = this.place(wipe, levels, layer, area);
    const slope = 255 / soft / WHITE;
    const edge = (open * (1 + soft) * 255) / soft;
    for (let at = 0; at < area.width * area.height; at++) {
      const changed = edge - slope * (placed[at] as number); // Inside the list.
      const share = changed < 0 ? 0 : changed > 255 ? 255 : changed;
      into[at] = (isHiding ? 255 - share : share) + 0.5; // Rounds to the nearest.
    }
  }

  /** Returns the level at each pixel of an area. */
  private place(
    { picture }: LumaWipe,
    levels: LumaLevels,
    { matrix, placement: { visible }, clip: { flip } }: Layer,
    { x: left, y: top, width, height }: PixelRect,
  ): Uint16Array {
    const key = JSON.stringify([matrix, visible, left, top, width, height, picture]);
    if (this.placed?.key === key) return this.placed.levels;
    const values =
      this.placed?.levels.length === width * height ? this.placed.levels : new Uint16Array(width * height);
    const inverse = invertMatrix(matrix);
    for (let row = 0, at = 0; inverse && row < height; row++) {
      const y = top + row + 0.5;
      for (let column = 0; column < width; column++, at++) {
        const x = left + column + 0.5;
        const across = (inverse.a * x + inverse.c * y + inverse.e - visible.x) / visible.width;
        const down = (inverse.b * x + inverse.d * y + inverse.f - visible.y) / visible.height;
        // A mirrored clip changes in the same order as others.
        const level = levels(flip.horizontal ? 1 - across : across, flip.vertical ? 1 - down : down);
        values[at] = WHITE * (level < 0 ? 0 : level > 1 ? 1 : level);
      }
    }
    this.placed = { key, levels: values };
    return values;
  }
}
