import { writeFile } from 'node:fs/promises';
import { KinoraError } from '../../base/errors.ts';
import { type FrameIndex, frameAt, toSeconds } from '../../base/time.ts';
import { encodeStill } from '../av/encode/encode-still.ts';
import { toRgba } from '../av/video/convert-frame.ts';
import { FrameScaler } from '../av/video/frame-scaler.ts';
import type { VideoFrame } from '../av/video/video-frame.ts';
import type { ResolvedTimeline } from '../resolve/timeline.ts';
import { type JpegSettings, writeJpeg } from '../stills/still.ts';
import type { OutputFrames } from './output-frames.ts';

/** JPEG settings for single frames: visually lossless, with headroom for re-encoding. */
export const FRAME_JPEG: JpegSettings = { quality: 92, chroma: '4:4:4' };

/**
 * Writes the frame at a given second of the timeline.
 *
 * @param to path of the file: a JPEG if it ends in `.jpg` or `.jpeg`, otherwise a PNG.
 * @param at second of the timeline, 0 or more.
 * @param height pixels of height that a higher frame is reduced to.
 * @throws {KinoraError} `validation_failed` if the timeline ends before that second.
 * @throws {UnreadableSource} if the file of a clip cannot be read.
 */
export async function writeFrame(
  timeline: ResolvedTimeline,
  frames: OutputFrames,
  to: string,
  { at, height = Infinity }: { readonly at: number; readonly height?: number | undefined },
): Promise<void> {
  const index = findFrame(timeline, at);
  using composed = (await frames.at(index)).frame;
  using frame = height < composed.height ? await reduce(composed, height, timeline) : composed;
  if (/\.jpe?g$/i.test(to)) await writeJpeg(await toRgba(frame), to, FRAME_JPEG);
  else await writeFile(to, await encodeStill(frame, 'png'));
}

/** Reduces a frame in full colour. The caller frees the result. */
async function reduce(
  frame: VideoFrame,
  height: number,
  { background }: Pick<ResolvedTimeline, 'background'>,
): Promise<VideoFrame> {
  const width = Math.max(1, Math.round((frame.width * height) / frame.height));
  const window = { left: 0, top: 0, right: 1, bottom: 1 };
  const alpha = background === 'transparent';
  using scaler = new FrameScaler({ turn: 'none', window, width, height, alpha, fullColour: true });
  return await scaler.convert(frame);
}

/**
 * Returns the frame that a timeline shows at a second.
 *
 * @throws {KinoraError} `validation_failed` if the timeline ends before that second.
 */
export function findFrame(
  { rate, frameCount }: Pick<ResolvedTimeline, 'rate' | 'frameCount'>,
  at: number,
): FrameIndex {
  const index = frameAt(toSeconds(at), rate);
  if (index < frameCount) return index;
  const length = toSeconds(frameCount).div(rate).valueOf();
  throw new KinoraError('validation_failed', `There is no frame at ${at} s: the edit lasts ${length} s.`);
}
