import { usualTransitionSeconds } from '../../../base/vocabulary/transition-seconds.ts';
import { readAt } from '../../schema/walk-schema.ts';
import { pathOf } from '../clip-path.ts';
import { type ClipPlace, type ClipSpan, findClip, keyOf } from '../clip-spans.ts';
import { describeChanges } from '../describe-changes.ts';
import { type Change, changeDraft, type DraftEdit } from '../edit-text.ts';
import { nearestFrameAt, roundTime, secondsOfFrames } from '../frame-grid.ts';
import { withFields } from '../motion/cut-motion.ts';
import { SOUND_FADE } from '../motion/sound-fades.ts';
import { crossFadeSounds, isCrossFaded, readCutFades } from './cross-fade-sound.ts';
import type { Neighbours } from './neighbours.ts';
import { putTogether } from './put-together.ts';
import type { SplitSettings } from './split-clips.ts';
import { setLength, startAt } from './set-times.ts';
import { type CutFacts, limitTrim, trimClip } from './trim-clip.ts';

/** Two clips of a track of which the later one begins where the earlier one ends, or before. */
export interface Cut extends Neighbours {
  /** Seconds for which both are seen or heard. */
  readonly overlap: number;
  /** True for two sounds without a picture, which only a cross-fade joins. */
  readonly isOfSounds: boolean;
}

/** Seconds that are as good as none. */
const TINY = 0.002;

/** The assets without a picture. A transition changes nothing of them. */
const UNSEEN: ReadonlySet<string> = new Set(['audio', 'text-to-speech', 'luma']);

/** Lists the cuts between clips with a picture and those between sounds, track by track. */
export function listCuts(edit: DraftEdit, spans: readonly ClipSpan[]): Cut[] {
  const typeOf = (span: ClipSpan): string => findClip(edit, span)?.asset?.type ?? '';
  const seen = spans.filter((span) => !UNSEEN.has(typeOf(span)));
  const sounds = spans.filter((span) => typeOf(span) === 'audio');
  return [...listCutsBetween(seen, false), ...listCutsBetween(sounds, true)];
}

function listCutsBetween(spans: readonly ClipSpan[], isOfSounds: boolean): Cut[] {
  return [...Map.groupBy(spans, ({ track }) => track).values()].flatMap((own) => {
    const sorted = own.toSorted((one, other) => one.start - other.start);
    return sorted.flatMap((after, index) => {
      const before = sorted[index - 1];
      const shared = before ? before.start + before.length - after.start : -1;
      const isCut =
        before &&
        shared > -TINY &&
        after.start > before.start + TINY &&
        after.start + after.length > before.start + before.length + TINY;
      return isCut ? [{ before, after, overlap: Math.max(0, roundTime(shared)), isOfSounds }] : [];
    });
  });
}

/** Returns the name of the transition at a cut. Undefined if there is none. */
export function nameAtCut(edit: DraftEdit, cut: Cut): string | undefined {
  const { after, overlap } = cut;
  if (cut.isOfSounds) return isCrossFaded(edit, cut) ? 'fade' : undefined;
  const step = readAt(findClip(edit, after), ['transition', 'in']);
  const name = typeof step === 'string' ? step : readAt(step, ['name']);
  return overlap > 0 && typeof name === 'string' && name !== 'none' ? name : undefined;
}

/** Returns the longest transition that a cut may have, in seconds: a clip is shared with each neighbour in part. */
export function longestTransition(edit: DraftEdit, spans: readonly ClipSpan[], cut: Cut): number {
  const others = listCuts(edit, spans).filter(({ overlap }) => overlap > 0);
  const isShared = {
    before: others.some(({ after }) => keyOf(after) === keyOf(cut.before)),
    after: others.some(({ before }) => keyOf(before) === keyOf(cut.after)),
  };
  return Math.min(cut.before.length / (isShared.before ? 2 : 1), cut.after.length / (isShared.after ? 2 : 1));
}

/** A transition at a cut. */
export interface CutTransition {
  /** One of the names of the interface, without a speed. */
  readonly name: string;
  /** Default: the overlap that is there, or the usual length of the transition. */
  readonly seconds?: number | undefined;
  /** True if the sounds of both clips fade, too. Default: as before, and true for a new transition. */
  readonly fadesSounds?: boolean | undefined;
}

/**
 * Puts a transition at a cut, changes its length, or removes it. Both clips become longer at the cut as far as their
 * files have more, so that what is before and after it stays where it is. Where a file has no more, the later clip and
 * those after it move forward.
 *
 * @param transition undefined to remove it. Then the cut is in the middle of the transition.
 */
export function setTransition(
  edit: DraftEdit,
  spans: readonly ClipSpan[],
  cut: Cut,
  transition: CutTransition | undefined,
  settings: SplitSettings,
): Change[] {
  if (cut.after.clip !== cut.before.clip + 1) {
    const ordered = putTogether(edit, spans, cut);
    const next = changeDraft(edit, ordered.changes);
    return [...ordered.changes, ...setTransition(next, ordered.spans, ordered.pair, transition, settings)];
  }
  const seconds = fitTransition(edit, spans, cut, transition, settings.rate);
  const changes = [
    ...changeOverlap(edit, spans, cut, seconds, settings),
    ...(cut.isOfSounds ? [] : nameTransition(edit, cut, transition?.name, seconds)),
  ];
  const wasFaded = isCrossFaded(edit, cut);
  const isFaded = transition && (transition.fadesSounds ?? (wasFaded || nameAtCut(edit, cut) === undefined));
  const fades = isFaded || wasFaded ? readCutFades(edit, cut) : undefined;
  if (!fades) return changes;
  return [...changes, ...crossFadeSounds(edit, cut, fades, isFaded ? seconds : 0, changes)];
}

/** Returns the seconds of a transition in whole frames, as far as the clips of its cut are long enough. */
function fitTransition(
  edit: DraftEdit,
  spans: readonly ClipSpan[],
  cut: Cut,
  transition: CutTransition | undefined,
  rate: number,
): number {
  if (!transition) return 0;
  const most = longestTransition(edit, spans, cut);
  const usual = cut.isOfSounds ? SOUND_FADE : (usualTransitionSeconds(transition.name) ?? 1);
  const wanted = transition.seconds ?? (cut.overlap || usual);
  const frames = Math.min(nearestFrameAt(wanted, rate), Math.floor(most * rate + TINY));
  return roundTime(secondsOfFrames(Math.max(1, frames), rate));
}

/** Makes the clips of a cut overlap by some seconds. */
function changeOverlap(
  edit: DraftEdit,
  spans: readonly ClipSpan[],
  { before, after, overlap }: Cut,
  seconds: number,
  settings: SplitSettings,
): Change[] {
  const facts = { before: factsOf(edit, before, settings), after: factsOf(edit, after, settings) };
  const share = divide(edit, { before, after }, seconds - overlap, facts);
  const end = after.start + after.length;
  const later = spans.filter(
    (span) =>
      span.track === after.track && span.hasStart && span.start > end - TINY && keyOf(span) !== keyOf(before),
  );
  const isEndless = findClip(edit, before)?.length === 'end';
  return [
    ...(share.before !== 0 ? trimClip(edit, before, 'end', share.before, facts.before) : []),
    ...(share.before === 0 && isEndless ? setLength(edit, before, before.length) : []),
    ...(share.after !== 0 ? trimClip(edit, after, 'start', -share.after, facts.after) : []),
    ...followBy(after, seconds),
    ...(share.rest > TINY ? later.flatMap((span) => startAt(edit, span, span.start - share.rest)) : []),
  ];
}

/** Lets a clip follow the one before it on the list. @param overlap seconds for which both are seen. */
function followBy(after: ClipPlace, overlap: number): Change[] {
  return [
    { path: [...pathOf(after), 'start'], value: 'auto' },
    { path: [...pathOf(after), 'overlap'], value: overlap > 0 ? overlap : undefined },
  ];
}

/** Seconds by which the clips of a cut become longer, and by which the later one moves forward. */
interface Share {
  readonly before: number;
  readonly after: number;
  readonly rest: number;
}

/** Divides a longer or shorter overlap among both clips of a cut: half for each, unless a file has no more. */
function divide(
  edit: DraftEdit,
  { before, after }: Neighbours,
  by: number,
  facts: { readonly before: CutFacts; readonly after: CutFacts },
): Share {
  const clips = { before: findClip(edit, before) ?? {}, after: findClip(edit, after) ?? {} };
  const { rate } = facts.before;
  const half = secondsOfFrames(Math.ceil(nearestFrameAt(Math.abs(by), rate) / 2), rate) * Math.sign(by);
  const roomOf = (wanted: number): { before: number; after: number } => ({
    before: limitTrim(clips.before, before, 'end', wanted, facts.before),
    after: -limitTrim(clips.after, after, 'start', -wanted, facts.after),
  });
  if (by <= 0) {
    const ends = roomOf(half);
    return { before: ends.before, after: roomOf(by - half).after, rest: 0 };
  }
  const room = roomOf(by);
  const own = Math.min(room.before, Math.max(half, by - room.after));
  const lead = Math.min(room.after, by - own);
  return { before: own, after: lead, rest: by - own - lead };
}

/** Writes a transition at the clips of a cut. Those that both clips share need both, the others cover the earlier one. */
function nameTransition(
  edit: DraftEdit,
  { before, after }: Cut,
  name: string | undefined,
  seconds: number,
): Change[] {
  const isOfBoth =
    name !== undefined && /^(fade|push|zoomThrough|whip|glitch|lightLeak|filmBurn|pageTurn)/.test(name);
  const usual = name !== undefined && (isOfBoth || usualTransitionSeconds(name) === seconds);
  const step = name === undefined || usual ? name : { name, duration: seconds };
  return [
    ...changeStep(edit, before, 'out', isOfBoth ? keepFields(edit, before, 'out', name) : undefined),
    ...changeStep(edit, after, 'in', keepFields(edit, after, 'in', step)),
  ];
}

/** Keeps the other fields of a transition that stays the same one. @param step its name, or its name and duration. */
function keepFields(edit: DraftEdit, place: ClipPlace, way: 'in' | 'out', step: unknown): unknown {
  const was = readAt(findClip(edit, place), ['transition', way]);
  const next = typeof step === 'string' ? { name: step } : step;
  if (typeof was !== 'object' || was === null || typeof next !== 'object' || next === null) return step;
  const { duration: _, ...kept } = was as Readonly<Record<string, unknown>>;
  const isSame = kept['name'] === readAt(next, ['name']) && Object.keys(kept).length > 1;
  return isSame ? { ...kept, ...next } : step;
}

function changeStep(edit: DraftEdit, place: ClipPlace, way: 'in' | 'out', step: unknown): Change[] {
  const clip = findClip(edit, place) ?? {};
  const changed = withFields(clip, [{ path: ['transition', way], value: step }]);
  const isEmptied = Object.keys(changed['transition'] ?? {}).length === 0;
  const after = isEmptied ? undefined : changed['transition'];
  return describeChanges([...pathOf(place), 'transition'], clip['transition'], after);
}

/** Moves a cut: one clip becomes longer and the other one shorter, within their files. */
export function rollCut(edit: DraftEdit, cut: Cut, by: number, settings: SplitSettings): Change[] {
  const { before, after } = cut;
  const moved = limitRoll(edit, cut, by, settings);
  if (Math.abs(moved) < TINY) return [];
  const isTied = findClip(edit, after)?.start === 'auto' && after.clip === before.clip + 1;
  return [
    ...trimClip(edit, before, 'end', moved, factsOf(edit, before, settings)),
    ...trimClip(edit, after, 'start', moved, factsOf(edit, after, settings)),
    ...(isTied ? followBy(after, cut.overlap) : []),
  ];
}

/** Returns the seconds by which a cut can be moved. */
export function limitRoll(
  edit: DraftEdit,
  { before, after }: Cut,
  by: number,
  settings: SplitSettings,
): number {
  const limits = [
    limitTrim(findClip(edit, before) ?? {}, before, 'end', by, factsOf(edit, before, settings)),
    limitTrim(findClip(edit, after) ?? {}, after, 'start', by, factsOf(edit, after, settings)),
  ];
  return by < 0 ? Math.max(...limits, by) : Math.min(...limits, by);
}

function factsOf(edit: DraftEdit, place: ClipPlace, { fileLengthOf, ...facts }: SplitSettings): CutFacts {
  return { ...facts, fileLength: fileLengthOf(findClip(edit, place) ?? {}) };
}
