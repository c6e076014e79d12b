import { signal } from '@preact/signals';
import { describeError } from './describe-error.ts';

/** A thing with an id that grows with time. */
export interface Identified {
  readonly id: string;
}

/** Yields all things, newest first. It asks for a page only when that page is reached. */
export type ListAll<Row> = (pageSize: number, signal: AbortSignal) => AsyncGenerator<Row, void>;

const PAGE_SIZE = 20;
/** Milliseconds after which the first page is asked for again. */
const REFRESH_MS = 5000;

/** A list of things on the server, newest first: pages on demand, and the first page again from time to time. */
export class PagedList<Row extends Identified> {
  /** Undefined until the first page is there. */
  readonly rows = signal<readonly Row[] | undefined>(undefined);
  readonly hasMore = signal(false);
  readonly isLoading = signal(false);
  readonly failure = signal<string | undefined>(undefined);
  /** Aborts when the list is closed. */
  readonly closed: AbortSignal;
  private readonly list: ListAll<Row>;
  private readonly onChange: () => void;
  private readonly closing = new AbortController();
  private older: AsyncGenerator<Row, void> | undefined;
  /** The first thing of the next page, which shows that there is one. */
  private next: Row | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** @param onChange called when things have arrived. */
  constructor(list: ListAll<Row>, onChange: () => void = () => undefined) {
    this.list = list;
    this.onChange = onChange;
    this.closed = this.closing.signal;
  }

  /** Loads the first page and keeps it up to date, while the page of the browser is visible. */
  async open(): Promise<void> {
    await this.loadMore();
    this.schedule();
  }

  /** Ends all requests. */
  close(): void {
    clearTimeout(this.timer);
    this.closing.abort();
  }

  /** Loads the next page. */
  async loadMore(): Promise<void> {
    this.isLoading.value = true;
    try {
      this.older ??= this.list(PAGE_SIZE, this.closed);
      const page = this.next ? [this.next] : [];
      this.next = undefined;
      while (page.length <= PAGE_SIZE) {
        const { value, done } = await this.older.next();
        if (done === true) break;
        if (!this.has(value.id)) page.push(value);
      }
      this.next = page.length > PAGE_SIZE ? page.pop() : undefined;
      this.rows.value = [...(this.rows.peek() ?? []), ...page.filter(({ id }) => !this.has(id))];
      this.hasMore.value = this.next !== undefined;
      this.failure.value = undefined;
      this.onChange();
    } catch (error) {
      // A generator that has failed ends. The next try begins at the first page again.
      this.older = undefined;
      this.report(error);
    } finally {
      this.isLoading.value = false;
    }
  }

  /** Asks for the first page again. */
  async refresh(): Promise<void> {
    const newest: Row[] = [];
    try {
      for await (const row of this.list(PAGE_SIZE, this.closed)) {
        newest.push(row);
        if (newest.length === PAGE_SIZE) break;
      }
      this.rows.value = mergeNewest(this.rows.peek() ?? [], newest, PAGE_SIZE);
      this.failure.value = undefined;
      this.onChange();
    } catch (error) {
      this.report(error);
    }
  }

  /** Replaces a thing that has changed. */
  replace(id: string, change: (row: Row) => Row): void {
    this.rows.value = this.rows.peek()?.map((row) => (row.id === id ? change(row) : row));
  }

  /** Removes a thing that is gone. */
  drop(id: string): void {
    this.rows.value = this.rows.peek()?.filter((row) => row.id !== id);
  }

  private has(id: string): boolean {
    return this.rows.peek()?.some((row) => row.id === id) ?? false;
  }

  private report(error: unknown): void {
    if (!this.closed.aborted) this.failure.value = describeError(error);
  }

  private schedule(): void {
    if (this.closed.aborted) return;
    this.timer = setTimeout(() => {
      const asked = document.visibilityState === 'visible' ? this.refresh() : Promise.resolve();
      void asked.finally(() => this.schedule());
    }, REFRESH_MS);
  }
}

/**
 * Puts the newest things in front of the known ones. A thing that is missing between the newest was deleted.
 *
 * @param newest the first page, newest first.
 * @param pageSize number of things of a full page.
 */
export function mergeNewest<Row extends Identified>(
  known: readonly Row[],
  newest: readonly Row[],
  pageSize: number,
): Row[] {
  const oldest = newest.at(-1);
  // The page was not full, so there are no others.
  if (!oldest || newest.length < pageSize) return [...newest];
  return [...newest, ...known.filter(({ id }) => id < oldest.id)];
}
