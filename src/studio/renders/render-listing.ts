import { signal } from '@preact/signals';
import { KinoraApiError, type KinoraClient, type ListedRender } from '../../client/index.ts';
import { describeError } from '../shell/describe-error.ts';
import { applyChange, chooseFollowed, isEnded, mergeNewest } from './render-rows.ts';

const PAGE_SIZE = 20;
/**
 * Event streams at a time. A browser opens only six connections to a server without HTTPS, and the pictures and
 * the other requests need theirs.
 */
const MOST_STREAMS = 3;
/** Milliseconds after which the first page is asked for again, for renders that others have submitted. */
const REFRESH_MS = 5000;

/** The list of renders, kept up to date: by event streams of those that run, and by its first page. */
export class RenderListing {
  /** Undefined until the first page is there. */
  readonly rows = signal<readonly ListedRender[] | undefined>(undefined);
  readonly hasMore = signal(false);
  readonly isLoading = signal(false);
  readonly failure = signal<string | undefined>(undefined);
  private readonly client: KinoraClient;
  private readonly closing = new AbortController();
  private readonly followed = new Set<string>();
  private older: AsyncGenerator<ListedRender, void> | undefined;
  /** The first render of the next page, which tells that there is one. */
  private next: ListedRender | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(client: KinoraClient) {
    this.client = client;
  }

  /** Loads the first page and keeps it up to date. */
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
    const { signal: ended } = this.closing;
    this.isLoading.value = true;
    try {
      this.older ??= this.client.renders.list({ pageSize: PAGE_SIZE, signal: ended });
      const page = this.next ? [this.next] : [];
      this.next = undefined;
      while (page.length <= PAGE_SIZE) {
        const { value, done } = await this.older.next();
        if (done === true) break;
        const isKnown = this.rows.peek()?.some(({ id }) => id === value.id) ?? false;
        if (!isKnown) page.push(value);
      }
      this.next = page.length > PAGE_SIZE ? page.pop() : undefined;
      this.rows.value = [...(this.rows.peek() ?? []), ...page];
      this.hasMore.value = this.next !== undefined;
      this.failure.value = undefined;
      this.follow();
    } catch (error) {
      // A generator that has failed ends. The next try begins at the first page again.
      this.older = undefined;
      if (!ended.aborted) this.failure.value = describeError(error);
    } finally {
      this.isLoading.value = false;
    }
  }

  /** Cancels a render that is not finished. @returns why it failed, or undefined. */
  async cancel(id: string): Promise<string | undefined> {
    try {
      await this.client.renders.handle(id).cancel();
      await this.refresh();
      return undefined;
    } catch (error) {
      return describeError(error);
    }
  }

  private schedule(): void {
    if (this.closing.signal.aborted) return;
    this.timer = setTimeout(() => {
      const asked = document.visibilityState === 'visible' ? this.refresh() : Promise.resolve();
      void asked.finally(() => this.schedule());
    }, REFRESH_MS);
  }

  /** Asks for the first page again. */
  private async refresh(): Promise<void> {
    const { signal: ended } = this.closing;
    const newest: ListedRender[] = [];
    try {
      for await (const render of this.client.renders.list({ pageSize: PAGE_SIZE, signal: ended })) {
        newest.push(render);
        if (newest.length === PAGE_SIZE) break;
      }
      this.rows.value = mergeNewest(this.rows.peek() ?? [], newest, PAGE_SIZE);
      this.failure.value = undefined;
      this.follow();
    } catch (error) {
      if (!ended.aborted) this.failure.value = describeError(error);
    }
  }

  /** Opens the event streams that are wanted and not open. */
  private follow(): void {
    const free = MOST_STREAMS - this.followed.size;
    const wanted = chooseFollowed(this.rows.peek() ?? [], MOST_STREAMS);
    for (const id of wanted.filter((each) => !this.followed.has(each)).slice(0, Math.max(0, free)))
      void this.followOne(id);
  }

  private async followOne(id: string): Promise<void> {
    const { signal: ended } = this.closing;
    this.followed.add(id);
    try {
      for await (const change of this.client.renders.handle(id).events({ signal: ended })) {
        this.rows.value = applyChange(this.rows.peek() ?? [], change);
        if (isEnded(change.status)) break;
      }
      // The duration and the stages are no part of the events.
      const render = await this.client.renders.get(id, { signal: ended });
      this.rows.value = (this.rows.peek() ?? []).map((row) => (row.id === id ? render : row));
    } catch (error) {
      if (error instanceof KinoraApiError && error.status === 404)
        this.rows.value = (this.rows.peek() ?? []).filter((row) => row.id !== id);
      // Otherwise the next refresh asks for the list and opens the stream again.
    } finally {
      this.followed.delete(id);
    }
    if (!ended.aborted && this.rows.peek()?.some((row) => row.id === id && isEnded(row.status)) === true)
      this.follow();
  }
}
