import {
  AVCOL_PRI_UNSPECIFIED,
  AVCOL_RANGE_JPEG,
  AVCOL_RANGE_MPEG,
  AVCOL_RANGE_UNSPECIFIED,
  AVCOL_SPC_BT709,
  AVCOL_SPC_RGB,
  AVCOL_SPC_SMPTE170M,
  AVCOL_SPC_UNSPECIFIED,
  AVCOL_TRC_UNSPECIFIED,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUV422P,
  AV_PIX_FMT_YUV444P,
  AV_PIX_FMT_YUVJ420P,
  AV_PIX_FMT_YUVJ422P,
  AV_PIX_FMT_YUVJ444P,
  avGetPixFmtName,
  type AVPixelFormat,
  type Frame,
  type Stream,
} from '../ffmpeg.ts';

/**
 * An untagged frame with at most this many lines is BT.601. An untagged frame with more lines is BT.709
 * (contract C28).
 */
const MAX_SD_LINES = 576;

/** The deprecated full-range formats, and the ordinary formats with the same planes. */
const FULL_RANGE_FORMATS = new Map<number, AVPixelFormat>([
  [AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUV420P],
  [AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUV422P],
  [AV_PIX_FMT_YUVJ444P, AV_PIX_FMT_YUV444P],
]);

/** Returns true if a frame stores red, green and blue, in any order and bit depth or through a palette. */
export function isRgb(frame: Frame): boolean {
  // The type of `format` also allows sample formats, but a video frame always has a pixel format.
  const name = avGetPixFmtName(frame.format as AVPixelFormat) ?? '';
  return /^(x2)?(rgb|bgr|gbr|argb|abgr|0rgb|0bgr|pal8)/.test(name);
}

/** Completes the colour tags of a decoded frame in place, so that all later steps agree on its colours. */
export function completeColourTags(frame: Frame): void {
  const ordinary = FULL_RANGE_FORMATS.get(frame.format);
  if (ordinary !== undefined) {
    frame.format = ordinary;
    frame.colorRange = AVCOL_RANGE_JPEG;
  }
  if (isRgb(frame)) {
    frame.colorSpace = AVCOL_SPC_RGB;
    frame.colorRange = AVCOL_RANGE_JPEG;
  }
  if (frame.colorSpace === AVCOL_SPC_UNSPECIFIED) {
    frame.colorSpace = frame.height <= MAX_SD_LINES ? AVCOL_SPC_SMPTE170M : AVCOL_SPC_BT709;
  }
  if (frame.colorRange === AVCOL_RANGE_UNSPECIFIED) {
    frame.colorRange = AVCOL_RANGE_MPEG;
  }
}

/** Clears the colour tags that the container gives a stream, so that only the tags of the frames count. */
export function clearColourTags({ codecpar }: Stream): void {
  codecpar.colorRange = AVCOL_RANGE_UNSPECIFIED;
  codecpar.colorSpace = AVCOL_SPC_UNSPECIFIED;
  codecpar.colorPrimaries = AVCOL_PRI_UNSPECIFIED;
  codecpar.colorTrc = AVCOL_TRC_UNSPECIFIED;
}

/** Returns true if a frame has the format of composed frames: 8-bit 4:2:0, BT.709, limited range. */
export function isComposedFormat(frame: Frame): boolean {
  return (
    frame.format === AV_PIX_FMT_YUV420P &&
    frame.colorSpace === AVCOL_SPC_BT709 &&
    frame.colorRange === AVCOL_RANGE_MPEG
  );
}
