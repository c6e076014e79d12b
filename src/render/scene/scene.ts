import BezierEasing from 'bezier-easing';
import { frameTime, type Rate, type Seconds } from '../../base/time.ts';
import type { SeenClip, Timeline } from '../resolve/timeline.ts';
import { type Placement, placementOf } from './placement.ts';

/** One thing that is drawn in one frame, every number final. */
export interface Layer {
  readonly clip: SeenClip;
  readonly placement: Placement;
  /** 0 (transparent) to 1; never 0. */
  readonly opacity: number;
  /** Seconds since the clip began. */
  readonly time: Seconds;
}

const easeInOut = BezierEasing(0.42, 0, 0.58, 1);

/** What is seen in an output frame, the lowest layer first. Pure. @param frame 0 to the timeline's frames, exclusive. */
export function sceneAt(timeline: Timeline, frame: number): Layer[] {
  return timeline.seen
    .filter((clip) => clip.from <= frame && frame < clip.to)
    .map((clip) => layerOf(clip, frame, timeline))
    .filter(({ opacity }) => opacity > 0);
}

function layerOf(clip: SeenClip, frame: number, timeline: Timeline): Layer {
  return {
    clip,
    placement: placementOf(clip, timeline),
    opacity: opacityAt(clip, frame, timeline.rate),
    time: frameTime(frame - clip.from, timeline.rate),
  };
}

/** The clip's own opacity times its fades, eased (contract 2.9), 0 to 1. */
function opacityAt(clip: SeenClip, frame: number, rate: Rate): number {
  const since = frameTime(frame - clip.from, rate).valueOf();
  const left = frameTime(clip.to - frame, rate).valueOf();
  return Math.min(1, Math.max(0, clip.opacity)) * faded(since, clip.fadeIn) * faded(left, clip.fadeOut);
}

function faded(since: number, duration: number): number {
  return since >= duration ? 1 : easeInOut(since / duration);
}
