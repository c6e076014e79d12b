import type { JSX } from 'preact';
import type { PagedList } from './paged-list.ts';

/** The parts of a list that the button needs. */
type Pages = Pick<PagedList<never>, 'hasMore' | 'isLoading' | 'loadMore'>;

/** Loads the next page of a list. Absent if there is none. */
export function MoreButton(props: { readonly list: Pages; readonly title: string }): JSX.Element | null {
  const { list, title } = props;
  if (!list.hasMore.value) return null;
  return (
    <div class="more">
      <button
        type="button"
        class="button"
        disabled={list.isLoading.value}
        onClick={() => void list.loadMore()}
      >
        {title}
      </button>
    </div>
  );
}
