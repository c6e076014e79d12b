import {
  AV_PIX_FMT_YUV420P,
  AVCOL_PRI_BT709,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_TRC_BT709,
  Frame,
} from 'node-av';
import { check, requireValue } from '../check.ts';

/** A picture in FFmpeg's memory. Whoever makes one frees it. */
export type VideoFrame = Frame;

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
export function createVideoFrame(width: number, height: number): VideoFrame {
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
export interface FrameViews {
  readonly width: number;
  readonly height: number;
  readonly views: readonly Plane[];
}

/**
 * Live views of a frame's planes, valid as long as the frame is; writing to them needs a frame that nobody shares. V8 counts each as so
 * much memory of its own, and collects garbage the sooner: of many pictures one after the other, copy them to a `StagingFrame`.
 */
export function viewsOf(frame: VideoFrame): FrameViews {
  const { width, height, linesize } = frame;
  const data = requireValue(frame.data, 'read a picture');
  return {
    width,
    height,
    views: data.map((plane, index) => ({ data: plane, stride: linesize[index] ?? 0 })),
  };
}

/** A live view of a picture's pixels, as {@link viewsOf} has them. */
export function planesOf(frame: VideoFrame | FrameViews): Planes {
  const { width, height, views } = 'views' in frame ? frame : viewsOf(frame);
  const [y, u, v, alpha] = views;
  return {
    width,
    height,
    y: requireValue(y, 'read a picture'),
    u: requireValue(u, 'read a picture'),
    v: requireValue(v, 'read a picture'),
    ...(alpha && { alpha }),
  };
}

/** Whether two pictures of one size have the same Y, U and V. */
export function hasSamePixels(one: Planes, other: Planes): boolean {
  const columns = (one.width + 1) >> 1;
  return (
    hasSameRows(one.y, other.y, one.width) &&
    hasSameRows(one.u, other.u, columns) &&
    hasSameRows(one.v, other.v, columns)
  );
}

function hasSameRows(one: Plane, other: Plane, width: number): boolean {
  // What pads the rows may be anything.
  if (one.stride === width && other.stride === width) return Buffer.compare(one.data, other.data) === 0;
  for (let at = 0, to = 0; at < one.data.length; at += one.stride, to += other.stride) {
    if (Buffer.compare(one.data.subarray(at, at + width), other.data.subarray(to, to + width)) !== 0)
      return false;
  }
  return true;
}

/** Copies the pixels of a composed picture, or of one that is like one, to another of the same size. */
export function copyFrame(from: VideoFrame, to: VideoFrame): void {
  check(to.copy(from), 'copy a picture');
}

/** Another hold on the same pixels, which the caller frees. */
export function shareFrame(frame: VideoFrame): VideoFrame {
  return requireValue(frame.clone(), 'share a picture');
}
