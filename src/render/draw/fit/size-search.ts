/** No letter of a larger size is inside a box: a box is at most 3840 pixels wide. */
const LARGEST = 4096;

/**
 * Returns the font sizes to choose from, in pixels, descending: the wanted size and all smaller whole numbers
 * down to the least size. There is always the wanted size.
 */
export function listSizes(wanted: number, least: number): number[] {
  const sizes = [wanted];
  for (let whole = Math.min(LARGEST, Math.ceil(wanted) - 1); whole >= least; whole--) sizes.push(whole);
  return sizes;
}

/** Returns the first index from `from` to `last` that passes, if all later indices pass, too. */
export function findFirst(from: number, last: number, passes: (index: number) => boolean): number {
  let [start, end] = [from, last];
  while (start < end) {
    const middle = (start + end) >> 1;
    if (passes(middle)) end = middle;
    else start = middle + 1;
  }
  return start;
}
