import { type FrameIndex, nearestFrame, type Rate, timeAtFrame } from '../../base/time.ts';
import {
  type Clip,
  type ClipLocation,
  type ClipTime,
  type Dialect,
  type Edit,
  listClips,
  resolveTimes,
} from '../../edit/model.ts';
import type { Media } from '../media/media.ts';
import { resolveCaptions, type SpannedClip } from '../resolve/captions.ts';
import { normalizeEdit } from '../resolve/dialect.ts';
import { autoLength, type MeasuredByUrl } from '../resolve/dry-run.ts';
import { type OutputShape, outputShape } from '../resolve/output-shape.ts';
import type { Span, VisualClip } from '../resolve/timeline.ts';
import { toVisualClips } from '../resolve/visual-clips.ts';

/** The clips of an edit that show text, in its picture. */
export interface TextClips extends OutputShape {
  readonly visualClips: readonly VisualClip[];
}

const TEXT_TYPES: ReadonlySet<Clip['asset']['type']> = new Set<Clip['asset']['type']>([
  'text',
  'rich-text',
  'title',
  'caption',
  'rich-caption',
]);
/** The length in seconds of a clip whose length is unknown: as long as a timeline can be. */
const UNKNOWN_LENGTH = 12 * 3600;

/** True if a clip of an edit shows text. */
export function hasText(edit: Edit): boolean {
  return listClips(edit).some(isText);
}

function isText({ clip }: ClipLocation): boolean {
  return TEXT_TYPES.has(clip.asset.type);
}

/**
 * Resolves the clips of an edit that show text, as far as its media is known. A clip whose start is unknown
 * begins at 0.
 *
 * @param measured the known facts of the media.
 * @param subtitles the subtitles behind the sources of captions. Captions without subtitles are left out.
 */
export function resolveTextClips(
  edit: Edit,
  dialect: Dialect,
  measured: MeasuredByUrl,
  subtitles: ReadonlyMap<string, Media>,
): TextClips {
  const shape = outputShape(edit.output);
  const { playbackOf } = normalizeEdit(edit, dialect);
  const times = resolveTimes(edit, (location) => autoLength(location, measured, playbackOf(location.clip)));
  const clips = listClips(edit)
    .filter(isText)
    .map((location): SpannedClip => ({ location, span: spanOf(times.of(location), shape.rate) }));
  const captions = resolveCaptions(clips, { media: subtitles, playbackOf, rate: shape.rate });
  const visualClips = clips.flatMap(({ location, span }) =>
    toVisualClips(location, span, subtitles, {
      length: timeAtFrame(span.to - span.from, shape.rate).valueOf(),
      playback: playbackOf(location.clip),
      cues: captions.get(location.clip)?.cues ?? [],
    }),
  );
  return { ...shape, visualClips };
}

function spanOf({ start, length }: ClipTime, rate: Rate): Span {
  const from = start ? nearestFrame(start, rate) : (0 as FrameIndex);
  const frames = length ? nearestFrame(length, rate) : Math.round(UNKNOWN_LENGTH * rate.valueOf());
  // The cast is safe: the sum of two whole numbers of frames.
  return { from, to: (from + frames) as FrameIndex };
}
