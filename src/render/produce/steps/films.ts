import type { FrameIndex } from '../../../base/time.ts';
import { listClips } from '../../../edit/model.ts';
import type { ResolvedTimeline, VisualClip } from '../../resolve/timeline.ts';
import { largestSizeOf } from '../../scene/clip-motion.ts';
import { type PixelSize, viewportOf } from '../../scene/placement.ts';
import type { DrawingsRequest, FilmedClip } from '../produce-job.ts';
import { findFrame } from '../write-frame.ts';
import { chooseFrames } from '../write-sheet.ts';
import type { ChildState } from './child-state.ts';

/** Maximum side and maximum area of a picture in pixels. */
const MAX_SIDE = 8192;
const MAX_PIXELS = 33_554_432;

/** Lists the clips of the output that show pages that move, with the frames that the request needs. */
export function listFilmedClips(state: ChildState, request: DrawingsRequest): FilmedClip[] {
  const { timeline, edit } = state.output;
  if (!listClips(edit).some(({ clip }) => clip.asset.type === 'html5')) return [];
  const { rate } = timeline;
  const wanted = findWanted(state, timeline, request);
  return [...listMovingPages(timeline.visualClips, timeline)].flatMap(({ clip, size, scale }) => {
    const spans = wanted.flatMap(({ from, to }) => {
      const [first, last] = [Math.max(from, clip.from), Math.min(to, clip.to)];
      return first < last ? [{ from: first - clip.from, to: last - clip.from }] : [];
    });
    const fraction = [Number(rate.n), Number(rate.d)] as const;
    return spans.length === 0 ? [] : [{ field: clip.field, size, scale, rate: fraction, spans }];
  });
}

/** Frames of a timeline. `to` is exclusive. */
interface Frames {
  readonly from: number;
  readonly to: number;
}

/** Returns the frames of the timeline that are composed. A still may lie anywhere. */
function findWanted(
  { job, output: { edit } }: ChildState,
  timeline: ResolvedTimeline,
  { at, sheet }: DrawingsRequest,
): readonly Frames[] {
  const whole = { from: 0, to: timeline.frameCount };
  if (job.kind !== 'frames') {
    const { poster, thumbnail } = edit.output;
    return [(poster ?? thumbnail) ? whole : timeline.range];
  }
  const single = (index: FrameIndex): Frames => ({ from: index, to: index + 1 });
  if (at !== undefined) return [single(findFrame(timeline, at))];
  if (!sheet) return [whole];
  const shown = chooseFrames(timeline, sheet.moments).map(({ index }) => index);
  return [...new Set(shown)].toSorted((one, other) => one - other).map(single);
}

/** A clip with a page that moves. */
interface MovingClip extends Pick<FilmedClip, 'size' | 'scale'> {
  readonly clip: VisualClip;
}

/**
 * Lists the pages of the clips on a canvas, and in its groups.
 *
 * @param enlargement the factor by which the groups around the canvas enlarge it, at least 1.
 */
function* listMovingPages(
  clips: readonly VisualClip[],
  canvas: PixelSize,
  enlargement = 1,
): Generator<MovingClip> {
  for (const clip of clips) {
    const { visual } = clip;
    const largest = largestSizeOf(clip, canvas);
    if (visual.kind === 'group') {
      const own = Math.max(largest.width / visual.width, largest.height / visual.height, 1);
      yield* listMovingPages(visual.clips, visual, enlargement * own);
    } else if (visual.kind === 'drawn' && visual.asset.type === 'html5') {
      const box = viewportOf(clip, canvas);
      const size = { width: Math.ceil(box.width), height: Math.ceil(box.height) };
      const limit = Math.min(
        MAX_SIDE / Math.max(size.width, size.height),
        Math.sqrt(MAX_PIXELS / (size.width * size.height)),
      );
      const scale = Math.max(1, (largest.width / box.width) * enlargement);
      yield { clip, size, scale: Math.min(scale, limit) };
    }
  }
}
