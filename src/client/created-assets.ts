import {
  type ApiCallOptions,
  type CreateOptions,
  createIdempotencyKey,
  createJsonCall,
  DEFAULT_PAGE_SIZE,
  encodeSegment,
  listPages,
} from './api-calls.ts';
import type { Checked } from './checked.ts';
import { type ApiCall, type CallOptions, ClientPart } from './connection.ts';
import type { CreatedAsset, NewCreatedAsset } from './built/types.ts';
import { poll } from './time-limit.ts';

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

/**
 * The generated files of an account in one environment: speech, images, videos and texts. Every method throws a
 * `KinoraApiError` if the request fails.
 */
export class CreatedAssets extends ClientPart {
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
  list({ pageSize = DEFAULT_PAGE_SIZE, signal }: ListCreatedAssetsOptions = {}): AsyncGenerator<
    CreatedAsset,
    void
  > {
    const callFor = (cursor: string | undefined) =>
      createCall<CreatedAssetPage>('GET', '', { query: { limit: pageSize, cursor }, signal });
    return listPages(this.connection, callFor, ({ data }) => data.map(toCreatedAsset));
  }

  /** Returns a created asset in its current state. */
  get(id: string, { signal }: CallOptions = {}): Promise<CreatedAsset> {
    return this.sendOne('GET', `/${encodeSegment(id)}`, { signal });
  }

  /** Deletes a created asset with its file. */
  async delete(id: string, { signal }: CallOptions = {}): Promise<void> {
    await this.connection.send(createCall('DELETE', `/${encodeSegment(id)}`, { signal }));
  }

  /**
   * Waits until an asset is done or has failed. Its `status` and `error` state the result.
   *
   * @throws {KinoraTimeoutError} if the time limit is over. The work continues.
   * @throws {KinoraApiError} as for {@link CreatedAssets.get}.
   */
  wait(id: string, { onChange, ...options }: CreatedAssetWaitOptions = {}): Promise<CreatedAsset> {
    let reported: string | undefined;
    const ask = async (signal: AbortSignal): Promise<CreatedAsset> => {
      const asset = await this.get(id, { signal });
      if (asset.status !== reported) onChange?.(asset);
      reported = asset.status;
      return asset;
    };
    const isFinal = ({ status }: CreatedAsset): boolean => status === 'done' || status === 'failed';
    return poll(ask, isFinal, 'The asset was not finished', options);
  }

  private async sendOne(
    method: ApiCall<unknown>['method'],
    path: string,
    more: ApiCallOptions,
  ): Promise<CreatedAsset> {
    const { data } = await this.connection.send(createCall<{ data: CreatedAssetData }>(method, path, more));
    return toCreatedAsset(data);
  }
}

function createCall<Answer>(
  method: ApiCall<unknown>['method'],
  path: string,
  more: ApiCallOptions,
): ApiCall<Answer> {
  return createJsonCall(method, 'create', `/assets${path}`, more);
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
