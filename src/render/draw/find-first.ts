/** Returns the first index from `from` to `last` that passes, if all later indices pass, too. `last` is not tried. */
export function findFirst(from: number, last: number, passes: (index: number) => boolean): number {
  let [start, end] = [from, last];
  while (start < end) {
    const middle = (start + end) >> 1;
    if (passes(middle)) end = middle;
    else start = middle + 1;
  }
  return start;
}
