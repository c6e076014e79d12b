import { parseAlias } from '../../../base/vocabulary/alias-reference.ts';
import { readAt } from '../../schema/walk-schema.ts';
import type { ClipSpan } from '../clip-spans.ts';
import type { DraftClip, DraftTrack } from '../edit-text.ts';
import { nearestFrameAt, roundTime } from '../frame-grid.ts';
import type { FieldValue } from '../motion/cut-motion.ts';
import type { CutFacts } from './trim-clip.ts';

/** Both halves of a clip. */
export interface Halves {
  readonly first: DraftClip;
  readonly rest: DraftClip;
}

/** Both halves of a clip, or why there are none. Neither if the clip is not visible at that second. */
export interface Division {
  readonly halves?: Halves;
  readonly obstacle?: string;
}

/** Divides a clip at a second of the timeline. */
type DivideClip = (
  clip: DraftClip,
  next: DraftClip | undefined,
  span: Pick<ClipSpan, 'start' | 'length'>,
  second: number,
  facts: CutFacts,
) => Division;

/** Where a group is divided, in seconds of the timeline. */
interface GroupMoment extends Omit<CutFacts, 'fileLength'> {
  /** Where the group begins. */
  readonly begin: number;
  readonly at: number;
}

/** What the halves of a group have in place of its tracks. */
interface DividedTracks {
  readonly first: readonly FieldValue[];
  readonly rest: readonly FieldValue[];
}

/** The halves of a clip that is no group. */
export const NO_GROUP: DividedTracks = { first: [], rest: [] };

/**
 * Divides the clips of a group. Returns a sentence if that cannot be done.
 *
 * @param divide divides one clip.
 */
export function divideGroup(
  group: DraftClip,
  moment: GroupMoment,
  divide: DivideClip,
): DividedTracks | string {
  const tracks = (readAt(group, ['asset', 'tracks']) ?? []) as readonly DraftTrack[];
  // Names, and times that follow other clips, mean something else in a half.
  const isTied = tracks.some(({ clips = [] }) =>
    clips.some(({ start, length, alias, asset }) => {
      const isTimed = typeof start === 'number' && typeof length === 'number';
      return !isTimed || alias !== undefined || parseAlias(asset?.['src']) !== undefined;
    }),
  );
  if (isTied) return TIED_GROUP;
  const [first, rest]: [DraftTrack[], DraftTrack[]] = [[], []];
  for (const track of tracks) {
    const divided = (track.clips ?? []).map((clip) => divideInner(clip, moment, divide));
    const obstacle = divided.find((each) => typeof each === 'string');
    if (obstacle !== undefined) return obstacle;
    const halves = divided.filter((each) => typeof each !== 'string');
    const [early, late] = [
      halves.flatMap<DraftClip>((each) => each.first ?? []),
      halves.flatMap<DraftClip>((each) => each.rest ?? []),
    ];
    if (early.length > 0) first.push({ ...track, clips: early });
    if (late.length > 0) rest.push({ ...track, clips: late });
  }
  if (first.length === 0 || rest.length === 0) return EMPTY_GROUP;
  const path = ['asset', 'tracks'];
  return { first: [{ path, value: first }], rest: [{ path, value: rest }] };
}

const TIED_GROUP =
  'The clips in this group follow each other, so it cannot be split. Give them a start and a length in seconds first.';
const EMPTY_GROUP = 'One half of this group would be empty. Trim it at one of its ends instead.';

/** Divides a clip of a group, or gives it to the half that shows it. */
function divideInner(
  clip: DraftClip,
  { begin, at, rate, dialect }: GroupMoment,
  divide: DivideClip,
): Partial<Halves> | string {
  const [start, length] = [Number(clip.start), Number(clip.length)];
  const { halves, obstacle } = divide(clip, undefined, { start: begin + start, length }, at, {
    rate,
    dialect,
  });
  if (obstacle !== undefined) return obstacle;
  if (halves) return { first: { ...halves.first, start }, rest: { ...halves.rest, start: 0 } };
  const isEarly = nearestFrameAt(begin + start, rate) < nearestFrameAt(at, rate);
  return isEarly ? { first: clip } : { rest: { ...clip, start: roundTime(Math.max(0, begin + start - at)) } };
}
