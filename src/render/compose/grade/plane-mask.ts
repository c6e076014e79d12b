import type { Planes } from '../../av/video/video-frame.ts';
import { invertMatrix } from '../../scene/matrix.ts';
import type { PixelSize } from '../../scene/placement.ts';
import type { ColourPlanes } from '../layers/colour-filter.ts';
import type { PlanePlace } from '../layers/filtered-source.ts';

/** The number that stands for a factor of 1. */
const ONE = 2 ** 14;

/** A factor of 0 to 1 for each pixel of a picture. */
export class PlaneMask {
  private readonly size: PixelSize;
  private readonly factors: Uint16Array<ArrayBuffer>;

  /**
   * @param size size of the picture in pixels, even or in full colour.
   * @param place the place of the picture.
   * @param factorAt the factor at a place on the layer: distances from its middle, which are 1 at its edges.
   */
  constructor(size: PixelSize, { x, y, layer }: PlanePlace, factorAt: (x: number, y: number) => number) {
    const { visible } = layer.placement;
    const { width, height } = size;
    this.size = { width, height };
    this.factors = new Uint16Array(width * height).fill(ONE);
    const inverse = invertMatrix(layer.matrix);
    // A layer without an area shows nothing.
    if (!inverse) return;
    const { a, b, c, d, e, f } = inverse;
    const [middleX, middleY] = [visible.x + visible.width / 2, visible.y + visible.height / 2];
    const [scaleX, scaleY] = [2 / visible.width, 2 / visible.height];
    for (let row = 0, at = 0; row < height; row++) {
      const down = y + row + 0.5;
      for (let column = 0; column < width; column++, at++) {
        const across = x + column + 0.5;
        const factor = factorAt(
          (a * across + c * down + e - middleX) * scaleX,
          (b * across + d * down + f - middleY) * scaleY,
        );
        this.factors[at] = Math.round(ONE * factor);
      }
    }
  }

  /** Returns the factors of two rows as the kernels read them. */
  rowPair(row: number): Uint8Array {
    const { width } = this.size;
    return new Uint8Array(this.factors.buffer, 2 * row * width, 4 * width);
  }

  /** Multiplies the colours of a picture in full colour. @param planes the size of the mask. */
  multiply({ y, u, v }: ColourPlanes): void {
    const { width, height } = this.size;
    for (const { data, stride } of [y, u, v])
      for (let row = 0; row < height; row++)
        for (let column = 0; column < width; column++) {
          const at = row * stride + column;
          // The casts are safe because all indexes are inside the planes. The last addend rounds to the nearest.
          const factor = this.factors[row * width + column] as number;
          data[at] = ((data[at] as number) * factor + ONE / 2) / ONE;
        }
  }

  /** Multiplies the colours of a picture in BT.709. */
  multiplyPlanes({ y, u, v }: Pick<Planes, 'y' | 'u' | 'v'>): void {
    const { width, height } = this.size;
    for (let row = 0; row < height; row++)
      for (let column = 0; column < width; column++) {
        const factor = (this.factors[row * width + column] as number) / ONE;
        const at = row * y.stride + column;
        y.data[at] = Math.round(16 + ((y.data[at] as number) - 16) * factor);
        if (row % 2 === 1 || column % 2 === 1) continue;
        for (const { data, stride } of [u, v]) {
          const chroma = (row / 2) * stride + column / 2;
          data[chroma] = Math.round(128 + ((data[chroma] as number) - 128) * factor);
        }
      }
  }
}
