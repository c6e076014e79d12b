import { invertHomography, type Homography, projectPoint } from '../../scene/homography.ts';
import { projectionOf } from '../../scene/perspective.ts';
import type { PixelSize, Rect } from '../../scene/placement.ts';
import type { Layer } from '../../scene/scene.ts';
import { placeOnSurface } from '../groups/group-placement.ts';
import { CanvasPlanes } from '../planes/canvas-planes.ts';
import { createKernels, type Kernels, roundUpToStep } from '../planes/kernels.ts';
import type { PixelRect } from '../planes/pixel-rect.ts';
import type { Surface } from '../planes/surface.ts';
import type { LayerImage, LayerSource } from './layer-image.ts';

/** The picture on which a clip is drawn flat, before it is seen in space. */
export interface FlatPicture extends PixelSize {
  /** The rectangle of the clip before its crop. Around it is room for shadows, and for an empty edge. */
  readonly box: Rect;
}

const IDENTITY = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };
/** Bytes of the nine numbers of a transform. */
const MATRIX_BYTES = 72;

/** Draws the images of another source in space: with their corners moved, tilted or turned. */
export class PerspectiveSource implements LayerSource {
  private readonly source: LayerSource;
  private readonly flat: FlatPicture;
  private readonly output: Surface;
  /** The size of the output, rounded up to even numbers. The additional row and column affect the chroma. */
  private readonly even: PixelSize;
  private readonly kernels: Kernels;
  /** Bytes of a row of the flat picture, and the addresses of its parts of the memory. */
  private readonly offsets: {
    readonly columns: number;
    readonly row: number;
    readonly flat: number;
    readonly shown: number;
  };
  private readonly planes: CanvasPlanes;
  private woven: LayerImage | undefined;
  private last:
    | { readonly from: LayerImage; readonly key: string; readonly image: LayerImage | undefined }
    | undefined;

  /**
   * @param source the source of the flat pictures in full colour, which this object closes.
   * @param output the surface.
   */
  constructor(source: LayerSource, flat: FlatPicture, output: Surface) {
    const even = { width: output.width + (output.width % 2), height: output.height + (output.height % 2) };
    const columns = roundUpToStep(flat.width);
    const row = 80;
    const flatAt = row + 4 * columns;
    const shown = flatAt + 4 * columns * flat.height;
    this.source = source;
    this.flat = flat;
    this.output = output;
    this.even = even;
    this.offsets = { columns, row, flat: flatAt, shown };
    this.kernels = createKernels(shown + 4 * even.width * even.height);
    this.planes = new CanvasPlanes(even, output.fullColour);
  }

  async at(layer: Layer): Promise<LayerImage | undefined> {
    const { box } = this.flat;
    const { uncropped } = layer;
    if (!(uncropped.width > 0 && uncropped.height > 0)) return undefined;
    const scale = box.width / uncropped.width;
    const origin = { x: box.x - scale * uncropped.x, y: box.y - scale * uncropped.y };
    const { perspective: _, ...plain } = layer;
    const flatLayer = placeOnSurface({ ...plain, matrix: IDENTITY }, { canvas: this.flat, scale, origin });
    const from = await this.source.at(flatLayer);
    if (!from) return undefined;
    const projection = projectionOf(layer);
    const key = [...projection, uncropped.x, uncropped.y, scale].join();
    if (this.last?.from !== from || this.last.key !== key) {
      const toFlat: Homography = [scale, 0, origin.x, 0, scale, origin.y, 0, 0, 1];
      this.last = { from, key, image: this.draw(from, projection, toFlat) };
    }
    return this.last.image;
  }

  [Symbol.dispose](): void {
    this.source[Symbol.dispose]();
  }

  /** @param projection from the placement of the layer to the output. @param toFlat from there to the flat picture. */
  private draw(image: LayerImage, projection: Homography, toFlat: Homography): LayerImage | undefined {
    const inverse = invertHomography(projection);
    const area = inverse && this.touchedBy(projection, toFlat);
    if (!area) return undefined;
    if (this.woven !== image) this.weave(image);
    const { kernels, offsets, even, output } = this;
    // Both transforms only scale and move after the inverse, so that its sign stays.
    const matrix = new Float64Array(kernels.bytes.buffer, 0, MATRIX_BYTES / 8);
    const [s, , x, , t, y] = toFlat;
    const [a, b, c, d, e, f, g, h, i] = inverse;
    matrix.set([
      s * a + x * g,
      s * b + x * h,
      s * c + x * i,
      t * d + y * g,
      t * e + y * h,
      t * f + y * i,
      g,
      h,
      i,
    ]);
    const stride = 4 * even.width;
    kernels.warp(
      offsets.shown + area.y * stride + 4 * area.x,
      stride,
      area.x,
      area.y,
      area.width,
      area.height,
      offsets.flat,
      offsets.columns,
      this.flat.height,
      0,
    );
    const shown = kernels.bytes.subarray(offsets.shown, offsets.shown + stride * even.height);
    const planes = this.planes.read(shown, area);
    const isFull = area.width === even.width && area.height === even.height;
    const onOutput = {
      ...area,
      width: Math.min(area.width, output.width - area.x),
      height: Math.min(area.height, output.height - area.y),
    };
    return { planes, x: area.x, y: area.y, area: onOutput, coversFrame: isFull && !planes.alpha };
  }

  /** Returns the even rectangle of pixels that the flat picture may touch. `undefined` if there are none. */
  private touchedBy(projection: Homography, [s, , x, , t, y]: Homography): PixelRect | undefined {
    const { width, height } = this.flat;
    const corners = [0, 1, 2, 3].map((corner) =>
      projectPoint(projection, {
        x: ((corner % 2) * width - x) / s,
        y: ((corner >> 1) * height - y) / t,
      }),
    );
    const isBehind = corners.some(({ w }) => w <= 0);
    if (corners.every(({ w }) => w <= 0)) return undefined;
    const range = (places: readonly number[], limit: number): { from: number; to: number } => ({
      from: isBehind ? 0 : Math.max(0, Math.floor((Math.min(...places) - 1) / 2) * 2),
      to: isBehind ? limit : Math.min(limit, Math.ceil((Math.max(...places) + 1) / 2) * 2),
    });
    const across = range(
      corners.map((corner) => corner.x),
      this.even.width,
    );
    const down = range(
      corners.map((corner) => corner.y),
      this.even.height,
    );
    if (across.to <= across.from || down.to <= down.from) return undefined;
    return { x: across.from, y: down.from, width: across.to - across.from, height: down.to - down.from };
  }

  /** Writes a flat picture to the memory as premultiplied RGBA. Around it, everything is transparent. */
  private weave(image: LayerImage): void {
    const { kernels, offsets, flat } = this;
    const { bytes } = kernels;
    const { columns, row } = offsets;
    const { planes, x, y } = image;
    const { alpha } = planes;
    const [left, right] = [Math.max(0, x), Math.min(flat.width, x + planes.width)];
    const [top, bottom] = [Math.max(0, y), Math.min(flat.height, y + planes.height)];
    bytes.fill(0, offsets.flat, offsets.shown);
    bytes.fill(0, row, row + 4 * columns);
    for (let line = top; line < bottom; line++) {
      const copy = ({ data, stride }: typeof planes.y, index: number): void => {
        const start = (line - y) * stride - x;
        bytes.set(data.subarray(start + left, start + right), row + index * columns + left);
      };
      copy(planes.v, 0);
      copy(planes.y, 1);
      copy(planes.u, 2);
      if (alpha) copy(alpha, 3);
      else bytes.fill(255, row + 3 * columns + left, row + 3 * columns + right);
      kernels.weave(offsets.flat + 4 * columns * line, row, columns, columns);
    }
    this.woven = image;
  }
}
