import { createEditCall, encodeSegment } from './api-calls.ts';
import { type CallOptions, ClientPart } from './connection.ts';
import type { CreatedToken, NewToken, Token } from './built/types.ts';

/**
 * Short-lived tokens for one kept edit or one template, which take the place of a key. Every method throws a
 * `KinoraApiError` if the request fails.
 */
export class Tokens extends ClientPart {
  /** Returns the tokens that work, oldest first, without the tokens themselves. */
  async list(options: CallOptions = {}): Promise<readonly Token[]> {
    const call = createEditCall<{ tokens: Token[] }>('GET', '/tokens', options);
    return (await this.connection.send(call)).tokens;
  }

  /** Makes a token, and returns it. It is not shown again. */
  async create(token: NewToken, options: CallOptions = {}): Promise<CreatedToken> {
    // If the response is lost, the token is lost, too. Another try would make another one.
    const call = { body: token, sendOnce: true, ...options };
    return await this.connection.send(createEditCall<CreatedToken>('POST', '/tokens', call));
  }

  /** Revokes a token. Further requests with it are rejected. */
  async revoke(id: string, options: CallOptions = {}): Promise<void> {
    await this.connection.send(createEditCall('DELETE', `/tokens/${encodeSegment(id)}`, options));
  }
}
