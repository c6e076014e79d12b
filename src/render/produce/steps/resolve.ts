import type { Edit } from '../../../edit/model.ts';
import { checkInlineSvgs } from '../../compose/check-inline-svgs.ts';
import type { Media } from '../../media/media.ts';
import { resolve } from '../../resolve/resolve.ts';
import type { ResolvedTimeline, VisualClip } from '../../resolve/timeline.ts';
import { buildSubtitles } from '../../transcribe/build-subtitles.ts';
import type { TimelineRequest } from '../produce-job.ts';
import type { ChildState } from './child-state.ts';

/** Resolves the edit to the timeline of an output. Forgets the output before it. */
export function resolveOutput(
  state: ChildState,
  { index = 0, pages = {}, transcripts = {} }: TimelineRequest,
): void {
  if (state.resolved?.index === index) return;
  state[Symbol.dispose]();
  const { kind, dialect } = state.job;
  const edit = state.edits[index] ?? state.edits[0];
  const media = addTranscripts(state.prepared ?? new Map(), transcripts);
  const timeline = addPages(resolve(kind === 'output' ? edit : withoutRange(edit), media, dialect), pages);
  if (state.isComposed) checkInlineSvgs(timeline);
  state.resolved = { index, edit, timeline, pieces: new Map() };
}

/** Returns the edit without its range and stills: a frame or a sound can be anywhere on the timeline. */
function withoutRange(edit: Edit): Edit {
  const output = { ...edit.output };
  delete output.range;
  delete output.poster;
  delete output.thumbnail;
  return { ...edit, output };
}

/**
 * Adds the transcripts to the media. The transcript of an alias becomes subtitles. The transcript of a media
 * file becomes its `words`.
 */
function addTranscripts(
  media: ReadonlyMap<string, Media>,
  transcripts: NonNullable<TimelineRequest['transcripts']>,
): Map<string, Media> {
  const result = new Map(media);
  for (const [src, transcript] of Object.entries(transcripts)) {
    const file = result.get(src);
    const words = buildSubtitles(transcript);
    result.set(src, file?.kind === 'av' ? { ...file, words } : words);
  }
  return result;
}

/** Adds the rasters that the browser has drawn to the clips that show HTML pages and SVGs. */
function addPages(
  timeline: ResolvedTimeline,
  pages: NonNullable<TimelineRequest['pages']>,
): ResolvedTimeline {
  return { ...timeline, visualClips: addPagesTo(timeline.visualClips, pages) };
}

function addPagesTo(
  clips: readonly VisualClip[],
  pages: NonNullable<TimelineRequest['pages']>,
): readonly VisualClip[] {
  return clips.map((clip) => {
    const { visual } = clip;
    if (visual.kind === 'group')
      return { ...clip, visual: { ...visual, clips: addPagesTo(visual.clips, pages) } };
    const raster = pages[clip.field];
    if (raster === undefined || (visual.kind !== 'drawn' && visual.kind !== 'vector')) return clip;
    return { ...clip, visual: { ...visual, raster } };
  });
}
