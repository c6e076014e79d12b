import type { VisualClip } from '../../render/resolve/timeline.ts';
import { writeExact } from '../../render/scene/layered-timeline.ts';
import { keyOf } from '../document/clip-spans.ts';
import type { DraftClip, DraftEdit } from '../document/edit-text.ts';
import { fillPlaceholders } from '../document/placeholders.ts';
import { findShownShape, readInShape } from '../document/shape-places.ts';
import { isDrawnInBox, isPicture, resolvePlace, type ShownFacts } from '../picture/geometry/shown-clip.ts';

/** An edit, and the place of the output that is shown of it. */
export interface ShownEdit {
  readonly edit: DraftEdit;
  readonly output: number;
}

/** A clip as the server writes it, as far as it is read here. */
type WrittenClip = Pick<VisualClip, 'field' | 'from' | 'to' | 'visual'>;

/** A timeline as the server writes it, as far as it is changed here. */
interface WrittenTimeline {
  readonly timeline: {
    readonly width: number;
    readonly height: number;
    readonly visualClips: readonly WrittenClip[];
  };
}

/** The fields of a clip that only place it. */
const PLACES = ['fit', 'scale', 'position', 'offset', 'opacity', 'transform', 'shapes'];
/** The same for a clip whose picture is not drawn in its box. */
const SIZES = ['width', 'height'];
/** What they decide of a resolved clip. */
const PLACED = [
  'fit',
  'box',
  'crop',
  'scale',
  'position',
  'offset',
  'opacity',
  'angle',
  'skew',
  'flip',
] as const satisfies readonly (keyof VisualClip)[];

/**
 * Moves the clips of a timeline as a change of its edit moves them, so that the picture follows while the server works
 * out the rest.
 *
 * @param written the timeline of the edit before, as the server has written it.
 * @param rate frames per second.
 * @returns the timeline, and true if nothing else has changed.
 */
export function moveWrittenClips(
  written: unknown,
  before: ShownEdit,
  now: ShownEdit,
  rate: number,
): { readonly written: unknown; readonly isWhole: boolean } {
  // The cast is safe: only the server writes timelines.
  const layered = written as WrittenTimeline;
  const { timeline } = layered;
  const [clipsBefore, clips] = [listClips(before.edit), listClips(now.edit)];
  const isSameList = JSON.stringify([...clipsBefore.keys()]) === JSON.stringify([...clips.keys()]);
  if (!isSameList) return { written, isWhole: false };
  const changed = [...clips].filter(([key, clip]) => !isSame(clipsBefore.get(key), clip));
  const moves = new Map<string, object>();
  const areMoves = changed.map(([key, clip]) => {
    const resolved = timeline.visualClips.find(({ field }) => field === key);
    const [from, to] = [readClip(clipsBefore.get(key) ?? {}, before), readClip(clip, now)];
    if (!resolved || !isSame(withoutPlace(from), withoutPlace(to))) return false;
    moves.set(key, listMoves(from, to, resolved, { canvas: timeline, rate }));
    return true;
  });
  const isWhole = areMoves.every(Boolean) && isSame(withoutClips(before.edit), withoutClips(now.edit));
  if (moves.size === 0) return { written, isWhole };
  const visualClips = timeline.visualClips.map((clip) => ({ ...clip, ...moves.get(clip.field) }));
  return { written: { ...layered, timeline: { ...timeline, visualClips } }, isWhole };
}

/** Returns what is new in the place of a clip, in the form in which the server writes it. */
function listMoves(
  from: DraftClip,
  to: DraftClip,
  resolved: WrittenClip,
  output: Pick<ShownFacts, 'canvas' | 'rate'>,
): object {
  const facts = { ...output, from: resolved.from, to: resolved.to };
  const [before, now] = [from, to].map((clip) => resolvePlace(clip, resolved.visual, facts));
  const moves = new Map<string, unknown>();
  for (const name of PLACED) {
    const value = writeExact(now?.[name]);
    if (!isSame(value, writeExact(before?.[name]))) moves.set(name, value);
  }
  return Object.fromEntries<unknown>(moves);
}

/** Returns all clips by their fields. */
function listClips({ timeline }: DraftEdit): Map<string, DraftClip> {
  const tracks = timeline?.tracks ?? [];
  return new Map(
    tracks.flatMap(({ clips = [] }, track) =>
      clips.map((each, clip) => [keyOf({ track, clip }), each] as const),
    ),
  );
}

/** Returns a clip in the shape that is shown, with the values of its placeholders. */
function readClip(clip: DraftClip, { edit, output }: ShownEdit): DraftClip {
  return fillPlaceholders(readInShape(clip, findShownShape(edit, output)), edit);
}

/** Returns what the server has to work out. The size of what is drawn in its box decides how it is drawn. */
function withoutPlace(clip: DraftClip): object {
  const { asset = {} } = clip;
  const places = isDrawnInBox(asset) ? PLACES : [...PLACES, ...SIZES];
  const rest = Object.entries(clip).filter(([field]) => !places.includes(field));
  const { crop, ...shown } = asset;
  return { ...Object.fromEntries(rest), asset: isPicture(asset) ? shown : { ...shown, crop } };
}

function withoutClips({ timeline, ...others }: DraftEdit): object {
  const tracks = timeline?.tracks?.map((track) => ({ ...track, clips: [] }));
  return { ...others, timeline: { ...timeline, tracks } };
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
