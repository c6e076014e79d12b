import { useEffect, useMemo } from 'preact/hooks';
import { type Identified, type ListAll, PagedList } from './paged-list.ts';

/**
 * Returns a list that is open as long as its view is shown.
 *
 * @param load loads the rows. Another list is opened if one of `from` changes.
 * @param added changes when there are more rows than before. 0 if none were added yet.
 */
export function usePagedList<Row extends Identified>(
  load: ListAll<Row>,
  from: readonly unknown[],
  added = 0,
): PagedList<Row> {
  const list = useMemo(() => new PagedList<Row>(load), from);
  useEffect(() => {
    void list.open();
    return () => list.close();
  }, [list]);
  useEffect(() => {
    if (added > 0) void list.refresh();
  }, [list, added]);
  return list;
}
