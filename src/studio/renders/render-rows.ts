import type { RenderChange, RenderStatus } from '../../client/index.ts';

/** True if a render will not change any more. */
export function isEnded(status: RenderStatus): boolean {
  return status === 'done' || status === 'failed';
}

/** Applies an event to a render. A value that the event lacks is unknown now. */
export function applyToRender<Row extends RenderChange>(row: Row, change: RenderChange): Row {
  // The row and the change have all fields of a row together.
  return { ...row, eta: undefined, error: undefined, ...change };
}

/**
 * Chooses the renders to follow: those that run, then the oldest of those that wait, because they run next.
 *
 * @param most the number of connections that the browser can spare.
 */
export function chooseFollowed(rows: readonly RenderChange[], most: number): string[] {
  const open = rows.filter(({ status }) => !isEnded(status)).reverse();
  const running = open.filter(({ status }) => status !== 'queued');
  const waiting = open.filter(({ status }) => status === 'queued');
  return [...running, ...waiting].slice(0, most).map(({ id }) => id);
}
