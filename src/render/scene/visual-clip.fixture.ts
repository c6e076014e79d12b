import { type FrameIndex, sampleAtFrame, toRate, type SampleIndex, toSeconds } from '../../base/time.ts';
import type { Visual, VisualClip, ResolvedTimeline } from '../resolve/timeline.ts';

/** Creates a still image of the given size in pixels. */
export function stillVisual(width: number, height: number): Visual {
  return { kind: 'still', media: { kind: 'still', path: '/image', width, height } };
}

/** Creates a video whose stored size differs from its displayed size. */
export function videoVisual(
  stored: { width: number; height: number },
  width: number,
  height: number,
): Visual {
  const location = { file: '/video', demuxer: 'mov', stream: 0, start: toSeconds(0) };
  const track = { location, stored, width, height, turn: 'none', alpha: false, defects: [] } as const;
  return { kind: 'video', track, trim: toSeconds(0) };
}

/** Creates a visual clip with a still of 400x400 on frames 0 to 25. The given fields override its own. */
export function visualClip(
  given: Partial<Omit<VisualClip, 'from' | 'to'> & { from: number; to: number }> = {},
): VisualClip {
  const { from = 0, to = 25, ...rest } = given;
  return {
    field: 'clip',
    visual: stillVisual(400, 400),
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
    // Whole frame numbers, as the resolver produces them.
    from: from as FrameIndex,
    to: to as FrameIndex,
    ...rest,
  };
}

/** Creates a silent timeline of 800x600 with a black background. */
export function timelineOf(clips: readonly VisualClip[], framesPerSecond = 25): ResolvedTimeline {
  return {
    rate: toRate(framesPerSecond),
    width: 800,
    height: 600,
    outputSize: { width: 800, height: 600 },
    frameCount: 1000,
    range: {
      from: 0 as FrameIndex,
      to: 1000 as FrameIndex,
      samples: { from: 0 as SampleIndex, to: sampleAtFrame(1000, toRate(framesPerSecond)) },
    },
    background: '#000000',
    visualClips: clips,
    audioClips: [],
    warnings: [],
  };
}
