import type { Plane } from '../../av/video/video-frame.ts';
import { isFoldedInSpace } from '../../scene/perspective.ts';
import { boundingBoxOf, intersect, type PixelSize } from '../../scene/placement.ts';
import type { Layer } from '../../scene/scene.ts';
import { createKernels, type Kernels, roundUpToStep } from '../planes/kernels.ts';
import type { PixelRect } from '../planes/pixel-rect.ts';
import type { Surface } from '../planes/surface.ts';
import type { LayerImage, LayerSource } from './layer-image.ts';

/** Blurs the movement of the images of another source: each is the mean of those while a shutter is open. */
export class ShutterSource implements LayerSource {
  private readonly source: LayerSource;
  private readonly sums: ImageSums;

  /** @param source the source, which this object closes. @param output the surface. */
  constructor(source: LayerSource, output: Surface) {
    this.source = source;
    this.sums = new ImageSums(output);
  }

  async at(layer: Layer): Promise<LayerImage | undefined> {
    const { trail } = layer;
    if (!trail) return await this.source.at(layer);
    this.sums.clear();
    for (const moment of trail) {
      // Without a look in space, it would be drawn flat.
      if (isFoldedInSpace(moment)) continue;
      const image = await this.source.at(moment);
      if (image) this.sums.add(image);
    }
    return this.sums.mean(trail.length);
  }

  [Symbol.dispose](): void {
    this.source[Symbol.dispose]();
  }
}

/** The planes of a picture: its luma with alpha, and its chroma with the alpha of that. */
const LUMA = ['alpha', 'y'] as const;
const CHROMA = ['chromaAlpha', 'u', 'v'] as const;
type PlaneName = (typeof LUMA | typeof CHROMA)[number];

/** Sums of images. Colours are gamma-coded and weighted by their alpha, as layers are blended. */
class ImageSums {
  private readonly output: Surface;
  /** Pixels for each sample of chroma across and down. */
  private readonly grid: 1 | 2;
  private readonly kernels: Kernels;
  /** Samples of a row of luma, and the bytes of all rows of one plane of 16 bits. */
  private readonly columns: number;
  private readonly planeBytes: number;
  private touched: PixelRect | undefined;
  private coverCount = 0;

  constructor(output: Surface) {
    const even = { width: output.width + (output.width % 2), height: output.height + (output.height % 2) };
    this.output = output;
    this.grid = output.fullColour ? 1 : 2;
    this.columns = roundUpToStep(even.width) + 16;
    this.planeBytes = 2 * this.columns * even.height;
    this.kernels = createKernels(this.sumsAt(5) + 16);
  }

  clear(): void {
    this.kernels.bytes.fill(0, this.sumsAt(0), this.sumsAt(5));
    this.touched = undefined;
    this.coverCount = 0;
  }

  add(image: LayerImage): void {
    const { planes, x, y } = image;
    const area = intersect(image.area, { x, y, width: planes.width, height: planes.height });
    if (area.width <= 0 || area.height <= 0) return;
    this.touched = this.touched ? boundingBoxOf([this.touched, area]) : area;
    if (image.coversFrame) this.coverCount++;
    this.addPlanes(image, LUMA, area, 1);
    this.addPlanes(image, CHROMA, area, this.grid);
  }

  /** @param count number of images, also of those without a pixel. */
  mean(count: number): LayerImage | undefined {
    if (!this.touched) return undefined;
    const { grid, output } = this;
    const x = Math.floor(this.touched.x / grid) * grid;
    const y = Math.floor(this.touched.y / grid) * grid;
    const width = Math.ceil((this.touched.x + this.touched.width - x) / grid) * grid;
    const height = Math.ceil((this.touched.y + this.touched.height - y) / grid) * grid;
    const coversFrame = this.coverCount === count;
    const read = (names: readonly PlaneName[], shrink: 1 | 2): Plane[] => {
      const size = { width: width / shrink, height: height / shrink };
      const place = { x: x / shrink, y: y / shrink };
      const [alphas, ...colours] = names;
      return [
        ...(alphas && !coversFrame ? [this.readPlane(alphas, place, size, 1 / count)] : []),
        ...colours.map((name) => this.readPlane(name, place, size, alphas)),
      ];
    };
    const [luma, chroma] = [read(LUMA, 1), read(CHROMA, grid)];
    const [v, u, chromaAlpha] = chroma.toReversed();
    const [luminance, alpha] = luma.toReversed();
    if (!luminance || !u || !v) return undefined;
    return {
      planes: {
        width,
        height,
        y: luminance,
        u,
        v,
        ...(alpha && { alpha }),
        ...(chromaAlpha && { chromaAlpha }),
        ...(output.fullColour && { fullColour: true }),
      },
      x,
      y,
      area: intersect({ x, y, width, height }, { x: 0, y: 0, width: output.width, height: output.height }),
      coversFrame,
    };
  }

  private addPlanes(
    { planes, x, y }: LayerImage,
    names: readonly PlaneName[],
    area: PixelRect,
    shrink: 1 | 2,
  ): void {
    const { kernels, columns } = this;
    const { bytes } = kernels;
    const [left, right] = [Math.floor(area.x / shrink), Math.ceil((area.x + area.width) / shrink)];
    const [top, bottom] = [Math.floor(area.y / shrink), Math.ceil((area.y + area.height) / shrink)];
    const count = roundUpToStep(right - left);
    const [alphas = 'alpha', ...colours] = names;
    const shares = planes[alphas];
    // The two rows of memory before the sums are for the bytes and their alpha.
    const alphaAt = columns;
    bytes.fill(0, 0, 2 * columns);
    for (let row = top; row < bottom; row++) {
      const copy = ({ data, stride }: Plane, to: number): void => {
        const from = (row - y / shrink) * stride + left - x / shrink;
        bytes.set(data.subarray(from, from + right - left), to);
      };
      if (shares) copy(shares, alphaAt);
      else bytes.fill(255, alphaAt, alphaAt + right - left);
      kernels.addRow(this.rowAt(alphas, row, left), alphaAt, 0, count);
      for (const name of colours) {
        const plane = planes[name];
        if (!plane) continue;
        copy(plane, 0);
        kernels.addRow(this.rowAt(name, row, left), 0, alphaAt, count);
      }
    }
  }

  /** @param by the plane of alpha to divide by, or a factor. */
  private readPlane(
    name: PlaneName,
    { x, y }: { readonly x: number; readonly y: number },
    { width, height }: PixelSize,
    by: PlaneName | number | undefined,
  ): Plane {
    const { kernels } = this;
    const data = new Uint8Array(width * height);
    for (let row = 0; row < height; row++) {
      const sums = this.rowAt(name, y + row, x);
      if (typeof by === 'string')
        kernels.divideRow(0, sums, this.rowAt(by, y + row, x), roundUpToStep(width));
      else kernels.scaleRow(0, sums, by ?? 1, roundUpToStep(width));
      data.set(kernels.bytes.subarray(0, width), row * width);
    }
    return { data, stride: width };
  }

  private rowAt(name: PlaneName, row: number, column: number): number {
    const order: readonly PlaneName[] = [...LUMA, ...CHROMA];
    return this.sumsAt(order.indexOf(name)) + 2 * (row * this.columns + column);
  }

  private sumsAt(plane: number): number {
    return 2 * this.columns + plane * this.planeBytes;
  }
}
