import { errorCodeOf } from '../../base/error-code.ts';
import { isDiskFull } from '../../base/disk/disk-full.ts';
import { createDiskFullError, KinoraError } from '../../base/errors.ts';
import { describeUnsent, isRetryableStatus, parseRetryAfter, RetryableError } from '../../outbound/index.ts';

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
 * Converts a network error to an error for the client.
 *
 * @param displayUrl the URL without secrets.
 */
export function toNetworkFailure(error: unknown, displayUrl: string): KinoraError | RetryableError {
  if (error instanceof KinoraError) return error;
  if (isDiskFull(error)) return createDiskFullError(error);
  const code = errorCodeOf(error) ?? '';
  if (TIMEOUTS.includes(code)) {
    return new KinoraError('asset_timed_out', `${displayUrl} timed out: its server did not respond.`, {
      cause: error,
    });
  }
  if (CONNECTION_CUTS.includes(code))
    return new RetryableError(createUnreachable(displayUrl, 'its server closed the connection', error));
  const lost = code.startsWith('HPE_') ? 'its server does not respond in HTTP' : 'the connection failed';
  const failure = createUnreachable(displayUrl, describeUnsent(error) ?? lost, error);
  return code === 'EAI_AGAIN' ? new RetryableError(failure) : failure;
}

/** Creates the error for an HTTP status other than success. @param displayUrl the URL without secrets. */
export function toStatusFailure(
  status: number,
  retryAfter: string | undefined,
  displayUrl: string,
): KinoraError | RetryableError {
  if (status === 404 || status === 410) {
    return new KinoraError('asset_not_found', `${displayUrl} was not found: its server returned ${status}.`);
  }
  const failure = new KinoraError(
    'asset_unreachable',
    `${displayUrl} cannot be read: its server returned ${status}.`,
  );
  return isRetryableStatus(status) ? new RetryableError(failure, parseRetryAfter(retryAfter)) : failure;
}

/**
 * Converts the error of a file that Kinora itself hosts. If it cannot be reached, the storage is away: that says
 * nothing about the edit, and another attempt may succeed.
 */
export function toHostedFileError(error: unknown): unknown {
  const code = error instanceof KinoraError ? error.code : undefined;
  if (code !== 'asset_unreachable' && code !== 'asset_timed_out') return error;
  return new KinoraError('storage_failed', 'The storage of Kinora cannot be read. Try again later.', {
    cause: error,
  });
}

function createUnreachable(displayUrl: string, reason: string, cause: unknown): KinoraError {
  return new KinoraError('asset_unreachable', `${displayUrl} cannot be reached: ${reason}.`, { cause });
}
