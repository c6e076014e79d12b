import { readAt } from '../../schema/walk-schema.ts';
import { type ClipSpan, findClip } from '../clip-spans.ts';
import { pathOf } from '../clip-path.ts';
import { describeChanges } from '../describe-changes.ts';
import type { Change, DraftClip, DraftEdit } from '../edit-text.ts';
import { nearestFrameAt, roundTime, secondsOfFrames } from '../frame-grid.ts';
import { roundFine } from '../motion/cut-curve.ts';
import { cutMotion, type FieldValue, withFields } from '../motion/cut-motion.ts';
import { type DraftTransitions, fadeTweens, readTransitions, writeTransition } from '../motion/fades.ts';
import { keepSoundFade, withSoundTweens } from '../motion/sound-fades.ts';
import { fileSecondAt, isTrimmed, trimScaleOf } from './played-file.ts';
import { type Division, divideGroup, type Halves, NO_GROUP } from './divide-group.ts';
import { findObstacle, type SplitMoment } from './split-obstacles.ts';
import { needsStart } from './set-times.ts';
import type { CutFacts } from './trim-clip.ts';

/** A split: the changes of the edit, or the reason why there are none. */
export interface Split {
  readonly changes: Change[];
  readonly obstacle?: string;
}

/**
 * Splits a clip at a second of the timeline. Both halves together look and sound as the clip did at every frame. Changes
 * nothing if the clip is not visible there, or if no two clips can do that.
 */
export function splitClip(edit: DraftEdit, span: ClipSpan, second: number, facts: CutFacts): Split {
  const clip = findClip(edit, span);
  const next = findClip(edit, { ...span, clip: span.clip + 1 });
  const { halves, obstacle } = clip ? divideClip(clip, next, span, second, facts) : {};
  if (!halves) return { changes: [], ...(obstacle !== undefined && { obstacle }) };
  const path = pathOf(span);
  return {
    changes: [
      ...describeChanges(path, clip, halves.first),
      { path: pathOf({ ...span, clip: span.clip + 1 }), value: halves.rest, inserts: true },
    ],
  };
}

function divideClip(
  clip: DraftClip,
  next: DraftClip | undefined,
  { start, length }: Pick<ClipSpan, 'start' | 'length'>,
  second: number,
  facts: CutFacts,
): Division {
  const { rate } = facts;
  const begin = nearestFrameAt(start, rate);
  const cut = nearestFrameAt(second, rate);
  const end = nearestFrameAt(start + length, rate);
  if (cut <= begin || cut >= end) return {};
  const moment = {
    ...facts,
    at: secondsOfFrames(cut - begin, rate),
    length: secondsOfFrames(end - begin, rate),
    shares: { in: overlaps(clip), out: next !== undefined && overlaps(next) },
  };
  const transitions = readTransitions(clip, moment.length);
  const obstacle = findObstacle(clip, moment, transitions);
  if (obstacle !== undefined) return { obstacle };
  const at = roundTime(secondsOfFrames(cut, rate));
  const lengths = { first: roundTime(at - start), rest: roundTime(start + length - at) };
  const halves = cutInHalves(clip, moment, transitions, lengths);
  if (!halves) return { obstacle: PLACEHOLDERS };
  const tracks =
    clip.asset?.type === 'group' ? divideGroup(clip, { ...facts, begin: start, at }, divideClip) : NO_GROUP;
  if (typeof tracks === 'string') return { obstacle: tracks };
  const times = timeHalves(clip, start, at, lengths);
  return {
    halves: {
      first: { ...withFields(halves.first, tracks.first), ...times.first },
      rest: { ...withFields(halves.rest, tracks.rest), ...times.rest },
    },
  };
}

const PLACEHOLDERS =
  'The animation of this clip has placeholders. Replace them by numbers, and split the clip then.';

function overlaps(clip: DraftClip): boolean {
  return clip['overlap'] !== undefined && clip['overlap'] !== 0;
}

/** Returns the times of both halves. What is no number stays what it is, where it means the same. */
function timeHalves(
  clip: DraftClip,
  begin: number,
  cut: number,
  lengths: Lengths,
): { readonly first: Partial<DraftClip>; readonly rest: Partial<DraftClip> } {
  const isWritten = typeof clip.start === 'number' || needsStart(clip);
  return {
    first: { ...(isWritten && { start: roundTime(begin), overlap: undefined }), length: lengths.first },
    rest: {
      start: clip.start === 'auto' ? 'auto' : cut,
      length: clip.length === 'end' ? 'end' : lengths.rest,
    },
  };
}

/** The lengths of both halves as they are written, in seconds. */
interface Lengths {
  readonly first: number;
  readonly rest: number;
}

/** Returns both halves with all that moves, apart from their times. Undefined if tweens have placeholders. */
function cutInHalves(
  given: DraftClip,
  moment: SplitMoment,
  transitions: DraftTransitions,
  lengths: Lengths,
): Halves | undefined {
  const { at, length } = moment;
  const isFading = {
    in: transitions.in !== undefined && at < transitions.in.seconds,
    out: transitions.out !== undefined && length - at < transitions.out.seconds,
  };
  const moving = withProgressTweens(given, length);
  const clip = withSoundTweens(withOpacityTweens(moving, length, transitions, isFading), moment);
  const early = cutMotion(clip, { from: 0, to: lengths.first });
  const late = cutMotion(clip, { from: at, to: at + lengths.rest });
  if (!early || !late) return undefined;
  const { in: enter, out: leave } = transitions;
  const first = [
    ...early,
    writeTransitions({ in: enter && !isFading.in ? writeTransition(enter, at) : undefined }),
    ...cutEffect(clip, 0, at / length),
    ...keepSoundFade(clip, 'in'),
  ];
  const rest = [
    ...late,
    writeTransitions({ out: leave && !isFading.out ? writeTransition(leave, length - at) : undefined }),
    ...cutEffect(clip, at / length, 1),
    ...keepSoundFade(clip, 'out'),
    ...moveTrim(clip, moment),
    ...SECOND_LACKS.map((path) => ({ path, value: undefined })),
  ];
  return { first: withFields(clip, first), rest: withFields(clip, rest) };
}

/** Writes out what goes from 0 to 1 while a clip lasts, as the way along a path does, so that it can be cut. */
function withProgressTweens(clip: DraftClip, length: number): DraftClip {
  const paths = [
    ...(readAt(clip, ['motion', 'path']) === undefined ? [] : [['motion', 'progress']]),
    ...(clip.asset?.type === 'progress' ? [['asset', 'value']] : []),
  ].filter((path) => readAt(clip, path) === undefined);
  return withFields(
    clip,
    paths.map((path) => ({ path, value: [{ from: 0, to: 1, start: 0, length }] })),
  );
}

/** What only one clip can have, or only one at the beginning: an entrance is over when its text is split. */
const SECOND_LACKS = [['alias'], ['overlap'], ['asset', 'animation']];

/** Replaces the fades in which a clip is split by tweens of its opacity, which can be cut. */
function withOpacityTweens(
  clip: DraftClip,
  length: number,
  { in: enter, out: leave }: DraftTransitions,
  isFading: { readonly in: boolean; readonly out: boolean },
): DraftClip {
  const fades = { in: isFading.in ? enter : undefined, out: isFading.out ? leave : undefined };
  if (!fades.in && !fades.out) return clip;
  const opacity = typeof clip['opacity'] === 'number' ? clip['opacity'] : 1;
  return { ...clip, opacity: fadeTweens(opacity, length, fades) };
}

/** Returns the transitions of a half. Those that it does not have are removed. */
function writeTransitions(steps: { readonly in?: unknown; readonly out?: unknown }): FieldValue {
  const given = Object.entries(steps).filter(([, step]) => step !== undefined);
  return { path: ['transition'], value: given.length === 0 ? undefined : Object.fromEntries(given) };
}

/** Returns the part of an effect that a half shows, between two fractions of the clip. */
function cutEffect({ effect }: DraftClip, from: number, to: number): FieldValue[] {
  const part = typeof effect === 'string' ? { name: effect } : effect;
  const name = readAt(part, ['name']);
  if (typeof name !== 'string' || typeof part !== 'object' || part === null) return [];
  const { from: begin = 0, to: end = 1 } = part as { readonly from?: number; readonly to?: number };
  const at = (share: number): number => roundFine(begin + (end - begin) * share);
  return [{ path: ['effect'], value: { name, from: at(from), to: at(to) } }];
}

/** Returns the second of its file at which the second half begins. */
function moveTrim(clip: DraftClip, moment: SplitMoment): FieldValue[] {
  const second = fileSecondAt(clip, moment.at, moment);
  if (!isTrimmed(clip) || second === undefined) return [];
  return [{ path: ['asset', 'trim'], value: roundFine(second / trimScaleOf(clip, moment)) }];
}
