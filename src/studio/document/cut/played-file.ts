import { parseAlias } from '../../../base/vocabulary/alias-reference.ts';
import type { DraftClip } from '../edit-text.ts';

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
 * Returns the seconds that a clip can last until its file ends. Endless if the file repeats, stands still or is
 * unknown.
 *
 * @param fileLength seconds of the file.
 */
export function longestLength(clip: DraftClip, fileLength: number | undefined): number {
  const speed = readSpeed(clip);
  const isEndless =
    !isTrimmed(clip) || isLooped(clip) || changesSpeed(clip) || speed <= 0 || fileLength === undefined;
  return isEndless ? Infinity : Math.max(0, (fileLength - readTrim(clip)) / speed);
}

/** Returns the seconds by which a clip can begin earlier until its file begins. */
export function longestLead(clip: DraftClip): number {
  const speed = readSpeed(clip);
  return isTrimmed(clip) && speed > 0 ? readTrim(clip) / speed : Infinity;
}
