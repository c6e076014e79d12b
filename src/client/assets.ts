import type { Asset, NewTransfer, Transfer } from './responses.ts';
import { type CreateOptions, createIdempotencyKey } from './api-calls.ts';
import type { CallOptions, Connection } from './connection.ts';
import { KinoraTimeoutError } from './errors.ts';
import { sleep, createTimeLimit } from './time-limit.ts';

/** How to wait for files. */
export interface AssetWaitOptions extends CallOptions {
  /** Milliseconds, an hour when absent. */
  readonly timeout?: number;
}

const DEFAULT_WAIT_MS = 3_600_000;
/** Milliseconds between two requests for the files. */
const POLL_INTERVAL_MS = 1000;

/** The hosted files of an account in one environment. Every method throws a `KinoraApiError` when it is refused. */
export class Assets {
  private readonly connection: Connection;

  /** Clients have one as `assets`. */
  constructor(connection: Connection) {
    this.connection = connection;
  }

  /** One file. */
  async get(id: string, options: CallOptions = {}): Promise<Asset> {
    const { attributes } = await this.getData<AssetData>(`/assets/${encodeURIComponent(id)}`, options);
    return attributes;
  }

  /** The files of a render, or of a transfer by the id that you gave it; `not_found` until the first of them is being published. */
  async ofRender(id: string, options: CallOptions = {}): Promise<readonly Asset[]> {
    const found = await this.getData<AssetData[]>(`/assets/render/${encodeURIComponent(id)}`, options);
    return found.map(({ attributes }) => attributes);
  }

  /**
   * Waits until every file of a render or a transfer is at its place, or has failed to get there: their `status` says which.
   *
   * @param id as for {@link Assets.ofRender}; for a render that has not finished, its handle has `assets`.
   * @throws {KinoraTimeoutError} when it takes longer than the timeout; the files go on.
   * @throws {KinoraApiError} as {@link Assets.ofRender}.
   */
  async wait(
    id: string,
    { signal, timeout = DEFAULT_WAIT_MS }: AssetWaitOptions = {},
  ): Promise<readonly Asset[]> {
    const tooLong = () => new KinoraTimeoutError(`The files are not all there within ${timeout} ms.`);
    const limit = createTimeLimit(timeout, tooLong, signal);
    try {
      for (;;) {
        const assets = await this.ofRender(id, { signal: limit.signal });
        if (assets.every(({ status }) => status !== 'importing')) return assets;
        await sleep(POLL_INTERVAL_MS, limit.signal);
      }
    } finally {
      limit.end();
    }
  }

  /** Fetches a file from a public URL and sends it to destinations. `wait` with its id waits for it to be there. */
  async transfer(
    transfer: NewTransfer,
    { idempotencyKey = createIdempotencyKey(), signal }: CreateOptions = {},
  ): Promise<Transfer> {
    return await this.connection.send({
      method: 'POST',
      api: 'serve',
      path: '/assets',
      body: transfer,
      signal,
      headers: { 'idempotency-key': idempotencyKey },
      read: async (response) =>
        ((await response.json()) as { data: { attributes: Transfer } }).data.attributes,
    });
  }

  /** Deletes a hosted file. Of a file at another provider only what is known of it here. */
  async delete(id: string, options: CallOptions = {}): Promise<void> {
    await this.connection.send({
      method: 'DELETE',
      api: 'serve',
      path: `/assets/${encodeURIComponent(id)}`,
      ...options,
      read: () => Promise.resolve(undefined),
    });
  }

  private getData<Data>(path: string, options: CallOptions): Promise<Data> {
    return this.connection.send({
      method: 'GET',
      api: 'serve',
      path,
      ...options,
      read: async (response) => ((await response.json()) as { readonly data: Data }).data,
    });
  }
}

interface AssetData {
  readonly attributes: Asset;
}
