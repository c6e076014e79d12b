import { type AVPixelFormat, avGetPixFmtName, type Frame } from '../ffmpeg.ts';

/** Exact conversion of planes to another chroma subsampling. A `format` filter must follow. */
export const EXACT_SCALE = 'scale=flags=bicubic+accurate_rnd+full_chroma_int+full_chroma_inp';

/** Planes with fewer chroma than luma samples: the letters, the subsampling, the bits and the byte order. */
const SUBSAMPLED = /^(yuva?)j?(?:420|422|440|411|410)p(\d*)([lb]e)?$/;
/** The same in other arrangements, as some decoders return them. */
const ARRANGED = /^(nv12|nv21|nv16|yuyv422|uyvy422|yvyu422)$/;

/** True if a side of a picture is odd. zimg rejects subsampled planes of such pictures. */
export function isOdd({ width, height }: Pick<Frame, 'width' | 'height'>): boolean {
  return width % 2 === 1 || height % 2 === 1;
}

/**
 * Returns filters that give a chroma sample to each pixel of an odd picture, with the same depth and alpha. None
 * for other pictures.
 */
export function filtersForOddSize(frame: Pick<Frame, 'width' | 'height' | 'format'>): string[] {
  if (!isOdd(frame)) return [];
  // The type of `format` also allows sample formats, but a video frame always has a pixel format.
  const name = avGetPixFmtName(frame.format as AVPixelFormat) ?? '';
  const [, letters, bits = '', order = ''] = SUBSAMPLED.exec(name) ?? [];
  if (letters !== undefined) return [EXACT_SCALE, `format=${letters}444p${bits}${order}`];
  return ARRANGED.test(name) ? [EXACT_SCALE, 'format=yuv444p'] : [];
}
