import {
  AV_PIX_FMT_YUV420P,
  AVCOL_PRI_BT709,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_TRC_BT709,
  Frame,
} from 'node-av';
import { check, present } from './check.ts';
import { FilterChain } from './filter-chain.ts';

/** One plane of a picture: 8-bit samples, `stride` bytes from row to row. */
export interface Plane {
  readonly data: Uint8Array;
  readonly stride: number;
}

/** Y, U and V with chroma for every 2x2 pixels, also for those of which an odd size cuts off a part; BT.709 limited range; and straight alpha of full size where there is one. */
export interface Planes {
  readonly width: number;
  readonly height: number;
  readonly y: Plane;
  readonly u: Plane;
  readonly v: Plane;
  readonly alpha?: Plane;
}

/** A picture in FFmpeg's memory that can be painted on. The caller frees it. @param width, height in pixels; of an odd one the chroma has the larger half. */
export function blankPicture(width: number, height: number): Frame {
  const frame = new Frame();
  frame.alloc();
  frame.width = width;
  frame.height = height;
  frame.format = AV_PIX_FMT_YUV420P;
  frame.colorRange = AVCOL_RANGE_MPEG;
  frame.colorSpace = AVCOL_SPC_BT709;
  frame.colorPrimaries = AVCOL_PRI_BT709;
  frame.colorTrc = AVCOL_TRC_BT709;
  check(frame.getBuffer(), 'take memory for a picture');
  return frame;
}

/** A picture of any pixel format with live views of its planes, in the order of the format. */
export interface Views {
  readonly width: number;
  readonly height: number;
  readonly views: readonly Plane[];
}

/**
 * Live views of a frame's planes, valid as long as the frame is; writing to them needs a frame that nobody shares. V8 counts each as so
 * much memory of its own, and collects garbage the sooner: of many pictures one after the other, let a {@link Landing} have them.
 */
export function viewsOf(frame: Frame): Views {
  const { width, height, linesize } = frame;
  const data = present(frame.data, 'read a picture');
  return {
    width,
    height,
    views: data.map((plane, index) => ({ data: plane, stride: linesize[index] ?? 0 })),
  };
}

/** A live view of a picture's pixels, as {@link viewsOf} has them. */
export function planesOf(picture: Frame | Views): Planes {
  const { width, height, views } = 'views' in picture ? picture : viewsOf(picture);
  const [y, u, v, alpha] = views;
  return {
    width,
    height,
    y: present(y, 'read a picture'),
    u: present(u, 'read a picture'),
    v: present(v, 'read a picture'),
    ...(alpha && { alpha }),
  };
}

/** Whether two pictures of one size have the same Y, U and V. */
export function samePixels(one: Planes, other: Planes): boolean {
  const columns = (one.width + 1) >> 1;
  return (
    sameRows(one.y, other.y, one.width) &&
    sameRows(one.u, other.u, columns) &&
    sameRows(one.v, other.v, columns)
  );
}

function sameRows(one: Plane, other: Plane, width: number): boolean {
  // What pads the rows may be anything.
  if (one.stride === width && other.stride === width) return Buffer.compare(one.data, other.data) === 0;
  for (let at = 0, to = 0; at < one.data.length; at += one.stride, to += other.stride) {
    if (Buffer.compare(one.data.subarray(at, at + width), other.data.subarray(to, to + width)) !== 0)
      return false;
  }
  return true;
}

/** A picture and the live view of its pixels. */
export interface Canvas {
  readonly picture: Picture;
  readonly planes: Planes;
}

/**
 * Pictures of one size that are painted again as soon as nobody else holds them: no new memory for each frame. Closing
 * it frees them; whoever still shares one keeps its pixels.
 */
export class PicturePool implements Disposable {
  private readonly width: number;
  private readonly height: number;
  private readonly canvases: Canvas[] = [];

  /** @param width, height in pixels. */
  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
  }

  /** A picture that nobody shares, with whatever was painted on it before. It stays the pool's own. */
  take(): Canvas {
    const free = this.canvases.find(({ picture }) => picture.isWritable);
    if (free) return free;
    const picture = blankPicture(this.width, this.height);
    const canvas = { picture, planes: planesOf(picture) };
    this.canvases.push(canvas);
    return canvas;
  }

  [Symbol.dispose](): void {
    for (const { picture } of this.canvases) picture.free();
  }
}

/** The filter that turns composed pictures into red, green and blue of full range; a `format` follows. */
export const TO_SRGB = 'scale=flags=bicubic+accurate_rnd+full_chroma_int+full_chroma_inp';

/** The pixels of a composed picture as straight RGBA, rows without padding. */
export async function rgbaOf(frame: Frame): Promise<{ data: Uint8Array; width: number; height: number }> {
  using packed = await converted(frame, 'rgba');
  return packedOf(packed);
}

/** A composed picture, BT.709, in a packed format of sRGB, such as `rgba`. The caller frees it. */
export async function converted(frame: Frame, format: string): Promise<Frame> {
  const { width, height } = frame;
  const parameters = `video_size=${width}x${height}:pix_fmt=${AV_PIX_FMT_YUV420P}:time_base=1/25:colorspace=${AVCOL_SPC_BT709}:range=${AVCOL_RANGE_MPEG}`;
  using chain = new FilterChain('video', parameters, `${TO_SRGB},format=${format}`);
  chain.push(frame);
  return present(await chain.pull(), 'convert a picture');
}

/**
 * A copy of the pixels of a picture that is RGBA already, rows without padding.
 *
 * @param into the copy of a picture of the same size, written over.
 */
export function packedOf(
  picture: Frame | Views,
  into?: Uint8Array<ArrayBuffer>,
): { data: Uint8Array<ArrayBuffer>; width: number; height: number } {
  const { width, height, views } = 'views' in picture ? picture : viewsOf(picture);
  const { data: pixels, stride } = present(views[0], 'read a picture');
  const data = into ?? new Uint8Array(width * height * 4);
  for (let row = 0; row < height; row++) {
    data.set(pixels.subarray(row * stride, row * stride + width * 4), row * width * 4);
  }
  return { data, width, height };
}

/** Copies the pixels of a composed picture, or of one that is like one, to another of the same size. */
export function copyPixels(from: Frame, to: Frame): void {
  check(to.copy(from), 'copy a picture');
}

/** A picture in FFmpeg's memory. Whoever makes one frees it. */
export type Picture = Frame;

/** Another hold on the same pixels, which the caller frees. */
export function share(picture: Picture): Picture {
  return present(picture.clone(), 'share a picture');
}
