import { KinoraApiError, type KinoraClient, type ListedRender } from '../../client/index.ts';
import { describeError } from '../shell/describe-error.ts';
import { PagedList } from '../shell/paged-list.ts';
import { applyToRender, chooseFollowed, isEnded } from './render-rows.ts';

/**
 * Event streams at a time. A browser opens only six connections to a server without HTTPS, and the pictures and
 * the other requests need theirs.
 */
const MOST_STREAMS = 3;

/** The list of renders. Event streams of those that run keep it up to date. */
export class RenderListing {
  readonly list: PagedList<ListedRender>;
  private readonly client: KinoraClient;
  private readonly followed = new Set<string>();

  constructor(client: KinoraClient) {
    this.client = client;
    this.list = new PagedList(
      (pageSize, signal) => client.renders.list({ pageSize, signal }),
      () => this.follow(),
    );
  }

  /** Cancels a render that is not finished. @returns why it failed, or undefined. */
  async cancel(id: string): Promise<string | undefined> {
    try {
      await this.client.renders.handle(id).cancel();
      await this.list.refresh();
      return undefined;
    } catch (error) {
      return describeError(error);
    }
  }

  /** Opens the event streams that are wanted and not open. */
  private follow(): void {
    if (this.list.closed.aborted) return;
    const free = MOST_STREAMS - this.followed.size;
    const wanted = chooseFollowed(this.list.rows.peek() ?? [], MOST_STREAMS);
    for (const id of wanted.filter((each) => !this.followed.has(each)).slice(0, Math.max(0, free)))
      void this.followOne(id);
  }

  private async followOne(id: string): Promise<void> {
    const { list, client } = this;
    const options = { signal: list.closed };
    let isOver = false;
    this.followed.add(id);
    try {
      for await (const change of client.renders.handle(id).events(options)) {
        list.replace(id, (row) => applyToRender(row, change));
        if (isEnded(change.status)) break;
      }
      // The duration and the stages are no part of the events.
      const render = await client.renders.get(id, options);
      isOver = isEnded(render.status);
      list.replace(id, () => render);
    } catch (error) {
      isOver = error instanceof KinoraApiError && error.status === 404;
      if (isOver) list.drop(id);
      // Otherwise the next refresh of the list opens the stream again.
    } finally {
      this.followed.delete(id);
    }
    if (isOver) this.follow();
  }
}
