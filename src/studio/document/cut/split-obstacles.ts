import { wordsOf } from '../../schema/field-words.ts';
import { readAt } from '../../schema/walk-schema.ts';
import { parseAlias } from '../../../base/vocabulary/alias-reference.ts';
import type { DraftClip } from '../edit-text.ts';
import { type DraftTransitions, isFade } from '../motion/fades.ts';
import {
  changesSpeed,
  type ClipFileFacts,
  fileSecondAt,
  isLooped,
  longestLength,
  readSpeed,
} from './played-file.ts';

/** Where a clip is split, in seconds of the clip. */
export interface SplitMoment extends ClipFileFacts {
  readonly at: number;
  readonly length: number;
  /** True if the clip goes over into its neighbour at this end. */
  readonly shares: { readonly in: boolean; readonly out: boolean };
}

/** Returns why no two clips can look like one that is split, as a sentence. Undefined if they can. */
export function findObstacle(
  clip: DraftClip,
  moment: SplitMoment,
  transitions: DraftTransitions,
): string | undefined {
  return (
    describeKind(clip, moment) ??
    describeRepetition(clip, moment) ??
    describeTransition(clip, moment, transitions) ??
    describeEntrance(clip, moment)
  );
}

/** The assets that begin anew in each clip, and what to do. */
const UNDIVIDED: Readonly<Record<string, string>> = {
  html5: 'A moving page begins anew in each clip, so it cannot be split. Trim it at one of its ends.',
  'image-to-video':
    'A video that is still to be generated cannot be split. Render it first, and use its file in the edit.',
};

function describeKind(clip: DraftClip, moment: SplitMoment): string | undefined {
  const { at, fileLength } = moment;
  const { asset } = clip;
  const type = asset?.type ?? '';
  if (type === 'rich-caption' && parseAlias(asset?.['src']) === undefined)
    return 'These captions begin anew in each clip, so they cannot be split. Trim them at one of their ends.';
  const cuts = describeCuts(asset);
  if (cuts !== undefined) return cuts;
  if (changesSpeed(clip) && (fileSecondAt(clip, at, moment) ?? 0) < 0)
    return 'This clip has played backwards beyond the beginning of its file here. Split it where it shows a picture.';
  if (type === 'image' && fileLength !== undefined)
    return 'An animated picture begins anew in each clip, so it cannot be split. Trim it at one of its ends.';
  return UNDIVIDED[type];
}

/** Returns why a clip that has parts cut out cannot be split. */
function describeCuts(asset: DraftClip['asset']): string | undefined {
  if (readAt(asset, ['cutSilence']) !== undefined && readAt(asset, ['cutSilence']) !== false)
    return 'The silences of this clip are cut out, so it cannot be split exactly. Reset "Cut silence" first.';
  if (readAt(asset, ['words', 'cut']) !== undefined || readAt(asset, ['words', 'keep']) !== undefined)
    return 'Words of this clip are cut out, so it cannot be split exactly. Reset "Words" first.';
  return undefined;
}

function describeRepetition(clip: DraftClip, moment: SplitMoment): string | undefined {
  if (!isLooped(clip) || readSpeed(clip) <= 0) return undefined;
  const once = longestLength({ ...clip, asset: { ...clip.asset, loop: false } }, 0, moment);
  if (moment.fileLength !== undefined && moment.length <= once && !changesSpeed(clip)) return undefined;
  return 'The file repeats in this clip, and a repetition cannot begin in its middle. Switch "Loop" off, or trim the clip.';
}

function describeTransition(
  clip: DraftClip,
  { at, length, shares }: SplitMoment,
  { in: enter, out: leave }: DraftTransitions,
): string | undefined {
  const hasOwnOpacity = Object.values(clip['shapes'] ?? {}).some(
    (place) => readAt(place, ['opacity']) !== undefined,
  );
  const isPlain = !hasOwnOpacity && (clip['opacity'] === undefined || typeof clip['opacity'] === 'number');
  if (enter && at < enter.seconds && !(isFade(enter) && isPlain && !shares.in))
    return `The clip is still appearing here (${wordsOf(enter.name)}). Split it after its first ${formatSeconds(enter.seconds)} s.`;
  if (leave && length - at < leave.seconds && !(isFade(leave) && isPlain && !shares.out))
    return `The clip is already disappearing here (${wordsOf(leave.name)}). Split it before its last ${formatSeconds(leave.seconds)} s.`;
  return undefined;
}

/** The share of its clip that a text needs at most to appear. See docs/motion.md. */
const LONGEST_ENTRANCE = 0.9;
const LETTERS_PER_SECOND = 30;
const SHORTEST_ENTRANCE = 0.3;
/** The last letter needs as much longer, as a share of the whole. */
const LAST_LETTER = 1.3;

function describeEntrance({ asset }: DraftClip, { at, length }: SplitMoment): string | undefined {
  const preset = readAt(asset, ['animation', 'preset']);
  if (preset === undefined) return undefined;
  if (preset === 'movingLetters')
    return 'The letters of this text move until its end, and would begin anew. Reset its animation to split it.';
  const duration = readAt(asset, ['animation', 'duration']);
  const letters = readWords(asset).length / LETTERS_PER_SECOND;
  const own = typeof duration === 'number' ? duration : Math.max(SHORTEST_ENTRANCE, letters);
  const whole = Math.min(Math.max(own * LAST_LETTER, own + SHORTEST_ENTRANCE), LONGEST_ENTRANCE * length);
  const first = whole / LONGEST_ENTRANCE;
  if (at >= first) return undefined;
  return `The text is still appearing here. Split it after its first ${formatSeconds(first)} s.`;
}

function readWords(asset: DraftClip['asset']): string {
  const spans = readAt(asset, ['spans']);
  const texts = Array.isArray(spans)
    ? spans.map((span) => readAt(span, ['text']))
    : [readAt(asset, ['text'])];
  return texts.filter((text) => typeof text === 'string').join('');
}

function formatSeconds(seconds: number): string {
  return String(Math.ceil(seconds * 100) / 100);
}
