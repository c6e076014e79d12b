import { KinoraError } from '../base/errors.ts';

/** The error `provider_unreachable` with the pause that the service asks for. The same call may be made again. */
export class ProviderUnreachable extends KinoraError {
  /** Milliseconds that the service asks to wait. Undefined if it does not say. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, options: { cause?: unknown; retryAfterMs?: number | undefined } = {}) {
    super('provider_unreachable', message, { cause: options.cause });
    this.name = 'ProviderUnreachable';
    this.retryAfterMs = options.retryAfterMs;
  }
}
