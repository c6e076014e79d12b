import type { CallbackList, ListedRender, Render, RenderStatus } from './answers.ts';
import { editCall } from './calls.ts';
import type { CallOptions, Connection } from './connection.ts';
import { RenderHandle } from './render-handle.ts';

/** Which renders to list. */
export interface ListRendersOptions extends CallOptions {
  /** Only renders with this status. */
  readonly status?: RenderStatus;
  /** How many are asked for at once, 1 to 100. */
  readonly pageSize?: number;
}

/** How to look at a render. */
export interface GetRenderOptions extends CallOptions {
  /** Whether the answer has the edit, as it was submitted. Default false. */
  readonly data?: boolean;
  /** Whether that edit has its placeholders replaced. Default false. */
  readonly merged?: boolean;
}

/** The renders of an account in one environment. Every method throws a `KinoraApiError` when it is refused. */
export class Renders {
  readonly #connection: Connection;

  /** Clients have one as `renders`. */
  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** All renders, newest first, asked for page by page while they are read. */
  async *list({ status, pageSize, signal }: ListRendersOptions = {}): AsyncGenerator<ListedRender, void> {
    let cursor: string | undefined;
    do {
      const query = { status, limit: pageSize, cursor };
      const call = editCall<Page>('GET', '/render', { query, signal });
      const page: Page = await this.#connection.send(call);
      yield* page.renders;
      cursor = page.cursor ?? undefined;
    } while (cursor !== undefined);
  }

  /** A render as it is now. */
  get(id: string, { data = false, merged, signal }: GetRenderOptions = {}): Promise<Render> {
    return this.#connection.send(editCall<Render>('GET', pathOf(id), { query: { data, merged }, signal }));
  }

  /** What was told of a render to its receiver, in order, with every attempt. */
  callbacks(id: string, { signal }: CallOptions = {}): Promise<CallbackList> {
    return this.#connection.send(editCall<CallbackList>('GET', `${pathOf(id)}/callbacks`, { signal }));
  }

  /** Has a callback sent again, at once. */
  async resend(id: string, callback: string, { signal }: CallOptions = {}): Promise<void> {
    const path = `${pathOf(id)}/callbacks/${encodeURIComponent(callback)}/resend`;
    await this.#connection.send(editCall('POST', path, { signal }));
  }

  /** A render that was submitted earlier, to be waited for, followed or cancelled. Asks the server nothing yet. */
  handle(id: string): RenderHandle {
    return new RenderHandle(this.#connection, Promise.resolve(id));
  }
}

function pathOf(id: string): string {
  return `/render/${encodeURIComponent(id)}`;
}

interface Page {
  readonly renders: readonly ListedRender[];
  readonly cursor: string | null;
}
