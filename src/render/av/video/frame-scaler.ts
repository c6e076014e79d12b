import type { Frame } from 'node-av';
import { requireValue } from '../check.ts';
import { isComposedFormat, completeColourTags } from './colour-tags.ts';
import { FilterChain, videoInput } from '../filter-chain.ts';
import { TO_SRGB } from './convert-frame.ts';
import { StagingFrame } from './staging-frame.ts';
import type { FrameViews } from './video-frame.ts';

/** How a picture is turned upright. A flip only turns the row order round in memory, so it is copied into the usual one. */
const TURN_FILTERS = {
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
 * The matrix and the range are converted as tagged; primaries and transfer are taken to be BT.709, which differs too little
 * in what is not HDR to be worth a conversion. zimg is both more exact and faster than swscale here.
 */
export const TO_COMPOSED =
  'filter=bicubic:matrix=709:range=limited:primariesin=709:primaries=709:transferin=709:transfer=709';

/** What a {@link FrameScaler} makes of each frame. */
export interface FrameShape {
  readonly turn: keyof typeof TURN_FILTERS;
  /** The part of the upright picture that is used, in fractions of its width and height; even pixels are cut. */
  readonly window: {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  };
  /** Size of the result in pixels; even, but for what is {@link packed} or has {@link fullChroma}. */
  readonly width: number;
  readonly height: number;
  /** Whether the result keeps its alpha. */
  readonly alpha: boolean;
  /** Whether the result is RGBA, for a canvas; otherwise it is planes, for the encoder. */
  readonly packed?: boolean;
  /**
   * Whether only the light of the picture is wanted, BT.709 luma of 0 to 255 in the first plane; what is transparent lies over
   * black, and `alpha` says whether anything is.
   */
  readonly lumaOnly?: boolean;
  /** Whether planes have chroma for every pixel: 4:4:4. */
  readonly fullChroma?: boolean;
  /** Sigma of a Gaussian blur in pixels of the result, for planes without alpha; beyond the edges the outermost pixels go on. */
  readonly blur?: number;
}

/** As {@link TO_COMPOSED}, but in full range. zimg lays what has alpha over black where the result has none. */
const TO_LUMA = TO_COMPOSED.replace('range=limited', 'range=full');

/** zimg takes no odd size of 4:2:0, which a custom size that we have composed may be. */
const FULL_CHROMA_FILTERS = [TO_SRGB, 'format=yuv444p'];

/** A sigma of so many pixels survives being scaled up. */
const MAX_BLUR_SIGMA = 3;

/** As {@link TO_COMPOSED}, but to red, green and blue. */
const TO_RGB =
  'filter=bicubic:matrix=gbr:range=full:primariesin=709:primaries=709:transferin=709:transfer=709';

/**
 * Turns, cuts, scales and converts decoded frames to 8-bit 4:2:0, BT.709, limited range, or to RGBA. Close it with `using`.
 */
export class FrameScaler implements Disposable {
  private readonly shape: FrameShape;
  private chain: FilterChain | undefined;
  private chainParameters = '';
  private readonly staging = new StagingFrame();

  constructor(shape: FrameShape) {
    this.shape = shape;
  }

  /** @returns a frame of the shape's size that the caller frees; its pixels may be shared with the decoder. */
  async convert(frame: Frame): Promise<Frame> {
    completeColourTags(frame);
    if (this.needsNoConversion(frame)) return requireValue(frame.clone(), 'keep a frame');
    const chain = this.chainFor(frame);
    chain.push(frame);
    return requireValue(await chain.pull(), 'convert a frame');
  }

  /** As {@link FrameScaler.convert}, to look at the pixels. @returns views that are valid until the next call. */
  async read(frame: Frame): Promise<FrameViews> {
    using converted = await this.convert(frame);
    return this.staging.load(converted);
  }

  [Symbol.dispose](): void {
    this.chain?.[Symbol.dispose]();
    this.staging[Symbol.dispose]();
  }

  private needsNoConversion(frame: Frame): boolean {
    const { turn, window, width, height, alpha, packed, lumaOnly, fullChroma, blur } = this.shape;
    const isWholeFrame = window.left === 0 && window.top === 0 && window.right === 1 && window.bottom === 1;
    return (
      turn === 'none' &&
      isWholeFrame &&
      !alpha &&
      packed !== true &&
      lumaOnly !== true &&
      fullChroma !== true &&
      blur === undefined &&
      frame.width === width &&
      frame.height === height &&
      isComposedFormat(frame)
    );
  }

  /** A source may change its size or colours in the middle: then the chain is made anew. */
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
    const upright = isSideways ? { width: frame.height, height: frame.width } : frame;
    return [
      ...TURN_FILTERS[turn],
      ...this.cropFilters(upright.width, upright.height),
      ...(isComposedFormat(frame) && (frame.width % 2 === 1 || frame.height % 2 === 1)
        ? FULL_CHROMA_FILTERS
        : []),
      ...(this.shape.packed === true ? this.rgbaFilters() : this.planeFilters()),
    ].join(',');
  }

  private planeFilters(): string[] {
    const { width, height, alpha, lumaOnly = false, fullChroma = false } = this.shape;
    return [
      ...this.blurFilters(),
      `zscale=${width}:${height}:${lumaOnly ? TO_LUMA : TO_COMPOSED}${threadOption(alpha)}`,
      `format=${alpha && !lumaOnly ? 'yuva' : 'yuv'}${fullChroma ? '444p' : '420p'}`,
    ];
  }

  /** Blurs a small copy, from which the result is then scaled up: it looks the same, and a large blur takes no longer. */
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

  private rgbaFilters(): string[] {
    const { width, height, alpha } = this.shape;
    // The second step only puts the bytes into another order.
    return [
      `zscale=${width}:${height}:${TO_RGB}${threadOption(alpha)}`,
      `format=${alpha ? 'gbrap' : 'gbrp'}`,
      'scale',
      'format=rgba',
    ];
  }

  private cropFilters(width: number, height: number): string[] {
    const { left, top, right, bottom } = this.shape.window;
    const x = roundToEven(left * width);
    const y = roundToEven(top * height);
    const w = Math.min(roundToEven(right * width), width) - x;
    const h = Math.min(roundToEven(bottom * height), height) - y;
    return w === width && h === height ? [] : [`crop=${w}:${h}:${x}:${y}`];
  }
}

/** The threads of zimg each begin the alpha plane anew, so alpha is scaled by one. */
function threadOption(alpha: boolean): string {
  return alpha ? ':threads=1' : '';
}

/** The even whole number nearest to a length, at least 0. */
function roundToEven(length: number): number {
  return Math.max(0, Math.round(length / 2) * 2);
}
