import { clipsOf, pathOf, type ClipPlace } from './places.ts';
import { problemAt, type Path, type Problem } from './problem.ts';
import type { Edit } from './schema/edit.ts';
import { MAX_PROBLEMS } from './schema/list.ts';
import type { Tween } from './schema/tween.ts';

/** What is wrong between the fields of one clip whose form is right. At most {@link MAX_PROBLEMS} problems. */
export function ruleProblems(edit: Edit): Problem[] {
  const found: Problem[] = [];
  for (const place of clipsOf(edit)) {
    found.push(...endless(place), ...animations(place).flatMap(overlaps));
    if (found.length >= MAX_PROBLEMS) break;
  }
  return found.slice(0, MAX_PROBLEMS);
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

/** Tweens of one list may touch, in any order, but not overlap (contract C25). */
function overlaps({ path, tweens }: Animation): Problem[] {
  const byStart = tweens
    .map(({ start = 0, length = 0 }, index) => ({ index, start, end: start + length }))
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
