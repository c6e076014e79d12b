/** A point of a curve: its input and its output. */
export type CurvePoint = readonly [x: number, y: number];

/**
 * Returns the smooth curve through points: a cubic between each two, which never overshoots them (Fritsch and Carlson,
 * 1980). It is flat outside the first and the last.
 *
 * @param points at least one, in any order. Of two with the same input, the later one counts.
 */
export function createCurve(points: readonly CurvePoint[]): (value: number) => number {
  const sorted = [...new Map(points.map((point) => [point[0], point]))]
    .map(([, point]) => point)
    .toSorted(([one], [other]) => one - other);
  const slopes = slopesOf(sorted);
  return (value) => {
    const next = sorted.findIndex(([x]) => x > value);
    const [from, to] = [sorted[next - 1], sorted[next]];
    if (!from || !to) return (next === 0 ? to : sorted.at(-1))?.[1] ?? value;
    const width = to[0] - from[0];
    const part = (value - from[0]) / width;
    const rest = 1 - part;
    return (
      (1 + 2 * part) * rest ** 2 * from[1] +
      part * rest ** 2 * width * (slopes[next - 1] ?? 0) +
      part ** 2 * (3 - 2 * part) * to[1] -
      part ** 2 * rest * width * (slopes[next] ?? 0)
    );
  };
}

/** Returns the slope of the curve at each point. */
function slopesOf(points: readonly CurvePoint[]): number[] {
  const secants = points.slice(1).map(([x, y], index) => {
    const [beforeX, beforeY] = points[index] ?? [0, 0];
    return (y - beforeY) / (x - beforeX);
  });
  return points.map((_, index) => {
    const [before, after] = [secants[index - 1], secants[index]];
    if (before === undefined || after === undefined) return before ?? after ?? 0;
    // The harmonic mean keeps the curve between its points.
    return before * after <= 0 ? 0 : (2 * before * after) / (before + after);
  });
}
