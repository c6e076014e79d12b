import { type AVPixelFormat, avGetPixFmtName, Frame } from '../ffmpeg.ts';
import { check, requireValue } from '../check.ts';
import { FilterChain, videoInput } from '../filter-chain.ts';
import { completeColourTags } from './colour-tags.ts';
import { StagingFrame } from './staging-frame.ts';
import { type FrameViews, type Plane, viewsOf } from './video-frame.ts';

/** Formats of planes with 8 bits per sample, and with 9 to 16 bits in little-endian words. */
const BYTES = /^(gray|nv(12|16|24)|yuva?4\d\dp|gbra?p)$/;
const WORDS = /^(gray|yuva?4\d\dp|gbra?p|p[024]1[026])(9|1[0246])?le$/;
/** Other formats are converted to this one first. */
const COMMON_FORMAT = 'gbrap';
const ALPHA = /^(yuva|gbrap)/;

/** A frame of the blender's own, and live views of it. */
interface Target {
  readonly frame: Frame;
  readonly views: FrameViews;
}

/**
 * Blends two frames of a video with exact weights, in the light in which they are stored, as transitions do.
 * Transparent pixels have no share in the colours. Close it with `using`.
 */
export class FrameBlender implements Disposable {
  private readonly staging = [new StagingFrame(), new StagingFrame()] as const;
  private readonly targets: Target[] = [];
  private converter: { readonly chain: FilterChain; readonly parameters: string } | undefined;

  /**
   * Blends two frames of one size and format, which the caller still owns.
   *
   * @param share the share of the later frame, 0 to 1.
   * @returns a frame that the blender owns, valid until nothing else shares it and the next call. Undefined if the
   *   frames differ in size or format.
   * @throws {MediaError} if FFmpeg fails.
   */
  async blend(earlier: Frame, later: Frame, share: number): Promise<Frame | undefined> {
    const isAlike = (['width', 'height', 'format'] as const).every((key) => earlier[key] === later[key]);
    if (!isAlike) return undefined;
    using first = await this.convert(earlier);
    using second = await this.convert(later);
    const name = nameOf(first);
    const one = this.staging[0].load(first);
    const other = this.staging[1].load(second);
    const { frame, views } = this.take(first);
    const isWide = WORDS.test(name);
    const [alphas, result] = [[one.views[3], other.views[3]] as const, views.views[3]];
    for (const [index, plane] of views.views.entries()) {
      const planes = { one: one.views[index], other: other.views[index], to: plane };
      if (ALPHA.test(name) && index < 3)
        blendColours(planes, { one: alphas[0], other: alphas[1], to: result }, share, first, isWide);
      else blendPlane(planes, share, isWide);
    }
    return frame;
  }

  [Symbol.dispose](): void {
    for (const staged of this.staging) staged[Symbol.dispose]();
    for (const { frame } of this.targets) frame.free();
    this.converter?.chain[Symbol.dispose]();
  }

  /** Returns a frame with planes that can be blended, which the caller frees. */
  private async convert(frame: Frame): Promise<Frame> {
    completeColourTags(frame);
    const name = nameOf(frame);
    if (BYTES.test(name) || WORDS.test(name)) return requireValue(frame.clone(), 'share the frame');
    const parameters = videoInput(frame);
    if (this.converter?.parameters !== parameters) {
      this.converter?.chain[Symbol.dispose]();
      this.converter = undefined;
      const chain = new FilterChain('video', parameters, `format=${COMMON_FORMAT}`);
      this.converter = { chain, parameters };
    }
    this.converter.chain.push(frame);
    const converted = requireValue(await this.converter.chain.pull(), 'convert the frame');
    completeColourTags(converted);
    return converted;
  }

  /** Returns a frame whose pixels nothing else shares, like the given one. */
  private take(like: Frame): Target {
    const { width, height, format } = like;
    const isFree = ({ frame }: Target): boolean =>
      frame.isWritable && frame.width === width && frame.height === height && frame.format === format;
    const target = this.targets.find(isFree) ?? this.create(like);
    copyTags(like, target.frame);
    return target;
  }

  private create({ width, height, format }: Frame): Target {
    const frame = new Frame();
    frame.alloc();
    Object.assign(frame, { width, height, format });
    check(frame.getBuffer(), 'allocate the video frame');
    const target = { frame, views: viewsOf(frame) };
    this.targets.push(target);
    return target;
  }
}

function copyTags(from: Frame, to: Frame): void {
  to.colorSpace = from.colorSpace;
  to.colorRange = from.colorRange;
  to.colorPrimaries = from.colorPrimaries;
  to.colorTrc = from.colorTrc;
  to.chromaLocation = from.chromaLocation;
  to.sampleAspectRatio = from.sampleAspectRatio;
}

function nameOf({ format }: Frame): string {
  // The type of `format` also allows sample formats, but a video frame always has a pixel format.
  return avGetPixFmtName(format as AVPixelFormat) ?? '';
}

/** The same plane of both frames and of the result. */
interface Blended {
  readonly one: Plane | undefined;
  readonly other: Plane | undefined;
  readonly to: Plane | undefined;
}

/** Blends each sample of a plane. */
function blendPlane(planes: Blended, share: number, isWide: boolean): void {
  const { one, other, to } = samplesOf(planes, isWide);
  const count = Math.min(one.length, other.length, to.length);
  for (let index = 0; index < count; index++) {
    const value = one[index] ?? 0;
    // Samples are never negative, so this rounds to the nearest one.
    to[index] = (value + ((other[index] ?? 0) - value) * share + 0.5) | 0;
  }
}

/** Blends the colours of pixels by their share and their alpha. A chroma sample has the alpha of its first pixel. */
function blendColours(
  planes: Blended,
  alphas: Blended,
  share: number,
  { width, height }: { readonly width: number; readonly height: number },
  isWide: boolean,
): void {
  const { one, other, to, stride, rows } = samplesOf(planes, isWide);
  const alpha = samplesOf(alphas, isWide);
  const across = 2 * stride <= alpha.stride ? 2 : 1;
  const down = 2 * rows <= height + 1 && height > 1 ? 2 : 1;
  for (let y = 0; y * down < height; y++) {
    for (let x = 0; x * across < width; x++) {
      const at = y * stride + x;
      const pixel = y * down * alpha.stride + x * across;
      const first = (alpha.one[pixel] ?? 0) * (1 - share);
      const second = (alpha.other[pixel] ?? 0) * share;
      const part = first + second === 0 ? share : second / (first + second);
      const value = one[at] ?? 0;
      to[at] = (value + ((other[at] ?? 0) - value) * part + 0.5) | 0;
    }
  }
}

type Samples = Uint8Array | Uint16Array;

/** Returns the samples of a plane of both frames and of the result. All three have the same layout. */
function samplesOf({ one, other, to }: Blended, isWide: boolean) {
  const read = (plane: Plane | undefined): Samples => {
    const { data } = requireValue(plane, 'read the frame');
    return isWide ? new Uint16Array(data.buffer, data.byteOffset, data.byteLength >> 1) : data;
  };
  const stride = requireValue(to, 'read the frame').stride;
  const rows = Math.ceil((to?.data.length ?? 0) / stride);
  return {
    one: read(one),
    other: read(other),
    to: read(to),
    stride: isWide ? stride >> 1 : stride,
    rows,
  };
}
