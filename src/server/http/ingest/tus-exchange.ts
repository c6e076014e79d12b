import { type IncomingMessage, STATUS_CODES } from 'node:http';
import { Readable } from 'node:stream';
import type { Locker, Upload } from '@tus/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ResumableStore } from '../../../hosting/incoming/incoming-area.ts';
import { createTooLargeError } from '../../../hosting/limit-length.ts';
import type { ServerParts } from '../server-parts.ts';
import { createTusLocker } from './tus-locker.ts';

/**
 * Sentences for clients, by the beginning of the texts of the tus library. Those texts name neither the reason
 * nor what to do.
 */
const SENTENCES: readonly (readonly [string, string])[] = [
  ['Tus-Resumable Required', 'The header Tus-Resumable is missing or unknown. Set it to 1.0.0.'],
  ['Upload-Length or', 'The header Upload-Length is missing. Set it to the size of the file in bytes.'],
  ['Invalid upload-length', 'The header Upload-Length must be the size of the file in bytes.'],
  [
    'Upload-Offset header',
    'The header Upload-Offset is missing. Set it to the number of bytes that have arrived.',
  ],
  ['Invalid upload-offset', 'The header Upload-Offset must be the number of bytes that have arrived.'],
  [
    'Upload-Offset conflict',
    'The header Upload-Offset differs from the number of bytes that have arrived. Send HEAD to the same URL to get this number.',
  ],
  ['Content-Type header', 'The header Content-Type must be application/offset+octet-stream.'],
  ['Invalid content-type', 'The header Content-Type must be application/offset+octet-stream.'],
  ['The file for this url', 'The upload has expired, was cancelled or is finished. Create a new upload.'],
  [
    'Request aborted',
    'Another request has continued this upload. Send HEAD to the same URL to learn how many bytes have arrived.',
  ],
  ['Cannot terminate', 'The upload is finished. Delete its source instead.'],
  ['creation-defer-length', 'An upload without a size is not supported. Set the header Upload-Length.'],
  ['Concatenation extension', 'Parts of an upload cannot be joined. Send the file as one upload.'],
];

/** Returns the sentence for a failure of the tus library. @param text its own text. */
function toTusSentence(text: string): string {
  const known = SENTENCES.find(([beginning]) => text.startsWith(beginning));
  return known?.[1] ?? text.trim().replace(/\.?$/, '.');
}

/** Milliseconds that a request has to save its bytes if another request wants the lock of the upload. */
const DRAIN_MS = 500;
/** Headers of responses that the server sets itself. */
const OWN_HEADERS = /^(access-control-|content-length$)/;

/** Statuses that replace those of the library, so that the API has one status for one kind of failure. */
const STATUSES: Readonly<Record<number, number>> = { 410: 404, 501: 400 };

/** The tus library with its store. */
export interface TusBackend {
  readonly library: typeof import('@tus/server');
  readonly store: ResumableStore;
  readonly locker: Locker;
  readonly maxBytes: number;
}

/** Returns a function that opens the tus library with its store on first use, because loading takes time. */
export function openTusBackend({ database, storage, ingest, log }: ServerParts): () => Promise<TusBackend> {
  let opening: Promise<TusBackend> | undefined;
  const open = async () => ({
    library: await import('@tus/server'),
    store: await storage.incoming.openResumableStore({ expirationMs: ingest.uploadMs }),
    locker: createTusLocker(database, log),
    maxBytes: ingest.ingestLimits.maxBytes,
  });
  return () => (opening ??= open());
}

/** The upload that a request of the tus protocol is about. */
export interface TusTarget {
  /** Name of the upload. */
  readonly name: string;
  /** Returns the public address of the upload, for the response to its creation. */
  readonly getAddress: () => string;
  /** Called before a new upload is stored. If it throws, nothing is stored. */
  readonly onCreate?: () => Promise<unknown>;
}

/** The outcome of a request of the tus protocol. */
export interface TusOutcome {
  /** The response of the library. Its body is empty if it is a success. */
  readonly response: Response;
  /** The upload, if its last bytes have arrived with this request. */
  readonly finished: Upload | undefined;
}

/**
 * Handles a request of the tus protocol with the library.
 *
 * @param bytes the body. If it fails, the store keeps what arrived before.
 * @throws {KinoraError} `body_too_large`. Errors of the target and of the storage pass through.
 */
export async function exchangeTus(
  { library, store, locker, maxBytes }: TusBackend,
  request: FastifyRequest,
  { name, getAddress, onCreate }: TusTarget,
  bytes?: AsyncIterable<Buffer>,
): Promise<TusOutcome> {
  const id = store.idOf(name);
  let failure: Error | undefined;
  let finished: Upload | undefined;
  const server = new library.Server({
    // Not used, because the functions below determine the id and the address.
    path: '/',
    datastore: store.datastore,
    locker,
    maxSize: maxBytes,
    lockDrainTimeout: DRAIN_MS,
    disableTerminationForFinishedUploads: true,
    namingFunction: () => id,
    getFileIdFromRequest: () => id,
    generateUrl: getAddress,
    onUploadCreate: async () => {
      await onCreate?.();
      return {};
    },
    onUploadFinish: (_request, upload) => {
      finished = upload;
      return Promise.resolve({});
    },
    onResponseError: (_request, error) => {
      // The library throws objects with a status and a text. Everything else is not meant for clients.
      if (error instanceof Error && !('status_code' in error)) failure = error;
      return undefined;
    },
  });
  const onFailure = (error: Error): void => void (failure ??= error);
  const body = Readable.from(bytes === undefined ? [] : readUntilFailure(bytes, request.raw, onFailure));
  const response = await server.handleWeb(toWebRequest(request, body)).finally(() => body.destroy());
  if (Number(request.headers['upload-length']) > maxBytes) throw createTooLargeError(maxBytes);
  if (failure !== undefined) throw failure;
  return { response, finished };
}

/** Sends the response of the library, with the error body of the API. */
export async function sendTusResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  response: Response,
): Promise<FastifyReply> {
  const status = STATUSES[response.status] ?? response.status;
  reply.status(status);
  for (const [name, value] of response.headers) if (!OWN_HEADERS.test(name)) reply.header(name, value);
  if (status < 400) return reply.send();
  const sentence = toTusSentence(await response.text());
  if (status >= 500) request.log.error({ status }, sentence);
  const errors = [{ status: String(status), title: STATUS_CODES[status] ?? 'Error', detail: sentence }];
  return reply.type('application/json; charset=utf-8').send({ errors });
}

function toWebRequest({ method, headers }: FastifyRequest, body: Readable): Request {
  const hasBody = method === 'PATCH' || method === 'POST';
  return new Request('http://localhost/', {
    method,
    headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    ),
    ...(hasBody && { body: Readable.toWeb(body), duplex: 'half' }),
  });
}

/**
 * Reads a body as far as it arrives. The store keeps what arrived before a connection was cut or a limit was reached,
 * so that the client can resume from there.
 */
async function* readUntilFailure(
  bytes: AsyncIterable<Buffer>,
  body: IncomingMessage,
  onFailure: (error: Error) => void,
): AsyncGenerator<Buffer> {
  try {
    yield* bytes;
  } catch (error) {
    // A stream fails with an error only.
    if (body.complete || !body.destroyed) onFailure(error as Error);
  }
}
