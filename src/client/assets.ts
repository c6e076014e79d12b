import type { Asset, NewTransfer, Transfer } from './built/types.ts';
import type { Checked } from './checked.ts';
import { type CreateOptions, createIdempotencyKey, encodeSegment } from './api-calls.ts';
import type { CallOptions, Connection } from './connection.ts';
import { KinoraTimeoutError } from './errors.ts';
import { sleep, createTimeLimit } from './time-limit.ts';

/** Options for waiting for files. */
export interface AssetWaitOptions extends CallOptions {
  /** Time limit in milliseconds. Default: one hour. */
  readonly timeout?: number | undefined;
}

/** Options for listing files. */
export interface ListAssetsOptions extends CallOptions {
  /** Number of files per request, 1 to 100. */
  readonly pageSize?: number | undefined;
}

const DEFAULT_WAIT_MS = 3_600_000;
/** Milliseconds between two status requests. */
const POLL_INTERVAL_MS = 1000;

/**
 * The hosted files of an account in one environment. Every method throws a `KinoraApiError` if the request
 * fails.
 */
export class Assets {
  private readonly connection: Connection;

  /** Use the `assets` of a client instead. */
  constructor(connection: Connection) {
    this.connection = connection;
  }

  /** Yields all files, newest first. Requests each page only when the caller reaches that page. */
  async *list({ pageSize, signal }: ListAssetsOptions = {}): AsyncGenerator<Asset, void> {
    let cursor: string | undefined;
    do {
      const page: AssetPage = await this.connection.send<AssetPage>({
        method: 'GET',
        api: 'serve',
        path: '/assets',
        query: { limit: pageSize, cursor },
        signal,
        read: async (response) => (await response.json()) as AssetPage,
      });
      yield* page.data.map(({ attributes }) => attributes);
      cursor = page.cursor ?? undefined;
    } while (cursor !== undefined);
  }

  /** Returns a file. */
  async get(id: string, options: CallOptions = {}): Promise<Asset> {
    const { attributes } = await this.getData<AssetData>(`/assets/${encodeSegment(id)}`, options);
    return attributes;
  }

  /**
   * Returns the files of the render or transfer with this id. Throws `not_found` until Kinora starts to
   * publish the first file.
   */
  async ofRender(id: string, options: CallOptions = {}): Promise<readonly Asset[]> {
    const found = await this.getData<AssetData[]>(`/assets/render/${encodeSegment(id)}`, options);
    return found.map(({ attributes }) => attributes);
  }

  /**
   * Waits until every file of a render or a transfer is ready or has failed. The `status` of a file says
   * whether the file is ready or has failed.
   *
   * @param id as for {@link Assets.ofRender}. For an unfinished render, use `assets` of its handle.
   * @throws {KinoraTimeoutError} if the time limit is over. The transfer of the files continues.
   * @throws {KinoraApiError} as for {@link Assets.ofRender}.
   */
  async wait(
    id: string,
    { signal, timeout = DEFAULT_WAIT_MS }: AssetWaitOptions = {},
  ): Promise<readonly Asset[]> {
    const tooLong = () => new KinoraTimeoutError(`Not all files were ready within ${timeout} ms.`);
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

  /**
   * Sends a file from a public URL to destinations. To wait for the transfer, call `wait` with the id of the
   * transfer.
   */
  async transfer<const Given>(
    transfer: Checked<Given, NewTransfer, '`const transfer: NewTransfer = ...`'>,
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

  /** Deletes a hosted file. If the file is at another provider, deletes only the entry in Kinora. */
  async delete(id: string, options: CallOptions = {}): Promise<void> {
    await this.connection.send({
      method: 'DELETE',
      api: 'serve',
      path: `/assets/${encodeSegment(id)}`,
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

interface AssetPage {
  readonly data: readonly AssetData[];
  readonly cursor: string | null;
}
