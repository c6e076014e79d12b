import { type FrameIndex, nearestFrame, type Rate, timeAtFrame } from '../../base/time.ts';
import {
  type Clip,
  type ClipLocation,
  type ClipTime,
  type Dialect,
  type Edit,
  indexByAlias,
  listClips,
  type OutputRange,
  resolveTimes,
  speechAliasOf,
  type Warning,
  type OutputShape,
  outputShape,
} from '../../edit/model.ts';
import type { Media } from '../media/media.ts';
import { isDrawn, resolveCaptions, type SpannedClip } from '../resolve/captions/captions.ts';
import { autoLength, type MeasuredByUrl, measuredPlayback, outputRangeOf } from '../resolve/dry-run.ts';
import type { Span, VisualClip } from '../resolve/timeline.ts';
import { groupOf, toVisualClips } from '../resolve/visual-clips.ts';

/** The clips of an edit that show text, in its picture. */
export interface TextClips extends OutputShape {
  /** The clips with text, and the groups that contain them. */
  readonly visualClips: readonly VisualClip[];
  /** The frames that are rendered. Absent if the length of the timeline is unknown. */
  readonly range?: OutputRange;
  /** Warnings about captions that their clip cuts off or never shows. */
  readonly warnings: readonly Warning[];
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

/** True if a clip shows text. */
export function isText({ clip }: ClipLocation): boolean {
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
  const playbackOf = measuredPlayback(edit, measured, dialect);
  const times = resolveTimes(edit, (location) => autoLength(location, measured, playbackOf(location.clip)));
  const all = listClips(edit).map((location): SpannedClip => {
    return { location, span: spanOf(times.of(location), shape.rate) };
  });
  // Captions may follow the speech of any clip.
  const captions = resolveCaptions(all, { media: subtitles, playbackOf, rate: shape.rate });
  const clips = all.filter(({ location }) => isText(location) && isDrawn(location, edit.output));
  const byGroup = Map.groupBy(
    all.filter(({ location }) => isGroup(location) || (isText(location) && isDrawn(location, edit.output))),
    ({ location }) => location.group,
  );
  const visualClipsIn = (group: ClipLocation | undefined): VisualClip[] =>
    (byGroup.get(group) ?? []).flatMap(({ location, span }) =>
      toVisualClips(location, span, subtitles, {
        length: timeAtFrame(span.to - span.from, shape.rate).valueOf(),
        playback: playbackOf(location.clip),
        cues: captions.get(location.clip)?.cues ?? [],
        ...groupOf(location, shape, () => visualClipsIn(location)),
      }),
    );
  const isTimed = (location: ClipLocation): boolean => {
    const { start, length } = times.of(location);
    return start !== undefined && length !== undefined;
  };
  const range = times.duration && outputRangeOf(edit, times.duration);
  return {
    ...shape,
    visualClips: visualClipsIn(undefined),
    ...(range && { range }),
    warnings: captionWarningsOf(clips, captions, indexByAlias(listClips(edit)), isTimed),
  };
}

function isGroup({ clip }: ClipLocation): boolean {
  return clip.asset.type === 'group';
}

/** Returns the warnings about captions whose times are known, and those of the speech that they follow. */
function captionWarningsOf(
  clips: readonly SpannedClip[],
  captions: ReturnType<typeof resolveCaptions>,
  byAlias: ReadonlyMap<string, ClipLocation>,
  isTimed: (location: ClipLocation) => boolean,
): Warning[] {
  return clips.flatMap(({ location }) => {
    const { clip } = location;
    const speech = byAlias.get(speechAliasOf(clip.asset) ?? '');
    const isKnown = isTimed(location) && (!speech || isTimed(speech));
    return isKnown ? (captions.get(clip)?.warnings ?? []) : [];
  });
}

function spanOf({ start, length }: ClipTime, rate: Rate): Span {
  const from = start ? nearestFrame(start, rate) : (0 as FrameIndex);
  const frames = length ? nearestFrame(length, rate) : Math.round(UNKNOWN_LENGTH * rate.valueOf());
  // The cast is safe: the sum of two whole numbers of frames.
  return { from, to: (from + frames) as FrameIndex };
}
