import { writeFile } from 'node:fs/promises';
import { KinoraError } from '../../base/errors.ts';
import { type FrameIndex, frameAt, toSeconds } from '../../base/time.ts';
import { encodeStill } from '../av/encode/encode-still.ts';
import { toRgba } from '../av/video/convert-frame.ts';
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
 * @throws {KinoraError} `validation_failed` if the timeline ends before that second.
 * @throws {UnreadableSource} if the file of a clip cannot be read.
 */
export async function writeFrame(
  timeline: ResolvedTimeline,
  frames: OutputFrames,
  to: string,
  at: number,
): Promise<void> {
  const index = findFrame(timeline, at);
  using frame = (await frames.at(index)).frame;
  if (/\.jpe?g$/i.test(to)) await writeJpeg(await toRgba(frame), to, FRAME_JPEG);
  else await writeFile(to, await encodeStill(frame, 'png'));
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
