import type { CallbackList, ListedRender, Render, RenderStatus } from './responses.ts';
import { createEditCall } from './api-calls.ts';
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
  private readonly connection: Connection;

  /** Clients have one as `renders`. */
  constructor(connection: Connection) {
    this.connection = connection;
  }

  /** All renders, newest first, asked for page by page while they are read. */
  async *list({ status, pageSize, signal }: ListRendersOptions = {}): AsyncGenerator<ListedRender, void> {
    let cursor: string | undefined;
    do {
      const query = { status, limit: pageSize, cursor };
      const call = createEditCall<RenderPage>('GET', '/render', { query, signal });
      const page: RenderPage = await this.connection.send(call);
      yield* page.renders;
      cursor = page.cursor ?? undefined;
    } while (cursor !== undefined);
  }

  /** A render as it is now. */
  get(id: string, { data = false, merged, signal }: GetRenderOptions = {}): Promise<Render> {
    return this.connection.send(
      createEditCall<Render>('GET', renderPath(id), { query: { data, merged }, signal }),
    );
  }

  /** What was told of a render to its receiver, in order, with every attempt. */
  callbacks(id: string, { signal }: CallOptions = {}): Promise<CallbackList> {
    return this.connection.send(
      createEditCall<CallbackList>('GET', `${renderPath(id)}/callbacks`, { signal }),
    );
  }

  /** Has a callback sent again, at once. */
  async resend(id: string, callback: string, { signal }: CallOptions = {}): Promise<void> {
    const path = `${renderPath(id)}/callbacks/${encodeURIComponent(callback)}/resend`;
    await this.connection.send(createEditCall('POST', path, { signal }));
  }

  /** A render that was submitted earlier, to be waited for, followed or cancelled. Asks the server nothing yet. */
  handle(id: string): RenderHandle {
    return new RenderHandle(this.connection, Promise.resolve(id));
  }
}

function renderPath(id: string): string {
  return `/render/${encodeURIComponent(id)}`;
}

interface RenderPage {
  readonly renders: readonly ListedRender[];
  readonly cursor: string | null;
}
