/** Joins pieces of advice to a sentence: `Do this, do that, or do something else.` */
export function joinWays(ways: readonly string[]): string {
  const last = ways.at(-1) ?? '';
  const sentence = ways.length < 2 ? last : `${ways.slice(0, -1).join(', ')}, or ${last}`;
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}
