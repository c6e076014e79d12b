import { type ClipSpan, endOf, listSpans } from '../clip-spans.ts';
import { type Pasted, pasteClips, type PasteTarget } from '../copied-clips.ts';
import { changeDraft, type DraftClip, type DraftEdit } from '../edit-text.ts';
import { longestLength } from './played-file.ts';
import { shiftLater } from './shift-later.ts';
import { type SplitSettings, splitClips } from './split-clips.ts';

/** Seconds that are as good as none. */
const TINY = 0.0005;

/** What was pasted, and the reason why it could not be. */
export interface Pushed extends Pasted {
  readonly obstacle?: string | undefined;
}

/**
 * Pastes clips from a text, and pushes what comes later on the track away. A clip that is there is split. Undefined if
 * the text has no clips.
 */
export function pasteAndPush(
  edit: DraftEdit,
  spans: readonly ClipSpan[],
  text: string,
  target: PasteTarget,
  settings: SplitSettings,
): Pushed | undefined {
  const { at, track } = target;
  const under = spans.find(
    (span) => span.track === track && span.start < at - TINY && at + TINY < span.start + span.length,
  );
  const split = under ? splitClips(edit, spans, [under], at, settings) : { changes: [], obstacles: [] };
  const [obstacle] = split.obstacles;
  if (obstacle !== undefined) return { changes: [], places: [], leftOut: 0, obstacle };
  // A paste without spans finds room everywhere.
  const plain = pasteClips(edit, [], text, target);
  if (!plain || track === undefined || plain.places.some((place) => place.track !== track)) return plain;
  const length = measure(plain, at, settings);
  const halves = changeDraft(edit, split.changes);
  const isSplit = under !== undefined && split.changes.length > 0;
  const moved = isSplit ? spans.flatMap((span) => divideSpan(span, under, at)) : spans;
  const shifts = shiftLater(halves, moved, track, at, length);
  const pasted = pasteClips(changeDraft(halves, shifts), [], text, target);
  return pasted && { ...pasted, changes: [...split.changes, ...shifts, ...pasted.changes] };
}

/** Returns the span of a clip after another one was split: of that one, those of both halves. */
function divideSpan(span: ClipSpan, split: ClipSpan, at: number): ClipSpan[] {
  if (span.track !== split.track || span.clip < split.clip) return [span];
  if (span.clip > split.clip) return [{ ...span, clip: span.clip + 1 }];
  const rest = {
    ...span,
    clip: span.clip + 1,
    start: at,
    length: span.start + span.length - at,
    hasStart: true,
  };
  return [{ ...span, length: at - span.start }, rest];
}

/** Returns the seconds that pasted clips last together. */
function measure({ changes }: Pasted, at: number, settings: SplitSettings): number {
  const clips = changes.map(({ value }) => value as DraftClip);
  const timed = clips.map((clip) => {
    if (typeof clip.length === 'number') return clip;
    const length = longestLength(clip, 0, { ...settings, fileLength: settings.fileLengthOf(clip) });
    return Number.isFinite(length) ? { ...clip, length } : clip;
  });
  return endOf(listSpans({ timeline: { tracks: [{ clips: timed }] } })) - at;
}
