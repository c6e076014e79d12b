import type { Plane } from '../../av/video/video-frame.ts';
import type { PixelSize } from '../../scene/placement.ts';
import type { Layer, LayerSmear } from '../../scene/scene.ts';
import type { Surface } from '../planes/surface.ts';
import type { LayerImage, LayerSource } from './layer-image.ts';

/** Moves and blurs the images of another source along a movement over the frame. */
export class SmearedSource implements LayerSource {
  private readonly source: LayerSource;
  private readonly output: Surface;

  /** @param source the source, which this object closes. @param output the surface. */
  constructor(source: LayerSource, output: Surface) {
    this.source = source;
    this.output = output;
  }

  async at(layer: Layer): Promise<LayerImage | undefined> {
    const image = await this.source.at(layer);
    return image && layer.smear ? smearImage(image, layer.smear, this.output) : image;
  }

  [Symbol.dispose](): void {
    this.source[Symbol.dispose]();
  }
}

/** Returns an image of the whole frame. Around the given image, it is transparent. */
function smearImage(image: LayerImage, smear: LayerSmear, output: PixelSize): LayerImage {
  const { planes, x, y, coversFrame } = image;
  const grid = planes.fullColour ? 1 : 2;
  const width = Math.ceil(output.width / grid) * grid;
  const height = Math.ceil(output.height / grid) * grid;
  const run = (plane: Plane, alpha: Plane | undefined, shrink: 1 | 2): SmearedPlane =>
    smearPlane(
      {
        plane,
        alpha,
        x: x / shrink,
        y: y / shrink,
        width: planes.width / shrink,
        height: planes.height / shrink,
      },
      smear,
      { width: width / shrink, height: height / shrink },
    );
  const half = planes.fullColour ? 1 : 2;
  const [luma, blue, red] = [
    run(planes.y, planes.alpha, 1),
    run(planes.u, planes.chromaAlpha, half),
    run(planes.v, planes.chromaAlpha, half),
  ];
  const alphas = coversFrame ? {} : { alpha: luma.alpha, chromaAlpha: blue.alpha };
  const { fullColour } = planes;
  return {
    planes: {
      width,
      height,
      y: luma.plane,
      u: blue.plane,
      v: red.plane,
      ...alphas,
      ...(fullColour && { fullColour }),
    },
    x: 0,
    y: 0,
    area: { x: 0, y: 0, width: output.width, height: output.height },
    coversFrame,
  };
}

interface SmearedPlane {
  readonly plane: Plane;
  readonly alpha: Plane;
}

/** A plane with its alpha and its place on the plane of the frame. */
interface PlacedPlane extends PixelSize {
  readonly plane: Plane;
  /** Opaque if absent. */
  readonly alpha: Plane | undefined;
  readonly x: number;
  readonly y: number;
}

function smearPlane(
  placed: PlacedPlane,
  { axis, shift, length, isMirrored }: LayerSmear,
  frame: PixelSize,
): SmearedPlane {
  const [count, lines] = axis === 'x' ? [frame.width, frame.height] : [frame.height, frame.width];
  const [step, stride] = axis === 'x' ? [1, frame.width] : [frame.width, 1];
  const values = new Uint8Array(count * lines);
  const alphas = new Uint8Array(count * lines);
  // The sums before each sample: of the alphas, and of the values that they are the weights of.
  const [weights, weighted] = [new Float64Array(count + 1), new Float64Array(count + 1)];
  const blur = Math.max(1, length * count);
  for (let line = 0; line < lines; line++) {
    sumLine(placed, axis, line, weights, weighted);
    for (let index = 0, at = line * stride; index < count; index++, at += step) {
      const from = index + 0.5 - shift * count - blur / 2;
      const between = (sums: Float64Array): number =>
        integrate(sums, from + blur, isMirrored) - integrate(sums, from, isMirrored);
      const weight = between(weights);
      if (weight <= 0) continue;
      alphas[at] = weight / blur + 0.5; // Rounds to the nearest.
      values[at] = between(weighted) / weight + 0.5;
    }
  }
  return { plane: { data: values, stride: frame.width }, alpha: { data: alphas, stride: frame.width } };
}

/** Sums up a row or a column of the frame. */
function sumLine(
  { plane, alpha, x, y, width, height }: PlacedPlane,
  axis: LayerSmear['axis'],
  line: number,
  weights: Float64Array,
  weighted: Float64Array,
): void {
  const isRow = axis === 'x';
  const across = line - (isRow ? y : x);
  const isInside = across >= 0 && across < (isRow ? height : width);
  const [first, size] = isRow ? [x, width] : [y, height];
  for (let index = 0, weight = 0, sum = 0; index < weights.length - 1; index++) {
    const along = index - first;
    if (isInside && along >= 0 && along < size) {
      const [column, row] = isRow ? [along, across] : [across, along];
      const share = alpha?.data[row * alpha.stride + column] ?? 255;
      weight += share;
      sum += share * (plane.data[row * plane.stride + column] ?? 0);
    }
    weights[index + 1] = weight;
    weighted[index + 1] = sum;
  }
}

/** Returns the sum up to a place between samples. Beyond its ends, the line is mirrored or empty. */
function integrate(sums: Float64Array, place: number, isMirrored: boolean): number {
  const count = sums.length - 1;
  if (place < 0) return isMirrored ? -integrate(sums, -place, true) : 0;
  // The casts are safe because all indexes are inside the list.
  const whole = sums[count] as number;
  if (place === count) return whole;
  if (place > count) return isMirrored ? 2 * whole - integrate(sums, 2 * count - place, true) : whole;
  const index = Math.floor(place);
  const before = sums[index] as number;
  return before + (place - index) * ((sums[index + 1] as number) - before);
}
