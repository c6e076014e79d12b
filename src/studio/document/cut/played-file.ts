import { parseAlias } from '../../../base/vocabulary/alias-reference.ts';
import type { DraftClip } from '../edit-text.ts';
import type { Account } from '../../../client/index.ts';
import { integrateTweens } from '../motion/cut-tweens.ts';

/** Facts about the file of a clip that the clip does not say. */
export interface ClipFileFacts {
  /** Seconds of the file, if they are known. */
  readonly fileLength?: number | undefined;
  /** The dialect of the edit. Default: `interface`. */
  readonly dialect?: Account['dialect'] | undefined;
}

/** The assets that play something from a second of it. */
const TRIMMED: ReadonlySet<string> = new Set([
  'video',
  'audio',
  'luma',
  'lottie',
  'text-to-speech',
  'caption',
]);

/** True for a clip that plays a file from a second of it. Captions of a clip follow that clip instead. */
export function isTrimmed({ asset }: DraftClip): boolean {
  return TRIMMED.has(asset?.type ?? '') && parseAlias(asset?.['src']) === undefined;
}

/** True for a clip whose speed changes. */
export function changesSpeed({ asset }: DraftClip): boolean {
  return Array.isArray(asset?.['speed']) && asset['speed'].length > 0;
}

/** Returns the seconds of the file that play in a second of the timeline, if the speed does not change. */
export function readSpeed({ asset }: DraftClip): number {
  return typeof asset?.['speed'] === 'number' ? asset['speed'] : 1;
}

/** Returns the second of the file at which a clip begins. */
export function readTrim({ asset }: DraftClip): number {
  return typeof asset?.['trim'] === 'number' ? asset['trim'] : 0;
}

/**
 * Returns the seconds of the file in a second of the trim. In the dialect of the public service, a trim counts seconds
 * of playback, unless the speed is 0 or changes (contract C22).
 */
export function trimScaleOf(clip: DraftClip, { dialect }: ClipFileFacts): number {
  const speed = readSpeed(clip);
  return dialect === 'shotstack' && speed > 0 ? speed : 1;
}

/** True for a clip that plays its file again and again. */
export function isLooped({ asset }: DraftClip): boolean {
  return asset?.['loop'] === true;
}

/**
 * Returns the second of the file that a clip shows at one of its seconds. Below 0 before the beginning of the file.
 * Undefined if the speed has placeholders.
 *
 * @param seconds of the clip. Below 0, the clip would begin earlier.
 */
export function fileSecondAt(clip: DraftClip, seconds: number, facts: ClipFileFacts): number | undefined {
  const speed = clip.asset?.['speed'];
  const played = changesSpeed(clip)
    ? integrateTweens(speed as readonly unknown[], seconds)
    : readSpeed(clip) * seconds;
  return played === undefined ? undefined : readTrim(clip) * trimScaleOf(clip, facts) + played;
}

/**
 * Returns the seconds that a clip can last until its file ends, if it becomes longer. Endless if the file repeats,
 * stands still, plays backwards or is unknown.
 *
 * @param length seconds of the clip now.
 */
export function longestLength(clip: DraftClip, length: number, facts: ClipFileFacts): number {
  const { fileLength } = facts;
  const [end, later] = [length, length + 1].map((seconds) => fileSecondAt(clip, seconds, facts));
  if (!isTrimmed(clip) || isLooped(clip) || fileLength === undefined) return Infinity;
  if (end === undefined || later === undefined || later <= end) return Infinity;
  // After its tweens, the speed stays what it is.
  return Math.max(0, length + (fileLength - end) / (later - end));
}

/** Returns the seconds by which a clip can begin earlier until its file begins. */
export function longestLead(clip: DraftClip, facts: ClipFileFacts): number {
  const [earlier = 0, begin = 0] = [-1, 0].map((seconds) => fileSecondAt(clip, seconds, facts));
  return isTrimmed(clip) && begin > earlier ? begin / (begin - earlier) : Infinity;
}
