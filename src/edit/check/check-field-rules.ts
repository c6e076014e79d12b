import { isStill } from '../output/output-format.ts';
import { clipPathOf, type ClipLocation } from '../clips/clip-location.ts';
import { MAX_PROBLEMS, type Path, type Problem, createProblem } from '../problems/problem.ts';
import type { PartialEdit } from './well-formed-parts.ts';
import type { Length } from '../schema/clip.ts';
import type { Tween } from '../schema/tween.ts';

/** What is wrong between the fields of the output, and of each clip. At most {@link MAX_PROBLEMS} problems. */
export function checkFieldRules(
  { output }: Pick<PartialEdit, 'output'>,
  clips: readonly ClipLocation[],
): Problem[] {
  const found: Problem[] = [...checkRangeLength(output), ...checkMute(output)];
  for (const location of clips) {
    const animated = listAnimations(location);
    found.push(...checkAutoLength(location), ...animated.flatMap(checkTweenOverlaps));
    found.push(...animated.flatMap((animation) => checkTweenEnds(animation, location.clip.length)));
    if (found.length >= MAX_PROBLEMS) break;
  }
  return found.slice(0, MAX_PROBLEMS);
}

/** Nothing is of no length, whatever the rate; but a still is one frame of a range, however long that is. */
function checkRangeLength({ range, format }: PartialEdit['output']): Problem[] {
  if (range?.length !== 0 || format === undefined || isStill({ format })) return [];
  const phrase = 'must be more than 0, or there is nothing to render';
  return [createProblem(['output', 'range', 'length'], 'out_of_range', phrase, 'number')];
}

/** What is only sound is nothing without it; a file of silence would hardly be meant. */
function checkMute({ mute, format }: PartialEdit['output']): Problem[] {
  if (mute !== true || format !== 'mp3') return [];
  const phrase = 'cannot be true for an mp3, which is nothing but sound; leave it out, or make an mp4';
  return [createProblem(['output', 'mute'], 'conflict', phrase, 'boolean')];
}

/** A file that stands still has no duration to take the length of the clip from (contract C22). */
function checkAutoLength(location: ClipLocation): Problem[] {
  const { asset, length } = location.clip;
  if (length !== 'auto' || !('speed' in asset) || asset.speed !== 0) return [];
  const phrase = 'cannot be 0 in a clip with the length "auto"; give the clip a length in seconds';
  return [createProblem([...clipPathOf(location), 'asset', 'speed'], 'conflict', phrase, 'number')];
}

interface Animation {
  readonly path: Path;
  readonly tweens: readonly Tween[];
}

function listAnimations(location: ClipLocation): Animation[] {
  const { asset, scale, opacity, offset, transform } = location.clip;
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
    Array.isArray(tweens) ? [{ path: [...clipPathOf(location), ...path], tweens }] : [],
  );
}

/** Seconds by which sums of decimal numbers may miss each other without being different moments. */
const TOLERANCE_SECONDS = 1e-6;

/** A tween ends with its clip at the latest (contract 2.7), where it is known without a look at any media when that is. */
function checkTweenEnds({ path, tweens }: Animation, clipLength: Length): Problem[] {
  if (typeof clipLength !== 'number') return [];
  const late = tweens.map(tweenEndOf).findIndex((end) => end - clipLength > TOLERANCE_SECONDS);
  const tween = tweens[late];
  if (tween === undefined) return [];
  const phrase = `ends at ${tweenEndOf(tween)} s, after its clip, which lasts ${clipLength} s`;
  return [createProblem([...path, late], 'out_of_range', phrase, 'object')];
}

function tweenEndOf({ start = 0, length = 0 }: Tween): number {
  return start + length;
}

/** Tweens of one list may touch, in any order, but not overlap (contract C25). */
function checkTweenOverlaps({ path, tweens }: Animation): Problem[] {
  const byStart = tweens
    .map((tween, index) => ({ index, start: tween.start ?? 0, end: tweenEndOf(tween) }))
    .sort((a, b) => a.start - b.start);
  const found: Problem[] = [];
  for (const [order, tween] of byStart.entries()) {
    const before = byStart[order - 1];
    if (before === undefined || before.end - tween.start <= TOLERANCE_SECONDS) continue;
    const phrase = `starts at ${tween.start} s, before the tween [${before.index}] ends at ${before.end} s; tweens of a list must not overlap`;
    found.push(createProblem([...path, tween.index], 'overlap', phrase, 'object'));
    if (found.length >= MAX_PROBLEMS) break;
  }
  return found;
}
