import { type ExchangeResponse, retry } from '../../outbound/index.ts';
import type { FileToSend } from '../destination-adapter.ts';
import {
  createFailure,
  createRetryableFailure,
  sendJson,
  sendOnce,
  sendWithRetries,
  toRefusal,
} from '../destination-exchange.ts';
import type { DestinationContext } from '../destination-exchange.ts';
import { readInParts } from '../read-in-parts.ts';

/** A part of a file. */
interface FilePart {
  readonly bytes: Buffer;
  /** Offset of the first byte of this part in the file. */
  readonly start: number;
  /** Size of the whole file. */
  readonly total: number;
}

/**
 * Opens a resumable upload to Google.
 *
 * @param url the address that opens uploads of this kind.
 * @param token an access token.
 * @param metadata the metadata of the new file, sent as JSON.
 * @returns the upload address, which is secret: anyone who knows it can send the bytes.
 * @throws {KinoraError} `destination_refused` or `destination_failed`.
 */
export async function openUploadSession(
  context: DestinationContext,
  url: URL,
  token: string,
  file: FileToSend,
  metadata: object,
): Promise<URL> {
  const response = await sendJson(context, {
    method: 'POST',
    url,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json; charset=UTF-8',
      'x-upload-content-type': file.type,
      'x-upload-content-length': String(file.bytes),
    },
    body: metadata,
  });
  if (response.status !== 200) throw toRefusal(context, response);
  const session = URL.parse(response.headers['location'] ?? '');
  if (session === null) throw createFailure(context, 'it returned no upload address');
  return session;
}

/**
 * Sends a file to the address of a resumable upload. Resumes an interrupted part after the last byte that
 * Google has.
 *
 * @param partBytes the size of a part in bytes, a multiple of 256 KiB.
 * @returns the response to the last part, with the metadata of the file as JSON.
 * @throws {KinoraError} `destination_refused` or `destination_failed`.
 */
export async function uploadToSession(
  context: DestinationContext,
  session: URL,
  file: FileToSend,
  partBytes: number,
): Promise<ExchangeResponse> {
  let start = 0;
  let last: ExchangeResponse | undefined;
  for await (const bytes of readInParts(file, partBytes, context.signal)) {
    last = await sendPart(context, session, { bytes, start, total: file.bytes });
    start += bytes.length;
    if (last.status === 308) continue;
    if (last.status === 404 || last.status === 410) throw createFailure(context, 'it dropped the upload');
    if (last.status >= 300) throw toRefusal(context, last);
    if (start === file.bytes) return last;
  }
  throw createFailure(context, 'it did not complete the upload');
}

/** Cancels a resumable upload. */
export async function cancelUploadSession(context: DestinationContext, session: URL): Promise<void> {
  await sendWithRetries(context, () => ({ method: 'DELETE', url: session }));
}

function sendPart(
  context: DestinationContext,
  session: URL,
  { bytes, start, total }: FilePart,
): Promise<ExchangeResponse> {
  const end = start + bytes.length;
  const put = (range: string, body: Buffer): Promise<ExchangeResponse> =>
    sendOnce(context, {
      method: 'PUT',
      url: session,
      headers: { 'content-range': `bytes ${range}/${total}` },
      body,
    });
  return retry(context.policy, context, async (attempt) => {
    let next = start;
    if (attempt > 1) {
      const state = await put('*', Buffer.alloc(0));
      if (state.status !== 308) return state;
      next = parseReceivedBytes(state);
      if (next < start || next > end) throw createFailure(context, 'it lost a part of the file');
      if (next === end && end < total) return state;
    }
    const response = await put(next === end ? '*' : `${next}-${end - 1}`, bytes.subarray(next - start));
    if (response.status === 308 && parseReceivedBytes(response) < end)
      throw createRetryableFailure(context, 'it stored only some bytes of a part');
    return response;
  });
}

/** Returns how many bytes Google has, counted from the first. */
function parseReceivedBytes({ headers }: ExchangeResponse): number {
  const last = /^bytes=0-(\d+)$/.exec(headers['range'] ?? '')?.[1];
  return last === undefined ? 0 : Number(last) + 1;
}
