import type { JSX } from 'preact';
import { FailureMessage } from './failure-message.tsx';
import { MoreButton } from './more-button.tsx';
import type { Identified, PagedList } from './paged-list.ts';

/** The properties of a list that is shown in pages. */
interface PagedSectionProps<Row extends Identified> {
  readonly list: PagedList<Row>;
  readonly label: string;
  /** The classes of the section and of the list in it. */
  readonly classes: readonly [section: string | undefined, list: string];
  /** The text if there is nothing. */
  readonly none: readonly [title: string, text: string];
  /** Draws a row. */
  readonly children: (row: Row) => JSX.Element;
}

/** The files of a list, newest first, with a button for older ones. */
export function PagedSection<Row extends Identified>(props: PagedSectionProps<Row>): JSX.Element {
  const { list, label, classes, none, children } = props;
  const { value: rows } = list.rows;
  return (
    <section class={classes[0]} aria-label={label} aria-busy={list.isLoading.value}>
      <FailureMessage text={list.failure.value} />
      {rows?.length === 0 && (
        <div class="empty">
          <h2>{none[0]}</h2>
          <p>{none[1]}</p>
        </div>
      )}
      <ul class={classes[1]}>{(rows ?? []).map(children)}</ul>
      <MoreButton list={list} title="Show older files" />
    </section>
  );
}
