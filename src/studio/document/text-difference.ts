/** A change from one text to another: the characters `from` to `to` become `insert`. */
export interface TextDifference {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** Returns the one change between two texts. */
export function differenceOf(before: string, after: string): TextDifference {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from++;
  let end = 0;
  while (end < most - from && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) };
}

/** Makes a change. */
export function applyDifference(text: string, { from, to, insert }: TextDifference): string {
  return text.slice(0, from) + insert + text.slice(to);
}
