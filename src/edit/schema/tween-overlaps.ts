/** The times of a tween in seconds. */
interface TweenTimes {
  readonly start?: number | undefined;
  readonly length?: number | undefined;
}

/** Tolerance in seconds for comparing sums of decimal numbers. */
export const OVERLAP_TOLERANCE = 1e-6;

/** Returns the second at which a tween ends. */
export function tweenEndOf({ start = 0, length = 0 }: TweenTimes): number {
  return start + length;
}

/** Finds the tweens of a list that overlap an earlier one. Tweens may touch and may be listed in any order. */
export function findTweenOverlaps(
  tweens: readonly TweenTimes[],
): { readonly index: number; readonly phrase: string }[] {
  const byStart = tweens
    .map((tween, index) => ({ index, start: tween.start ?? 0, end: tweenEndOf(tween) }))
    .sort((a, b) => a.start - b.start);
  return byStart.flatMap(({ index, start }, order) => {
    const before = byStart[order - 1];
    if (before === undefined || before.end - start <= OVERLAP_TOLERANCE) return [];
    const phrase = `starts at ${start} s, before tween [${before.index}] ends at ${before.end} s. Tweens in a list must not overlap`;
    return [{ index, phrase }];
  });
}
