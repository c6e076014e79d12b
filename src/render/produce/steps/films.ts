import type { FrameIndex } from '../../../base/time.ts';
import { listClips } from '../../../edit/model.ts';
import type { ResolvedTimeline, VisualClip } from '../../resolve/timeline.ts';
import { listShownClips } from '../../scene/clip-motion.ts';
import { viewportOf } from '../../scene/placement.ts';
import { maxScaleOf } from '../../stills/raster-limit.ts';
import type { DrawingsRequest, FilmedClip } from '../produce-job.ts';
import { findFrame } from '../write-frame.ts';
import { chooseFrames } from '../write-sheet.ts';
import type { ChildState } from './child-state.ts';

/** Lists the clips of the output that show pages that move, with the frames that the request needs. */
export function listFilmedClips(state: ChildState, request: DrawingsRequest): FilmedClip[] {
  const { timeline, edit } = state.output;
  // A page shows the frames of the engine where pages move: to film a whole page takes long.
  if (state.job.kind === 'layers') return [];
  if (!listClips(edit).some(({ clip }) => clip.asset.type === 'html5')) return [];
  const { rate } = timeline;
  const wanted = findWanted(state, timeline, request);
  return [...listMovingPages(timeline)].flatMap(({ clip, size, scale }) => {
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

function* listMovingPages(timeline: ResolvedTimeline): Generator<MovingClip> {
  for (const { clip, canvas, largest, enlargement } of listShownClips(timeline.visualClips, timeline)) {
    const { visual } = clip;
    if (visual.kind !== 'drawn' || visual.asset.type !== 'html5') continue;
    const box = viewportOf(clip, canvas);
    const size = { width: Math.ceil(box.width), height: Math.ceil(box.height) };
    const scale = Math.max(1, (largest.width / box.width) * enlargement);
    yield { clip, size, scale: Math.min(scale, maxScaleOf(size)) };
  }
}
