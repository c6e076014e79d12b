import { type ClipLocation, clipPathOf } from '../clips/clip-location.ts';
import { createProblem, MAX_PROBLEMS, type Problem } from '../problems/problem.ts';
import { describeSvgExcess } from '../svg/describe-svg-excess.ts';

/**
 * Reports SVG assets whose markup would take too much memory or time to draw. Clips with the same markup are
 * checked once. Returns at most {@link MAX_PROBLEMS} problems.
 */
export function checkDrawings(clips: readonly ClipLocation[]): Problem[] {
  const found: Problem[] = [];
  const known = new Map<string, string | undefined>();
  for (const location of clips) {
    const { asset } = location.clip;
    if (asset.type !== 'svg') continue;
    if (!known.has(asset.src)) known.set(asset.src, describeSvgExcess(asset.src));
    const phrase = known.get(asset.src);
    if (phrase === undefined) continue;
    found.push(createProblem([...clipPathOf(location), 'asset', 'src'], 'out_of_range', phrase));
    if (found.length >= MAX_PROBLEMS) break;
  }
  return found;
}
