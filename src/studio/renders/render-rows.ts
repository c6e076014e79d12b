import type { ListedRender, RenderChange, RenderStatus } from '../../client/index.ts';

/** True if a render will not change any more. */
export function isEnded(status: RenderStatus): boolean {
  return status === 'done' || status === 'failed';
}

/**
 * Puts the newest renders in front of the known ones. A render that is missing between the newest was deleted.
 *
 * @param newest the first page, newest first.
 * @param pageSize number of renders of a full page.
 */
export function mergeNewest(
  known: readonly ListedRender[],
  newest: readonly ListedRender[],
  pageSize: number,
): ListedRender[] {
  const oldest = newest.at(-1);
  // The page was not full, so there are no others.
  if (!oldest || newest.length < pageSize) return [...newest];
  // The ids of renders grow with time.
  return [...newest, ...known.filter(({ id }) => id < oldest.id)];
}

/** Applies what an event says to the list. */
export function applyChange<Row extends RenderChange>(rows: readonly Row[], change: RenderChange): Row[] {
  return rows.map((row) => (row.id === change.id ? applyToRender(row, change) : row));
}

/** Applies what an event says to a render. A value that the event lacks is unknown now. */
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
