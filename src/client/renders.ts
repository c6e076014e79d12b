import type { CallbackList, ListedRender, Render, RenderStatus } from './built/types.ts';
import { createEditCall, encodeSegment, listPages } from './api-calls.ts';
import { type CallOptions, ClientPart } from './connection.ts';
import { RenderHandle } from './render-handle.ts';

/** Options for listing renders. */
export interface ListRendersOptions extends CallOptions {
  /** Only renders with this status. */
  readonly status?: RenderStatus | undefined;
  /** Number of renders per request, 1 to 100. */
  readonly pageSize?: number | undefined;
}

/** Options for getting a render. */
export interface GetRenderOptions extends CallOptions {
  /** True to include the edit as it was submitted. Default: false. */
  readonly data?: boolean | undefined;
  /** True to replace the placeholders in that edit. Default: false. */
  readonly merged?: boolean | undefined;
}

/**
 * The renders of an account in one environment. Every method throws a `KinoraApiError` if the request fails.
 */
export class Renders extends ClientPart {
  /** Yields all renders, newest first. Requests each page only when the caller reaches that page. */
  list({ status, pageSize, signal }: ListRendersOptions = {}): AsyncGenerator<ListedRender, void> {
    const callFor = (cursor: string | undefined) =>
      createEditCall<RenderPage>('GET', '/render', { query: { status, limit: pageSize, cursor }, signal });
    return listPages(this.connection, callFor, ({ renders }) => renders);
  }

  /** Returns a render in its current state. */
  get(id: string, { data = false, merged, signal }: GetRenderOptions = {}): Promise<Render> {
    return this.connection.send(
      createEditCall<Render>('GET', renderPath(id), { query: { data, merged }, signal }),
    );
  }

  /** Returns the callbacks of a render in order, with all attempts. */
  callbacks(id: string, { signal }: CallOptions = {}): Promise<CallbackList> {
    return this.connection.send(
      createEditCall<CallbackList>('GET', `${renderPath(id)}/callbacks`, { signal }),
    );
  }

  /** Sends a callback again, immediately. */
  async resend(id: string, callback: string, { signal }: CallOptions = {}): Promise<void> {
    const path = `${renderPath(id)}/callbacks/${encodeSegment(callback, 'id of the callback')}/resend`;
    await this.connection.send(createEditCall('POST', path, { signal }));
  }

  /** Returns a handle of an existing render, to wait for it, follow it or cancel it. Sends no request. */
  handle(id: string): RenderHandle {
    return new RenderHandle(this.connection, id);
  }
}

function renderPath(id: string): string {
  return `/render/${encodeSegment(id)}`;
}

interface RenderPage {
  readonly renders: readonly ListedRender[];
  readonly cursor: string | null;
}
