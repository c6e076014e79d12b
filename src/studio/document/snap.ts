/** The movement of an edge, and the line that it was pulled to. */
export interface Snapped {
  readonly by: number;
  /** Undefined if nothing was near enough. */
  readonly at: number | undefined;
}

/**
 * Pulls moved edges to a nearby line.
 *
 * @param edges the edges in seconds before the move.
 * @param by seconds by which they are moved.
 * @param lines seconds that they are pulled to, such as the edges of other clips.
 * @param reach seconds within which a line pulls.
 */
export function snap(edges: readonly number[], by: number, lines: readonly number[], reach: number): Snapped {
  let best: Snapped = { by, at: undefined };
  let nearest = reach;
  for (const edge of edges) {
    for (const line of lines) {
      const distance = Math.abs(line - (edge + by));
      if (distance > nearest) continue;
      nearest = distance;
      best = { by: line - edge, at: line };
    }
  }
  return best;
}
