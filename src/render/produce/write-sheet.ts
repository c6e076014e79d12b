import type { FrameIndex } from '../../base/time.ts';
import { frameAt, toSeconds } from '../../base/time.ts';
import type { SheetSettings } from '../../edit/model.ts';
import { toRgba } from '../av/video/convert-frame.ts';
import { ContactSheet } from '../compose/sheet/contact-sheet.ts';
import type { ResolvedTimeline } from '../resolve/timeline.ts';
import { type RgbaImage, scaleStill, type StillSize, writeJpeg, writePng } from '../stills/still.ts';
import type { OutputFrames } from './output-frames.ts';
import { findFrame, FRAME_JPEG } from './write-frame.ts';

/** The facts about a written sheet. */
export interface WrittenSheet {
  readonly size: StillSize;
  /** Seconds of the timeline that it shows, in its order. */
  readonly moments: readonly number[];
}

/** A frame of a sheet. */
interface Shown {
  readonly at: number;
  readonly index: FrameIndex;
}

/**
 * Writes several frames of a timeline into one picture.
 *
 * @param to path of the file: a JPEG if it ends in `.jpg` or `.jpeg`, otherwise a PNG.
 * @param onFrame called after each frame.
 * @throws {KinoraError} `validation_failed` if the timeline ends before a moment, or the sheet is too large.
 * @throws {UnreadableSource} if the file of a clip cannot be read.
 */
export async function writeSheet(
  timeline: ResolvedTimeline,
  frames: OutputFrames,
  to: string,
  settings: SheetSettings,
  onFrame: () => void,
): Promise<WrittenSheet> {
  const { outputSize, background } = timeline;
  const shown = chooseFrames(timeline, settings.moments);
  const sheet = new ContactSheet(
    { ...settings, count: shown.length },
    outputSize,
    background === 'transparent',
  );
  // In rising order, videos are decoded forwards.
  const places = [...shown.entries()].toSorted(([, one], [, other]) => one.index - other.index);
  for (const [place, { at, index }] of places) {
    sheet.draw(place, await readFrame(frames, index, sheet.cell), at);
    onFrame();
  }
  const pixels = sheet.read();
  if (/\.jpe?g$/i.test(to)) await writeJpeg(pixels, to, FRAME_JPEG);
  else await writePng(pixels, to);
  return { size: { width: pixels.width, height: pixels.height }, moments: shown.map(({ at }) => at) };
}

async function readFrame(frames: OutputFrames, index: FrameIndex, size: StillSize): Promise<RgbaImage> {
  using frame = (await frames.at(index)).frame;
  const pixels = await toRgba(frame);
  const isWhole = pixels.width === size.width && pixels.height === size.height;
  return isWhole ? pixels : await scaleStill(pixels, size);
}

/**
 * Returns the frames of a sheet, in its order.
 *
 * @throws {KinoraError} `validation_failed` if the timeline ends before a moment.
 */
export function chooseFrames(
  timeline: ResolvedTimeline,
  moments: SheetSettings['moments'],
): readonly Shown[] {
  if (typeof moments !== 'number') return moments.map((at) => ({ at, index: findFrame(timeline, at) }));
  return spreadMoments(timeline, moments).map((at) => ({
    at,
    index: frameAt(toSeconds(at), timeline.rate),
  }));
}

/**
 * Returns the middle of each of several equal parts of a timeline, in seconds. Rounds down to hundredths, so that a
 * person can read the time of a frame on the sheet, and ask for the same frame with it.
 */
export function spreadMoments(
  { rate, frameCount }: Pick<ResolvedTimeline, 'rate' | 'frameCount'>,
  count: number,
): number[] {
  const length = toSeconds(frameCount).div(rate);
  return Array.from({ length: count }, (_, part) =>
    length
      .mul(2 * part + 1)
      .div(2 * count)
      .floor(2)
      .valueOf(),
  );
}
