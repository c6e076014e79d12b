import { type ApiCallOptions, createJsonCall, encodeSegment } from './api-calls.ts';
import type { GenerationAsset, GenerationQuote, GenerationResponse } from './built/types.ts';
import { type ApiCall, type CallOptions, ClientPart } from './connection.ts';
import { poll } from './time-limit.ts';

/** Options for starting a generation. */
export interface StartGenerationOptions extends CallOptions {
  /** Wanted duration in seconds, for models that can choose it. */
  readonly length?: number | undefined;
  /**
   * Idempotency key, 1 to 255 printable ASCII characters. Each key has a generation of its own: a new key makes, and
   * pays, another take. By default, equal files are one generation.
   */
  readonly idempotencyKey?: string | undefined;
}

/** Options for waiting for a generation. */
export interface GenerationWaitOptions extends CallOptions {
  /** Time limit in milliseconds. Default: one hour. */
  readonly timeout?: number | undefined;
}

/** Options for making a file from a prompt. */
export interface GenerateOptions extends StartGenerationOptions, GenerationWaitOptions {}

/**
 * The files that models make from prompts, for an account in one environment. Every method throws a `KinoraApiError`
 * if the request fails.
 */
export class Generations extends ClientPart {
  /**
   * Starts a generation. To wait for it, call `wait`.
   *
   * @throws {KinoraApiError} with the status 403 if the account has no service for the model.
   */
  start(
    asset: GenerationAsset,
    { length, idempotencyKey, signal }: StartGenerationOptions = {},
  ): Promise<GenerationResponse> {
    const headers = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
    return this.send('POST', '', { body: { asset, length }, headers, signal });
  }

  /** Returns a generation in its current state. */
  get(id: string, { signal }: CallOptions = {}): Promise<GenerationResponse> {
    return this.send('GET', `/${encodeSegment(id)}`, { signal });
  }

  /** Checks a file to make, and returns its price, which is 0. */
  quote(
    asset: GenerationAsset,
    { length, signal }: Pick<StartGenerationOptions, 'length' | 'signal'> = {},
  ): Promise<GenerationQuote> {
    return this.send('POST', '/quote', { body: { asset, length }, signal });
  }

  /**
   * Waits until a generation is done or has failed. Its `status` and `error` state the result.
   *
   * @throws {KinoraTimeoutError} if the time limit is over. The work continues.
   */
  wait(id: string, { signal: outer, timeout }: GenerationWaitOptions = {}): Promise<GenerationResponse> {
    const ask = (signal: AbortSignal): Promise<GenerationResponse> => this.get(id, { signal });
    const isFinal = ({ status }: GenerationResponse): boolean => status === 'done' || status === 'failed';
    return poll(ask, isFinal, 'The file was not finished', { signal: outer, timeout });
  }

  private send<Answer>(
    method: ApiCall<unknown>['method'],
    path: string,
    more: ApiCallOptions,
  ): Promise<Answer> {
    return this.connection.send(createJsonCall<Answer>(method, 'edit', `/generate${path}`, more));
  }
}
