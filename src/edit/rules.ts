import { isStill } from './formats.ts';
import { pathOf, type ClipPlace } from './places.ts';
import { MAX_PROBLEMS, type Path, type Problem, problemAt } from './problem.ts';
import type { EditParts } from './right-parts.ts';
import type { Length } from './schema/clip.ts';
import type { Tween } from './schema/tween.ts';

/** What is wrong between the fields of the output, and of each clip. At most {@link MAX_PROBLEMS} problems. */
export function ruleProblems({ output }: Pick<EditParts, 'output'>, places: readonly ClipPlace[]): Problem[] {
  const found: Problem[] = [...withoutFrames(output), ...withoutSound(output)];
  for (const place of places) {
    const animated = animations(place);
    found.push(...endless(place), ...animated.flatMap(overlaps));
    found.push(...animated.flatMap((animation) => tooLate(animation, place.clip.length)));
    if (found.length >= MAX_PROBLEMS) break;
  }
  return found.slice(0, MAX_PROBLEMS);
}

/** Nothing is of no length, whatever the rate; but a still is one frame of a range, however long that is. */
function withoutFrames({ range, format }: EditParts['output']): Problem[] {
  if (range?.length !== 0 || format === undefined || isStill({ format })) return [];
  const phrase = 'must be more than 0, or there is nothing to render';
  return [problemAt(['output', 'range', 'length'], 'out_of_range', phrase, 'number')];
}

/** What is only sound is nothing without it; a file of silence would hardly be meant. */
function withoutSound({ mute, format }: EditParts['output']): Problem[] {
  if (mute !== true || format !== 'mp3') return [];
  const phrase = 'cannot be true for an mp3, which is nothing but sound; leave it out, or make an mp4';
  return [problemAt(['output', 'mute'], 'conflict', phrase, 'boolean')];
}

/** A file that stands still has no duration to take the length of the clip from (contract C22). */
function endless(place: ClipPlace): Problem[] {
  const { asset, length } = place.clip;
  if (length !== 'auto' || !('speed' in asset) || asset.speed !== 0) return [];
  const phrase = 'cannot be 0 in a clip with the length "auto"; give the clip a length in seconds';
  return [problemAt([...pathOf(place), 'asset', 'speed'], 'conflict', phrase, 'number')];
}

interface Animation {
  readonly path: Path;
  readonly tweens: readonly Tween[];
}

function animations(place: ClipPlace): Animation[] {
  const { asset, scale, opacity, offset, transform } = place.clip;
  const volume = 'volume' in asset ? asset.volume : undefined;
  const values: readonly (readonly [Path, number | Tween[] | undefined])[] = [
    [['asset', 'volume'], volume],
    [['scale'], scale],
    [['offset', 'x'], offset?.x],
    [['offset', 'y'], offset?.y],
    [['opacity'], opacity],
    [['transform', 'rotate', 'angle'], transform?.rotate?.angle],
    [['transform', 'skew', 'x'], transform?.skew?.x],
    [['transform', 'skew', 'y'], transform?.skew?.y],
  ];
  return values.flatMap(([path, tweens]) =>
    Array.isArray(tweens) ? [{ path: [...pathOf(place), ...path], tweens }] : [],
  );
}

/** Seconds by which sums of decimal numbers may miss each other without being different moments. */
const ROUNDING = 1e-6;

/** A tween ends with its clip at the latest (contract 2.7), where it is known without a look at any media when that is. */
function tooLate({ path, tweens }: Animation, clipLength: Length): Problem[] {
  if (typeof clipLength !== 'number') return [];
  const late = tweens.map(endOf).findIndex((end) => end - clipLength > ROUNDING);
  const tween = tweens[late];
  if (tween === undefined) return [];
  const phrase = `ends at ${endOf(tween)} s, after its clip, which lasts ${clipLength} s`;
  return [problemAt([...path, late], 'out_of_range', phrase, 'object')];
}

function endOf({ start = 0, length = 0 }: Tween): number {
  return start + length;
}

/** Tweens of one list may touch, in any order, but not overlap (contract C25). */
function overlaps({ path, tweens }: Animation): Problem[] {
  const byStart = tweens
    .map((tween, index) => ({ index, start: tween.start ?? 0, end: endOf(tween) }))
    .sort((a, b) => a.start - b.start);
  const found: Problem[] = [];
  for (const [order, tween] of byStart.entries()) {
    const before = byStart[order - 1];
    if (before === undefined || before.end - tween.start <= ROUNDING) continue;
    const phrase = `starts at ${tween.start} s, before the tween [${before.index}] ends at ${before.end} s; tweens of a list must not overlap`;
    found.push(problemAt([...path, tween.index], 'overlap', phrase, 'object'));
    if (found.length >= MAX_PROBLEMS) break;
  }
  return found;
}
