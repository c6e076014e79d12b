import type { Frame } from 'node-av';
import { present } from './check.ts';
import { isComposed, tagColours } from './colour.ts';
import { FilterChain } from './filter-chain.ts';
import { Landing } from './landing.ts';
import type { Views } from './picture.ts';

/** How a picture is turned upright. A flip only turns the row order round in memory, so it is copied into the usual one. */
const TURNS = {
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

/** What a {@link PictureScaler} makes of each frame. */
export interface PictureShape {
  readonly turn: keyof typeof TURNS;
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
  readonly light?: boolean;
  /** Whether planes have chroma for every pixel: 4:4:4. */
  readonly fullChroma?: boolean;
  /** Sigma of a Gaussian blur in pixels of the result, for planes without alpha; beyond the edges the outermost pixels go on. */
  readonly blur?: number;
}

/** As {@link TO_COMPOSED}, but in full range. zimg lays what has alpha over black where the result has none. */
const TO_LIGHT = TO_COMPOSED.replace('range=limited', 'range=full');

/** zimg takes no odd size of 4:2:0, which a custom size that we have composed may be. */
const WITH_FULL_CHROMA = [
  'scale=flags=bicubic+accurate_rnd+full_chroma_int+full_chroma_inp',
  'format=yuv444p',
];

/** A sigma of so many pixels survives being scaled up. */
const ENOUGH = 3;

/** As {@link TO_COMPOSED}, but to red, green and blue. */
const TO_PACKED =
  'filter=bicubic:matrix=gbr:range=full:primariesin=709:primaries=709:transferin=709:transfer=709';

/**
 * Turns, cuts, scales and converts decoded frames to 8-bit 4:2:0, BT.709, limited range, or to RGBA. Close it with `using`.
 */
export class PictureScaler implements Disposable {
  private readonly shape: PictureShape;
  private chain: FilterChain | undefined;
  private chainFor = '';
  private readonly landing = new Landing();

  constructor(shape: PictureShape) {
    this.shape = shape;
  }

  /** @returns a frame of the shape's size that the caller frees; its pixels may be shared with the decoder. */
  async convert(frame: Frame): Promise<Frame> {
    tagColours(frame);
    if (this.isUntouched(frame)) return present(frame.clone(), 'keep a frame');
    const chain = this.chainOf(frame);
    chain.push(frame);
    return present(await chain.pull(), 'convert a frame');
  }

  /** As {@link PictureScaler.convert}, to look at the pixels. @returns views that are valid until the next call. */
  async read(frame: Frame): Promise<Views> {
    using converted = await this.convert(frame);
    return this.landing.take(converted);
  }

  [Symbol.dispose](): void {
    this.chain?.[Symbol.dispose]();
    this.landing[Symbol.dispose]();
  }

  private isUntouched(frame: Frame): boolean {
    const { turn, window, width, height, alpha, packed, light, fullChroma, blur } = this.shape;
    const whole = window.left === 0 && window.top === 0 && window.right === 1 && window.bottom === 1;
    return (
      turn === 'none' &&
      whole &&
      !alpha &&
      packed !== true &&
      light !== true &&
      fullChroma !== true &&
      blur === undefined &&
      frame.width === width &&
      frame.height === height &&
      isComposed(frame)
    );
  }

  /** A source may change its size or colours in the middle: then the chain is made anew. */
  private chainOf(frame: Frame): FilterChain {
    const parameters =
      `video_size=${frame.width}x${frame.height}:pix_fmt=${frame.format}:time_base=1/25` +
      `:colorspace=${frame.colorSpace}:range=${frame.colorRange}`;
    if (!this.chain || this.chainFor !== parameters) {
      this.chain?.[Symbol.dispose]();
      this.chain = new FilterChain('video', parameters, this.filters(frame));
      this.chainFor = parameters;
    }
    return this.chain;
  }

  private filters(frame: Frame): string {
    const { turn } = this.shape;
    const sideways = TURNS[turn].some((filter) => filter.startsWith('transpose'));
    const upright = sideways ? { width: frame.height, height: frame.width } : frame;
    return [
      ...TURNS[turn],
      ...this.cut(upright.width, upright.height),
      ...(isComposed(frame) && (frame.width % 2 === 1 || frame.height % 2 === 1) ? WITH_FULL_CHROMA : []),
      ...(this.shape.packed === true ? this.toPacked() : this.toPlanes()),
    ].join(',');
  }

  private toPlanes(): string[] {
    const { width, height, alpha, light = false, fullChroma = false } = this.shape;
    return [
      ...this.blurred(),
      `zscale=${width}:${height}:${light ? TO_LIGHT : TO_COMPOSED}${threads(alpha)}`,
      `format=${alpha && !light ? 'yuva' : 'yuv'}${fullChroma ? '444p' : '420p'}`,
    ];
  }

  /** Blurs a small copy, from which the result is then scaled up: it looks the same, and a large blur takes no longer. */
  private blurred(): string[] {
    const { width, height, blur } = this.shape;
    if (blur === undefined) return [];
    const shrink = Math.min(1, ENOUGH / blur);
    const small = { width: Math.ceil(width * shrink), height: Math.ceil(height * shrink) };
    const sigma = (blur * small.width) / width;
    const down = (blur * small.height) / height;
    return [
      `zscale=${small.width}:${small.height}:${TO_COMPOSED}`,
      'format=yuv444p',
      `gblur=sigma=${sigma}:sigmaV=${down}:steps=6`,
    ];
  }

  private toPacked(): string[] {
    const { width, height, alpha } = this.shape;
    // The second step only puts the bytes into another order.
    return [
      `zscale=${width}:${height}:${TO_PACKED}${threads(alpha)}`,
      `format=${alpha ? 'gbrap' : 'gbrp'}`,
      'scale',
      'format=rgba',
    ];
  }

  private cut(width: number, height: number): string[] {
    const { left, top, right, bottom } = this.shape.window;
    const x = even(left * width);
    const y = even(top * height);
    const w = Math.min(even(right * width), width) - x;
    const h = Math.min(even(bottom * height), height) - y;
    return w === width && h === height ? [] : [`crop=${w}:${h}:${x}:${y}`];
  }
}

/** The threads of zimg each begin the alpha plane anew, so alpha is scaled by one. */
function threads(alpha: boolean): string {
  return alpha ? ':threads=1' : '';
}

/** The even whole number nearest to a length, at least 0. */
function even(length: number): number {
  return Math.max(0, Math.round(length / 2) * 2);
}
