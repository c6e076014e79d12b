import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { v7 as uuid } from 'uuid';
import { codeOf } from '../../base/code-of.ts';
import { KinoraError } from '../../base/errors.ts';
import { editErrorBody } from './errors.ts';

/** Answers what is not even HTTP, so that no request comes of it, and ends the connection. */
export function answerBrokenRequests(log: FastifyBaseLogger) {
  return (thrown: Error, socket: Socket): void => {
    if (socket.destroyed || codeOf(thrown) === 'ECONNRESET') return;
    const error = errorOf(thrown);
    const id = uuid();
    // Not the error itself, which has the bytes that came, and perhaps a key in them.
    log.info({ reqId: id, code: codeOf(thrown), reason: thrown.message }, 'A request could not be read.');
    if (socket.writable) socket.write(answer(error, id));
    socket.destroySoon();
  };
}

function errorOf(cause: Error): KinoraError {
  const code = codeOf(cause);
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new KinoraError('headers_too_large', 'The headers of the request are too large.', { cause });
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new KinoraError('request_timed_out', 'The request did not arrive in time.', { cause });
  }
  return new KinoraError('validation_failed', 'The request is malformed.', { cause });
}

function answer(error: KinoraError, id: string): string {
  const body = JSON.stringify(editErrorBody(error));
  return [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? 'Error'}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'access-control-allow-origin: *',
    `x-request-id: ${id}`,
    'connection: close',
    '',
    body,
  ].join('\r\n');
}
