import { codeOf } from '../../base/code-of.ts';
import { KinoraError } from '../../base/errors.ts';

/** A failure that may be gone at the next attempt. */
export class Transient extends Error {
  /** What to report when there is no next attempt. */
  readonly failure: KinoraError;
  /** Milliseconds that the server asks to wait. */
  readonly retryAfter: number | undefined;

  constructor(failure: KinoraError, retryAfter?: number) {
    super(failure.message, { cause: failure });
    this.failure = failure;
    this.retryAfter = retryAfter;
  }
}

const TIMEOUTS: readonly string[] = [
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
];
const CUTS: readonly string[] = [
  'UND_ERR_SOCKET',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'ECONNRESET',
  'EPIPE',
];

/**
 * What an error of the network means for the client.
 *
 * @param shown the URL as it may be shown.
 */
export function networkFailure(error: unknown, shown: string): KinoraError | Transient {
  if (error instanceof KinoraError) return error;
  const code = codeOf(error) ?? '';
  if (TIMEOUTS.includes(code)) {
    return new KinoraError('asset_timed_out', `${shown} timed out: its server did not answer.`, {
      cause: error,
    });
  }
  if (code === 'EAI_AGAIN')
    return new Transient(unreachable(shown, 'its host name could not be looked up', error));
  if (CUTS.includes(code)) return new Transient(unreachable(shown, 'its server cut the connection', error));
  return unreachable(shown, reasonOf(code), error);
}

/** What an HTTP status other than success means for the client. */
export function statusFailure(
  status: number,
  retryAfter: string | undefined,
  shown: string,
): KinoraError | Transient {
  if (status === 404 || status === 410) {
    return new KinoraError('asset_not_found', `${shown} was not found: its server answered ${status}.`);
  }
  const failure = new KinoraError(
    'asset_unreachable',
    `${shown} cannot be read: its server answered ${status}.`,
  );
  const passing = status === 408 || status === 429 || status >= 500;
  return passing ? new Transient(failure, milliseconds(retryAfter)) : failure;
}

function unreachable(shown: string, reason: string, cause: unknown): KinoraError {
  return new KinoraError('asset_unreachable', `${shown} cannot be reached: ${reason}.`, { cause });
}

function reasonOf(code: string): string {
  if (code === 'ENOTFOUND') return 'its host does not exist';
  if (code === 'ECONNREFUSED') return 'its server refuses the connection';
  if (/CERT|SELF_SIGNED|UNABLE_TO|^ERR_TLS/.test(code)) return 'its certificate is not valid';
  if (code.startsWith('HPE_')) return 'its server does not answer in HTTP';
  return 'the connection failed';
}

/** `Retry-After` in seconds; one that names a date is rare and left to the usual back-off. */
function milliseconds(retryAfter: string | undefined): number | undefined {
  return retryAfter !== undefined && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * 1000 : undefined;
}
