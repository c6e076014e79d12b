import type { Asset } from './answers.ts';
import type { CallOptions, Connection } from './connection.ts';

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

  /** The files of a render; `not_found` until the first of them is being published. */
  async ofRender(id: string, options: CallOptions = {}): Promise<readonly Asset[]> {
    const found = await this.#data<Described[]>(`/assets/render/${encodeURIComponent(id)}`, options);
    return found.map(({ attributes }) => attributes);
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
