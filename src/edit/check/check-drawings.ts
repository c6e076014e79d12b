import { type ClipLocation, clipPathOf } from '../clips/clip-location.ts';
import { collectProblems, createProblem, type Problem } from '../problems/problem.ts';
import { describeSvgExcess } from '../svg/describe-svg-excess.ts';

/**
 * Reports SVG assets whose markup would take too much memory or time to draw. Clips with the same markup are
 * checked once.
 */
export function checkDrawings(clips: readonly ClipLocation[]): Problem[] {
  const known = new Map<string, string | undefined>();
  return collectProblems(clips, (location) => {
    const { asset } = location.clip;
    if (asset.type !== 'svg') return [];
    if (!known.has(asset.src)) known.set(asset.src, describeSvgExcess(asset.src));
    const phrase = known.get(asset.src);
    const path = [...clipPathOf(location), 'asset', 'src'];
    return phrase === undefined ? [] : [createProblem(path, 'out_of_range', phrase)];
  });
}
