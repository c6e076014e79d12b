import {
  AV_PIX_FMT_GBRAP,
  AV_PIX_FMT_GBRP,
  AV_PIX_FMT_YUV420P,
  AVCOL_PRI_BT709,
  AVCOL_RANGE_JPEG,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_SPC_RGB,
  AVCOL_TRC_BT709,
  Frame,
} from '../ffmpeg.ts';
import { check, requireValue } from '../check.ts';

/** A picture in FFmpeg's memory. The code that creates a frame frees it. */
export type VideoFrame = Frame;

/** One plane of a picture: 8-bit samples, with `stride` bytes from row to row. */
export interface Plane {
  readonly data: Uint8Array;
  readonly stride: number;
}

/**
 * The planes of a picture in BT.709, limited range. U and V have one sample for each block of 2x2 pixels. If
 * the size is odd, the blocks at the edge are partial. The alpha, if any, is straight and has full size.
 */
export interface Planes {
  readonly width: number;
  readonly height: number;
  readonly y: Plane;
  readonly u: Plane;
  readonly v: Plane;
  readonly alpha?: Plane;
  /**
   * True if the picture is one of a still: `y`, `u` and `v` are then the green, blue and red of every pixel, 0
   * to 255, in the order of FFmpeg's format `gbrp`. Painting and blending treat them like other planes.
   */
  readonly fullColour?: boolean;
}

/**
 * Creates a writable frame in the format of composed frames. The caller frees it.
 *
 * @param width, height size in pixels. The chroma planes have half the size, rounded up.
 * @param fullColour true for the frame of a still, with the green, blue and red of every pixel.
 * @param alpha true if a frame in full colour has an alpha for each pixel, too.
 * @throws {MediaError} if there is not enough memory.
 */
export function createVideoFrame(
  width: number,
  height: number,
  fullColour = false,
  alpha = false,
): VideoFrame {
  const frame = new Frame();
  frame.alloc();
  frame.width = width;
  frame.height = height;
  frame.format = !fullColour ? AV_PIX_FMT_YUV420P : alpha ? AV_PIX_FMT_GBRAP : AV_PIX_FMT_GBRP;
  frame.colorRange = fullColour ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG;
  frame.colorSpace = fullColour ? AVCOL_SPC_RGB : AVCOL_SPC_BT709;
  frame.colorPrimaries = AVCOL_PRI_BT709;
  frame.colorTrc = AVCOL_TRC_BT709;
  check(frame.getBuffer(), 'allocate the video frame');
  return frame;
}

/** Live views of the planes of a frame of any pixel format, in the order of that format. */
export interface FrameViews {
  readonly width: number;
  readonly height: number;
  readonly views: readonly Plane[];
  /** True if the first three planes are green, blue and red. */
  readonly fullColour?: boolean;
}

/** True if a frame has planes of green, blue and red, and perhaps of alpha, with 8 bits. */
export function isFullColour({ format }: Pick<VideoFrame, 'format'>): boolean {
  return format === AV_PIX_FMT_GBRP || format === AV_PIX_FMT_GBRAP;
}

/**
 * Returns live views of a frame's planes, valid as long as the frame. Write to them only if nothing shares
 * the frame. V8 counts the memory of each view as V8's own memory, so many views cause early garbage
 * collections. Therefore read a series of frames through a `StagingFrame`.
 *
 * @throws {MediaError} if the frame has no data.
 */
export function viewsOf(frame: VideoFrame): FrameViews {
  const { width, height, linesize } = frame;
  const data = requireValue(frame.data, 'read the frame');
  return {
    width,
    height,
    views: data.map((plane, index) => ({ data: plane, stride: linesize[index] ?? 0 })),
    ...(isFullColour(frame) && { fullColour: true }),
  };
}

/**
 * Returns live views of the planes of a YUV frame, or of a frame in full colour, by name. See {@link viewsOf}
 * for how long the views are valid.
 *
 * @throws {MediaError} if a plane is missing.
 */
export function planesOf(frame: VideoFrame | FrameViews): Planes {
  const { width, height, views, fullColour } = 'views' in frame ? frame : viewsOf(frame);
  const [y, u, v, alpha] = views;
  return {
    width,
    height,
    y: requireValue(y, 'read the frame'),
    u: requireValue(u, 'read the frame'),
    v: requireValue(v, 'read the frame'),
    ...(alpha && { alpha }),
    ...(fullColour && { fullColour }),
  };
}

/** Returns true if two pictures of the same size and form have equal Y, U and V, or equal colours, and alpha. */
export function hasSamePixels(one: Planes, other: Planes): boolean {
  const columns = one.fullColour ? one.width : (one.width + 1) >> 1;
  return (
    hasSameRows(one.y, other.y, one.width) &&
    hasSameRows(one.u, other.u, columns) &&
    hasSameRows(one.v, other.v, columns) &&
    (!one.alpha || !other.alpha || hasSameRows(one.alpha, other.alpha, one.width))
  );
}

function hasSameRows(one: Plane, other: Plane, width: number): boolean {
  // Rows without padding are compared all at once. Padding may differ, so it must not be compared.
  if (one.stride === width && other.stride === width) return Buffer.compare(one.data, other.data) === 0;
  for (let at = 0, to = 0; at < one.data.length; at += one.stride, to += other.stride) {
    if (Buffer.compare(one.data.subarray(at, at + width), other.data.subarray(to, to + width)) !== 0)
      return false;
  }
  return true;
}

/**
 * Copies the pixels of a frame to another one of the same size and format.
 *
 * @throws {MediaError} if FFmpeg fails.
 */
export function copyFrame(from: VideoFrame, to: VideoFrame): void {
  check(to.copy(from), 'copy the frame');
}

/**
 * Creates another frame that shares the pixels. The caller frees it.
 *
 * @throws {MediaError} if FFmpeg fails.
 */
export function shareFrame(frame: VideoFrame): VideoFrame {
  return requireValue(frame.clone(), 'share the frame');
}
