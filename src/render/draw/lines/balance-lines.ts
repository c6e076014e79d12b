/**
 * Makes lines narrower as long as their number stays, so that they are about equally wide.
 *
 * @param lines the lines that fit the whole width.
 * @param widths a width that is probably too narrow, the whole width, and the precision of the result, in pixels.
 * @param breakAt breaks the text into lines of a width.
 */
export function balanceLines<Lines extends readonly unknown[]>(
  lines: Lines,
  widths: { readonly narrow: number; readonly whole: number; readonly precision: number },
  breakAt: (width: number) => Lines,
): Lines {
  let best = lines;
  let [over, fits] = [widths.narrow, widths.whole];
  while (fits - over > widths.precision) {
    const middle = (fits + over) / 2;
    const narrower = breakAt(middle);
    if (narrower.length > lines.length) over = middle;
    else [fits, best] = [middle, narrower];
  }
  return best;
}
