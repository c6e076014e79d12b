import { type CreateOptions, createIdempotencyKey, encodeSegment } from './api-calls.ts';
import type { Checked } from './checked.ts';
import type { ApiCall, CallOptions, Connection } from './connection.ts';
import { KinoraTimeoutError } from './errors.ts';
import type { CreatedAsset, NewCreatedAsset } from './built/types.ts';
import { createTimeLimit, sleep } from './time-limit.ts';

/** Options for listing created assets. */
export interface ListCreatedAssetsOptions extends CallOptions {
  /** Number of assets that one request fetches. Default: 100. */
  readonly pageSize?: number | undefined;
}

/** Options for waiting for a created asset. */
export interface CreatedAssetWaitOptions extends CallOptions {
  /** Time limit in milliseconds. Default: one hour. */
  readonly timeout?: number | undefined;
  /** Called with the asset at the beginning, and again whenever it changes. */
  readonly onChange?: ((asset: CreatedAsset) => void) | undefined;
}

const DEFAULT_PAGE_SIZE = 100;
const DEFAULT_WAIT_MS = 3_600_000;
/** Milliseconds between two status requests. */
const POLL_INTERVAL_MS = 1000;

/**
 * The generated files of an account in one environment: speech, images, videos and texts. Every method throws a
 * `KinoraApiError` if the request fails.
 */
export class CreatedAssets {
  private readonly connection: Connection;

  /** Use the `createdAssets` of a client instead. */
  constructor(connection: Connection) {
    this.connection = connection;
  }

  /**
   * Requests the generation of a file. To wait for it, call `wait`.
   *
   * @throws {KinoraApiError} with the code `no_credentials` if the account has none for the provider.
   */
  create<const Given>(
    asset: Checked<Given, NewCreatedAsset, '`const asset: NewCreatedAsset = ...`'>,
    { idempotencyKey = createIdempotencyKey(), signal }: CreateOptions = {},
  ): Promise<CreatedAsset> {
    const headers = { 'idempotency-key': idempotencyKey };
    return this.sendOne('POST', '', { body: asset, signal, headers });
  }

  /** Yields all created assets, newest first. Requests each page only when the caller reaches that page. */
  async *list({ pageSize = DEFAULT_PAGE_SIZE, signal }: ListCreatedAssetsOptions = {}): AsyncGenerator<
    CreatedAsset,
    void
  > {
    let cursor: string | undefined;
    do {
      const page: CreatedAssetPage = await this.send<CreatedAssetPage>('GET', '', {
        query: { limit: pageSize, cursor },
        signal,
      });
      yield* page.data.map(toCreatedAsset);
      cursor = page.cursor ?? undefined;
    } while (cursor !== undefined);
  }

  /** Returns a created asset in its current state. */
  get(id: string, { signal }: CallOptions = {}): Promise<CreatedAsset> {
    return this.sendOne('GET', `/${encodeSegment(id)}`, { signal });
  }

  /** Deletes a created asset with its file. */
  async delete(id: string, { signal }: CallOptions = {}): Promise<void> {
    await this.send('DELETE', `/${encodeSegment(id)}`, { signal });
  }

  /**
   * Waits until an asset is done or has failed. Its `status` and `error` state the result.
   *
   * @throws {KinoraTimeoutError} if the time limit is over. The work continues.
   * @throws {KinoraApiError} as for {@link CreatedAssets.get}.
   */
  async wait(
    id: string,
    { signal, timeout = DEFAULT_WAIT_MS, onChange }: CreatedAssetWaitOptions = {},
  ): Promise<CreatedAsset> {
    const tooLong = () => new KinoraTimeoutError(`The asset was not finished within ${timeout} ms.`);
    const limit = createTimeLimit(timeout, tooLong, signal);
    let reported: string | undefined;
    try {
      for (;;) {
        const asset = await this.get(id, { signal: limit.signal });
        if (asset.status !== reported) onChange?.(asset);
        reported = asset.status;
        if (asset.status === 'done' || asset.status === 'failed') return asset;
        await sleep(POLL_INTERVAL_MS, limit.signal);
      }
    } finally {
      limit.end();
    }
  }

  private async sendOne(
    method: ApiCall<unknown>['method'],
    path: string,
    more: Pick<ApiCall<unknown>, 'body' | 'headers' | 'signal'>,
  ): Promise<CreatedAsset> {
    const { data } = await this.send<{ data: CreatedAssetData }>(method, path, more);
    return toCreatedAsset(data);
  }

  private send<Answer>(
    method: ApiCall<Answer>['method'],
    path: string,
    more: Pick<ApiCall<Answer>, 'body' | 'headers' | 'query' | 'signal'>,
  ): Promise<Answer> {
    return this.connection.send({
      method,
      api: 'create',
      path: `/assets${path}`,
      ...more,
      // A deletion has an empty response, and its caller expects nothing.
      read: async (response) => (method === 'DELETE' ? undefined : await response.json()) as Answer,
    });
  }
}

interface CreatedAssetData {
  readonly id: string;
  readonly attributes: Omit<CreatedAsset, 'id'>;
}

interface CreatedAssetPage {
  readonly data: readonly CreatedAssetData[];
  readonly cursor: string | null;
}

function toCreatedAsset({ id, attributes }: CreatedAssetData): CreatedAsset {
  return { id, ...attributes };
}
