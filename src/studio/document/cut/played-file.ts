import { parseAlias } from '../../../base/vocabulary/alias-reference.ts';
import type { DraftClip } from '../edit-text.ts';
import { integrateTweens } from '../motion/cut-tweens.ts';

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
export function fileSecondAt(clip: DraftClip, seconds: number): number | undefined {
  const speed = clip.asset?.['speed'];
  const played = changesSpeed(clip)
    ? integrateTweens(speed as readonly unknown[], seconds)
    : readSpeed(clip) * seconds;
  return played === undefined ? undefined : readTrim(clip) + played;
}

/**
 * Returns the seconds that a clip can last until its file ends, if it becomes longer. Endless if the file repeats,
 * stands still, plays backwards or is unknown.
 *
 * @param length seconds of the clip now.
 * @param fileLength seconds of the file.
 */
export function longestLength(clip: DraftClip, length: number, fileLength: number | undefined): number {
  const [end, later] = [length, length + 1].map((seconds) => fileSecondAt(clip, seconds));
  if (!isTrimmed(clip) || isLooped(clip) || fileLength === undefined) return Infinity;
  if (end === undefined || later === undefined || later <= end) return Infinity;
  // After its tweens, the speed stays what it is.
  return Math.max(0, length + (fileLength - end) / (later - end));
}

/** Returns the seconds by which a clip can begin earlier until its file begins. */
export function longestLead(clip: DraftClip): number {
  const speed = readTrim(clip) - (fileSecondAt(clip, -1) ?? 0);
  return isTrimmed(clip) && speed > 0 ? readTrim(clip) / speed : Infinity;
}
