import { errorCodeOf } from '../../base/error-code.ts';
import { KinoraError } from '../../base/errors.ts';
import { isRetryableStatus, parseRetryAfter, RetryableError } from '../../outbound/index.ts';

const TIMEOUTS: readonly string[] = [
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
];
const CONNECTION_CUTS: readonly string[] = [
  'UND_ERR_SOCKET',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'ECONNRESET',
  'EPIPE',
];

/**
 * What an error of the network means for the client.
 *
 * @param displayUrl the URL without secrets.
 */
export function toNetworkFailure(error: unknown, displayUrl: string): KinoraError | RetryableError {
  if (error instanceof KinoraError) return error;
  const code = errorCodeOf(error) ?? '';
  if (TIMEOUTS.includes(code)) {
    return new KinoraError('asset_timed_out', `${displayUrl} timed out: its server did not answer.`, {
      cause: error,
    });
  }
  if (code === 'EAI_AGAIN')
    return new RetryableError(createUnreachable(displayUrl, 'its host name could not be looked up', error));
  if (CONNECTION_CUTS.includes(code))
    return new RetryableError(createUnreachable(displayUrl, 'its server cut the connection', error));
  return createUnreachable(displayUrl, describeNetworkCode(code), error);
}

/** What an HTTP status other than success means for the client. */
export function toStatusFailure(
  status: number,
  retryAfter: string | undefined,
  displayUrl: string,
): KinoraError | RetryableError {
  if (status === 404 || status === 410) {
    return new KinoraError('asset_not_found', `${displayUrl} was not found: its server answered ${status}.`);
  }
  const failure = new KinoraError(
    'asset_unreachable',
    `${displayUrl} cannot be read: its server answered ${status}.`,
  );
  return isRetryableStatus(status) ? new RetryableError(failure, parseRetryAfter(retryAfter)) : failure;
}

function createUnreachable(displayUrl: string, reason: string, cause: unknown): KinoraError {
  return new KinoraError('asset_unreachable', `${displayUrl} cannot be reached: ${reason}.`, { cause });
}

function describeNetworkCode(code: string): string {
  if (code === 'ENOTFOUND') return 'its host does not exist';
  if (code === 'ECONNREFUSED') return 'its server refuses the connection';
  if (/CERT|SELF_SIGNED|UNABLE_TO|^ERR_TLS/.test(code)) return 'its certificate is not valid';
  if (code.startsWith('HPE_')) return 'its server does not answer in HTTP';
  return 'the connection failed';
}
