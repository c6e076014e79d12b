import type { Asset, NewTransfer, Transfer } from './answers.ts';
import { type CreateOptions, randomKey } from './calls.ts';
import type { CallOptions, Connection } from './connection.ts';
import { KinoraTimeoutError } from './errors.ts';
import { sleep, timeLimit } from './time-limit.ts';

/** How to wait for files. */
export interface AssetWaitOptions extends CallOptions {
  /** Milliseconds, an hour when absent. */
  readonly timeout?: number;
}

const WAIT_TIMEOUT = 3_600_000;
/** Milliseconds between two looks. */
const LOOK_EVERY = 1000;

/** The hosted files of an account in one environment. Every method throws a `KinoraApiError` when it is refused. */
export class Assets {
  readonly #connection: Connection;

  /** Clients have one as `assets`. */
  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** One file. */
  async get(id: string, options: CallOptions = {}): Promise<Asset> {
    const { attributes } = await this.#data<Described>(`/assets/${encodeURIComponent(id)}`, options);
    return attributes;
  }

  /** The files of a render, or of a transfer by the id that you gave it; `not_found` until the first of them is being published. */
  async ofRender(id: string, options: CallOptions = {}): Promise<readonly Asset[]> {
    const found = await this.#data<Described[]>(`/assets/render/${encodeURIComponent(id)}`, options);
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
    { signal, timeout = WAIT_TIMEOUT }: AssetWaitOptions = {},
  ): Promise<readonly Asset[]> {
    const tooLong = () => new KinoraTimeoutError(`The files are not all there within ${timeout} ms.`);
    const limit = timeLimit(timeout, tooLong, signal);
    try {
      for (;;) {
        const assets = await this.ofRender(id, { signal: limit.signal });
        if (assets.every(({ status }) => status !== 'importing')) return assets;
        await sleep(LOOK_EVERY, limit.signal);
      }
    } finally {
      limit.end();
    }
  }

  /** Fetches a file from a public URL and sends it to destinations. `wait` with its id waits for it to be there. */
  async transfer(
    transfer: NewTransfer,
    { idempotencyKey = randomKey(), signal }: CreateOptions = {},
  ): Promise<Transfer> {
    return await this.#connection.send({
      ...{ method: 'POST', api: 'serve', path: '/assets', body: transfer, signal },
      headers: { 'idempotency-key': idempotencyKey },
      read: async (response) =>
        ((await response.json()) as { data: { attributes: Transfer } }).data.attributes,
    });
  }

  /** Deletes a hosted file. Of a file at another provider only what is known of it here. */
  async delete(id: string, options: CallOptions = {}): Promise<void> {
    await this.#connection.send({
      ...{ method: 'DELETE', api: 'serve', path: `/assets/${encodeURIComponent(id)}`, ...options },
      read: () => Promise.resolve(undefined),
    });
  }

  #data<Data>(path: string, options: CallOptions): Promise<Data> {
    return this.#connection.send({
      ...{ method: 'GET', api: 'serve', path, ...options },
      read: async (response) => ((await response.json()) as { readonly data: Data }).data,
    });
  }
}

interface Described {
  readonly attributes: Asset;
}
