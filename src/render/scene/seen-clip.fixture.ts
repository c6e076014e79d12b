import { type FrameIndex, frameSample, rate, type SampleIndex, seconds } from '../../base/time.ts';
import type { Picture, SeenClip, Timeline } from '../resolve/timeline.ts';

/** A still picture of a size in pixels. */
export function still(width: number, height: number): Picture {
  return { kind: 'still', media: { kind: 'still', path: '/image', width, height } };
}

/** A video whose pixels are stored in one size and seen in another. */
export function video(stored: { width: number; height: number }, width: number, height: number): Picture {
  const location = { file: '/video', demuxer: 'mov', stream: 0, start: seconds(0) };
  const track = { location, stored, width, height, turn: 'none', alpha: false, defects: [] } as const;
  return { kind: 'video', track, trim: seconds(0) };
}

/** A picture of 400x400 on frames 0 to 25, but for what is given. */
export function seen(
  given: Partial<Omit<SeenClip, 'from' | 'to'> & { from: number; to: number }> = {},
): SeenClip {
  const { from = 0, to = 25, ...rest } = given;
  return {
    field: 'clip',
    picture: still(400, 400),
    fit: 'crop',
    scale: 1,
    position: 'center',
    offset: { x: 0, y: 0 },
    opacity: 1,
    crop: { top: 0, bottom: 0, left: 0, right: 0 },
    angle: 0,
    skew: { x: 0, y: 0 },
    flip: { horizontal: false, vertical: false },
    transition: {},
    // Whole numbers of frames, as the resolver makes them.
    from: from as FrameIndex,
    to: to as FrameIndex,
    ...rest,
  };
}

/** A silent black timeline of 800x600 at 25 frames a second. */
export function timelineOf(clips: readonly SeenClip[], framesPerSecond = 25): Timeline {
  return {
    rate: rate(framesPerSecond),
    width: 800,
    height: 600,
    output: { width: 800, height: 600 },
    frames: 1000,
    range: {
      ...{ from: 0 as FrameIndex, to: 1000 as FrameIndex },
      samples: { from: 0 as SampleIndex, to: frameSample(1000, rate(framesPerSecond)) },
    },
    background: '#000000',
    seen: clips,
    heard: [],
    warnings: [],
  };
}
