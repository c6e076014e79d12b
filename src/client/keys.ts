import { createEditCall, encodeSegment } from './api-calls.ts';
import { type CallOptions, ClientPart } from './connection.ts';
import type { ApiKey, CreatedApiKey, NewApiKey } from './built/types.ts';

/** Options for revoking a key. */
export interface RevokeKeyOptions extends CallOptions {
  /** True to revoke the key of this client. Its further calls fail. Default: false. */
  readonly self?: boolean | undefined;
}

/**
 * The keys of an account in one environment. The key of the client needs the scope `full`. Every method throws a
 * `KinoraApiError` if the request fails.
 */
export class Keys extends ClientPart {
  /** Returns the keys that work, oldest first, without the keys themselves. */
  async list(options: CallOptions = {}): Promise<readonly ApiKey[]> {
    const call = createEditCall<{ keys: ApiKey[] }>('GET', '/keys', options);
    return (await this.connection.send(call)).keys;
  }

  /** Creates a key, and returns it. It is not shown again. */
  async create({ name, scope }: NewApiKey, options: CallOptions = {}): Promise<CreatedApiKey> {
    // If the response is lost, the key is lost, too. Another try would create another key.
    const call = { body: { name, scope }, sendOnce: true, ...options };
    const { id, key, ...made } = await this.connection.send(
      createEditCall<CreatedApiKey>('POST', '/keys', call),
    );
    return { id, key, name: made.name, scope: made.scope };
  }

  /** Revokes a key. Further requests with it are rejected. */
  async revoke(id: string, { self, ...options }: RevokeKeyOptions = {}): Promise<void> {
    const path = `/keys/${encodeSegment(id)}`;
    await this.connection.send(createEditCall('DELETE', path, { query: { self }, ...options }));
  }
}
