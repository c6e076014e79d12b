import type { Asset, NewTransfer, Transfer } from './built/types.ts';
import type { Checked } from './checked.ts';
import {
  type CreateOptions,
  createIdempotencyKey,
  createJsonCall,
  encodeSegment,
  listPages,
} from './api-calls.ts';
import { type CallOptions, ClientPart } from './connection.ts';
import { poll } from './time-limit.ts';

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

/**
 * The hosted files of an account in one environment. Every method throws a `KinoraApiError` if the request
 * fails.
 */
export class Assets extends ClientPart {
  /** Yields all files, newest first. Requests each page only when the caller reaches that page. */
  list({ pageSize, signal }: ListAssetsOptions = {}): AsyncGenerator<Asset, void> {
    const callFor = (cursor: string | undefined) =>
      createJsonCall<AssetPage>('GET', 'serve', '/assets', { query: { limit: pageSize, cursor }, signal });
    return listPages(this.connection, callFor, ({ data }) => data.map(({ attributes }) => attributes));
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
  wait(id: string, options: AssetWaitOptions = {}): Promise<readonly Asset[]> {
    return poll(
      (signal) => this.ofRender(id, { signal }),
      (assets) => assets.every(({ status }) => status !== 'importing'),
      'Not all files were ready',
      options,
    );
  }

  /**
   * Sends a file from a public URL to destinations. To wait for the transfer, call `wait` with the id of the
   * transfer.
   */
  async transfer<const Given>(
    transfer: Checked<Given, NewTransfer, '`const transfer: NewTransfer = ...`'>,
    { idempotencyKey = createIdempotencyKey(), signal }: CreateOptions = {},
  ): Promise<Transfer> {
    const headers = { 'idempotency-key': idempotencyKey };
    const more = { body: transfer, signal, headers };
    const call = createJsonCall<{ data: { attributes: Transfer } }>('POST', 'serve', '/assets', more);
    return (await this.connection.send(call)).data.attributes;
  }

  /** Deletes a hosted file. If the file is at another provider, deletes only the entry in Kinora. */
  async delete(id: string, options: CallOptions = {}): Promise<void> {
    await this.connection.send(createJsonCall('DELETE', 'serve', `/assets/${encodeSegment(id)}`, options));
  }

  private async getData<Data>(path: string, options: CallOptions): Promise<Data> {
    const call = createJsonCall<{ readonly data: Data }>('GET', 'serve', path, options);
    return (await this.connection.send(call)).data;
  }
}

interface AssetData {
  readonly attributes: Asset;
}

interface AssetPage {
  readonly data: readonly AssetData[];
  readonly cursor: string | null;
}
