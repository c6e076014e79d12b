import type { Frame } from '../ffmpeg.ts';
import { requireValue } from '../check.ts';
import { isComposedFormat, completeColourTags } from './colour-tags.ts';
import { FilterChain, videoInput } from '../filter-chain.ts';
import { filtersForOddSize } from './full-chroma.ts';
import { StagingFrame } from './staging-frame.ts';
import type { FrameViews } from './video-frame.ts';

/**
 * Filters that turn a frame upright. `vflip` only makes the stride negative, so `copy` then stores the rows
 * in their new order.
 */
export const TURN_FILTERS = {
  none: [],
  mirror: ['hflip'],
  flip: ['vflip', 'copy'],
  half: ['hflip', 'vflip', 'copy'],
  clockwise: ['transpose=clock'],
  counterclockwise: ['transpose=cclock'],
  transpose: ['transpose=cclock_flip'],
  transverse: ['transpose=clock_flip'],
} as const;

/**
 * Options of zscale that convert the matrix and the range as tagged. Primaries and transfer are assumed to be
 * BT.709: without HDR, the difference is too small to be worth a conversion. zimg is both more exact and
 * faster than swscale here.
 */
const COMPOSED_COLOURS = 'matrix=709:range=limited:primariesin=709:primaries=709:transferin=709:transfer=709';

/** The options {@link COMPOSED_COLOURS} for a frame that keeps its size. Only its chroma may be scaled. */
export const TO_COMPOSED = `filter=bicubic:${COMPOSED_COLOURS}`;

interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** The output of a {@link FrameScaler}. */
export interface FrameShape {
  readonly turn: keyof typeof TURN_FILTERS;
  /**
   * The part of the upright frame to use, in fractions of its width and height. It is rounded to even pixels.
   */
  readonly window: {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  };
  /**
   * Size of the result in pixels. Must be even, unless the result is {@link packed} or has
   * {@link fullChroma} or {@link fullColour}.
   */
  readonly width: number;
  readonly height: number;
  /** True if the result keeps the alpha. */
  readonly alpha: boolean;
  /** True if the result is RGBA, for a canvas. Otherwise the result is planes, for the encoder. */
  readonly packed?: boolean;
  /**
   * True if only the luma is needed: BT.709, 0 to 255, in the first plane. If the source has alpha, `alpha`
   * must be true. Transparent pixels are then blended with black.
   */
  readonly lumaOnly?: boolean;
  /**
   * True if the planes have chroma for every pixel: 4:4:4. Frames with alpha should be scaled like this, and
   * their chroma halved by alpha afterwards: zimg divides chroma by the sum of the alphas, which can nearly
   * cancel out at an edge, and the samples then have random colours.
   */
  readonly fullChroma?: boolean;
  /** True if the result is the planes of green, blue and red of a still. */
  readonly fullColour?: boolean;
  /**
   * Sigma of a Gaussian blur in pixels of the result, for planes without alpha. The edge pixels repeat beyond
   * the edges.
   */
  readonly blur?: number;
}

/**
 * The options {@link COMPOSED_COLOURS}, changed to full range. zimg blends alpha with black if the result has no
 * alpha.
 */
const LUMA_COLOURS = COMPOSED_COLOURS.replace('range=limited', 'range=full');

/**
 * Largest sigma of the blur filter, in pixels. A picture with this blur can be enlarged without visible
 * pixels.
 */
const MAX_BLUR_SIGMA = 3;

/** Lobes of Lanczos's kernel for pixels that are resampled once more: see `LONG_LANCZOS`. */
const RESAMPLED_LOBES = 6;

/** The options {@link COMPOSED_COLOURS}, changed to RGB. */
const RGB_COLOURS = 'matrix=gbr:range=full:primariesin=709:primaries=709:transferin=709:transfer=709';

/**
 * Returns the option of zscale for the kernel that scales a picture as sharply as sharp scales images: Lanczos
 * with three lobes if a side shrinks, and else the cubic kernel, which rings less.
 */
export function kernelOption(from: PixelSize, to: PixelSize): string {
  return `filter=${to.width < from.width || to.height < from.height ? 'lanczos' : 'bicubic'}`;
}

/**
 * Turns, crops, scales and converts decoded frames to 8-bit planes in BT.709, limited range, or to RGBA.
 * Close it with `using`.
 */
export class FrameScaler implements Disposable {
  private readonly shape: FrameShape;
  private chain: FilterChain | undefined;
  private chainParameters = '';
  private readonly staging = new StagingFrame();

  constructor(shape: FrameShape) {
    this.shape = shape;
  }

  /**
   * Converts a frame.
   *
   * @returns a frame of the shape's size, which the caller frees. It may share its pixels with the decoder.
   * @throws {MediaError} if FFmpeg fails.
   */
  async convert(frame: Frame): Promise<Frame> {
    completeColourTags(frame);
    if (this.needsNoConversion(frame)) return requireValue(frame.clone(), 'share the frame');
    const chain = this.chainFor(frame);
    chain.push(frame);
    return requireValue(await chain.pull(), 'convert the frame');
  }

  /**
   * Converts a frame and returns its pixels.
   *
   * @returns views that are valid until the next call.
   * @throws {MediaError} if FFmpeg fails.
   */
  async read(frame: Frame): Promise<FrameViews> {
    using converted = await this.convert(frame);
    return this.staging.load(converted);
  }

  [Symbol.dispose](): void {
    this.chain?.[Symbol.dispose]();
    this.staging[Symbol.dispose]();
  }

  private needsNoConversion(frame: Frame): boolean {
    const { turn, window, width, height, alpha, packed, lumaOnly, fullChroma, fullColour, blur } = this.shape;
    const isWholeFrame = window.left === 0 && window.top === 0 && window.right === 1 && window.bottom === 1;
    return (
      turn === 'none' &&
      isWholeFrame &&
      !alpha &&
      packed !== true &&
      lumaOnly !== true &&
      fullChroma !== true &&
      fullColour !== true &&
      blur === undefined &&
      frame.width === width &&
      frame.height === height &&
      isComposedFormat(frame)
    );
  }

  /**
   * Returns the filters for a frame. Rebuilds them if the size, pixel format or colour tags of the frames
   * change.
   */
  private chainFor(frame: Frame): FilterChain {
    const parameters = videoInput(frame);
    if (!this.chain || this.chainParameters !== parameters) {
      this.chain?.[Symbol.dispose]();
      this.chain = new FilterChain('video', parameters, this.buildFilters(frame));
      this.chainParameters = parameters;
    }
    return this.chain;
  }

  private buildFilters(frame: Frame): string {
    const { turn } = this.shape;
    const isSideways = TURN_FILTERS[turn].some((filter) => filter.startsWith('transpose'));
    const crop = this.cropOf(isSideways ? { width: frame.height, height: frame.width } : frame);
    // A blurred frame is shrunk before and only enlarged here.
    const kernel = kernelOption(this.shape.blur === undefined ? crop : this.shape, this.shape);
    return [
      ...TURN_FILTERS[turn],
      ...(crop.isWhole ? [] : [`crop=${crop.width}:${crop.height}:${crop.x}:${crop.y}`]),
      ...filtersForOddSize(frame),
      ...(this.shape.packed === true ? this.rgbaFilters(kernel) : this.planeFilters(kernel)),
    ].join(',');
  }

  private planeFilters(kernel: string): string[] {
    const { width, height, alpha, lumaOnly = false, fullChroma = false, fullColour } = this.shape;
    if (fullColour) return [...this.blurFilters(), ...this.colourFilters(kernel)];
    return [
      ...this.blurFilters(),
      `zscale=${width}:${height}:${kernel}:${lumaOnly ? LUMA_COLOURS : COMPOSED_COLOURS}${threadOption(alpha)}`,
      `format=${alpha && !lumaOnly ? 'yuva' : 'yuv'}${fullChroma ? '444p' : '420p'}`,
    ];
  }

  /**
   * Returns filters that shrink the frame and blur it. Later filters enlarge it again. The result looks like
   * a blur at full size, but a large blur takes no longer than a small one.
   */
  private blurFilters(): string[] {
    const { width, height, blur } = this.shape;
    if (blur === undefined) return [];
    const shrink = Math.min(1, MAX_BLUR_SIGMA / blur);
    const small = { width: Math.ceil(width * shrink), height: Math.ceil(height * shrink) };
    const sigma = (blur * small.width) / width;
    const down = (blur * small.height) / height;
    return [
      `zscale=${small.width}:${small.height}:${TO_COMPOSED}`,
      'format=yuv444p',
      `gblur=sigma=${sigma}:sigmaV=${down}:steps=6`,
    ];
  }

  private rgbaFilters(kernel: string): string[] {
    // `scale` only reorders the bytes. The pixels will be resampled once more, so they keep all details that
    // they can hold.
    const sharper = kernel === 'filter=lanczos' ? `${kernel}:param_a=${RESAMPLED_LOBES}` : kernel;
    return [...this.colourFilters(sharper), 'scale', 'format=rgba'];
  }

  /** Returns filters that scale the frame and convert it to planes of green, blue and red. */
  private colourFilters(kernel: string): string[] {
    const { width, height, alpha } = this.shape;
    return [
      `zscale=${width}:${height}:${kernel}:${RGB_COLOURS}${threadOption(alpha)}`,
      `format=${alpha ? 'gbrap' : 'gbrp'}`,
    ];
  }

  /** Returns the part of an upright frame to use, in its pixels. */
  private cropOf({ width, height }: PixelSize): PixelSize & { x: number; y: number; isWhole: boolean } {
    const { left, top, right, bottom } = this.shape.window;
    const x = roundToEven(left * width);
    const y = roundToEven(top * height);
    const w = Math.min(roundToEven(right * width), width) - x;
    const h = Math.min(roundToEven(bottom * height), height) - y;
    return { x, y, width: w, height: h, isWhole: w === width && h === height };
  }
}

/**
 * Limits zimg to one thread for alpha, because each of several zimg threads would restart the alpha plane.
 */
function threadOption(alpha: boolean): string {
  return alpha ? ':threads=1' : '';
}

/** Returns the nearest even whole number, at least 0. */
function roundToEven(length: number): number {
  return Math.max(0, Math.round(length / 2) * 2);
}
