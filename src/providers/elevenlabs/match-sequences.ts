/** Maximum number of entries of the table. Longer sequences match only at their beginnings and ends. */
const MAX_ENTRIES = 4_000_000;

/**
 * Finds the longest common subsequence of two sequences of texts. Empty texts match nothing.
 *
 * @returns the indices of each matching pair, in ascending order.
 */
export function matchSequences(
  a: readonly string[],
  b: readonly string[],
): (readonly [indexInA: number, indexInB: number])[] {
  let begin = 0;
  while (isMatch(a[begin], b[begin])) begin++;
  let same = 0;
  while (same < Math.min(a.length, b.length) - begin && isMatch(a.at(-1 - same), b.at(-1 - same))) same++;
  const inner = matchInner(a.slice(begin, a.length - same), b.slice(begin, b.length - same));
  return [
    ...range(begin).map((index) => [index, index] as const),
    ...inner.map(([i, j]) => [i + begin, j + begin] as const),
    ...range(same).map((index) => [a.length - same + index, b.length - same + index] as const),
  ];
}

function isMatch(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && a !== '' && a === b;
}

function range(length: number): number[] {
  return Array.from({ length }, (_, index) => index);
}

function matchInner(a: readonly string[], b: readonly string[]): [number, number][] {
  const columns = b.length + 1;
  if ((a.length + 1) * columns > MAX_ENTRIES) return [];
  // Entry i, j is the length of the longest common subsequence of what follows i in a and j in b.
  const lengths = new Uint16Array((a.length + 1) * columns);
  const lengthAt = (i: number, j: number): number => lengths[i * columns + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * columns + j] = isMatch(a[i], b[j])
        ? lengthAt(i + 1, j + 1) + 1
        : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1));
  const pairs: [number, number][] = [];
  for (let [i, j] = [0, 0]; i < a.length && j < b.length;) {
    if (isMatch(a[i], b[j])) pairs.push([i++, j++]);
    else if (lengthAt(i + 1, j) >= lengthAt(i, j + 1)) i++;
    else j++;
  }
  return pairs;
}
