import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { newId } from '../../../base/new-id.ts';
import { errorCodeOf } from '../../../base/error-code.ts';
import { KinoraError } from '../../../base/errors.ts';
import { editErrorBody } from '../response/errors.ts';
import { JSON_POLICY, SAFE_HEADERS } from '../response/safe-headers.ts';

/**
 * Creates the handler of requests that are not valid HTTP. The handler sends an error body and closes the
 * connection.
 */
export function answerMalformedRequests(log: FastifyBaseLogger) {
  return (thrown: Error, socket: Socket): void => {
    if (socket.destroyed || errorCodeOf(thrown) === 'ECONNRESET') return;
    const error = toRequestError(thrown);
    const id = newId();
    // Do not log the error itself: it contains the received bytes, which may include a key.
    log.info({ reqId: id, code: errorCodeOf(thrown), reason: thrown.message }, 'Could not parse a request.');
    answerWithoutRequest(socket, error, id);
  };
}

/** Sends an error body on a connection on which no request could be read, and closes it. */
export function answerWithoutRequest(socket: Socket, error: KinoraError, id = newId()): void {
  if (socket.writable) socket.write(formatAnswer(error, id));
  socket.destroySoon();
}

function toRequestError(cause: Error): KinoraError {
  const code = errorCodeOf(cause);
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new KinoraError(
      'headers_too_large',
      'The headers of the request are too large. Send fewer or shorter headers.',
      { cause },
    );
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new KinoraError('request_timed_out', 'The request did not arrive in time. Send it again.', {
      cause,
    });
  }
  return new KinoraError('validation_failed', 'The request is malformed.', { cause });
}

function formatAnswer(error: KinoraError, id: string): string {
  const body = JSON.stringify(editErrorBody(error));
  return [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? 'Error'}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'access-control-allow-origin: *',
    `x-request-id: ${id}`,
    ...Object.entries(SAFE_HEADERS).map(([name, value]) => `${name}: ${value}`),
    `content-security-policy: ${JSON_POLICY}`,
    'connection: close',
    '',
    body,
  ].join('\r\n');
}
