import { retry } from '../../outbound/index.ts';
import type { FileToSend } from '../destination-adapter.ts';
import { createFailure, createRetryableFailure } from '../provider-errors.ts';
import { sendJson, sendOnce, sendWithRetries, toRefusal } from '../provider-exchange.ts';
import type { ProviderContext, ProviderResponse } from '../provider-exchange.ts';
import { readInParts } from '../read-in-parts.ts';

/** A part of a file to send. */
interface FilePart {
  readonly bytes: Buffer;
  /** Offset of its first byte in the file. */
  readonly start: number;
  /** Size of the whole file. */
  readonly total: number;
}

/**
 * Opens a resumable upload of Google.
 *
 * @param url where uploads of this kind are opened.
 * @param metadata what the file will be there, as JSON.
 * @returns the address that the bytes go to; whoever knows it may send them.
 * @throws {KinoraError} as destinations do.
 */
export async function openUploadSession(
  context: ProviderContext,
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
  if (session === null) throw createFailure(context.provider, 'it gave no address for the upload');
  return session;
}

/**
 * Sends a file to the address of a resumable upload of Google. A part that broke goes on from where Google has it.
 *
 * @param partBytes a multiple of 256 KiB.
 * @returns the answer to the last part: the metadata of the file, as JSON.
 * @throws {KinoraError} as destinations do.
 */
export async function uploadToSession(
  context: ProviderContext,
  session: URL,
  file: FileToSend,
  partBytes: number,
): Promise<ProviderResponse> {
  let start = 0;
  let last: ProviderResponse | undefined;
  for await (const bytes of readInParts(file, partBytes, context.signal)) {
    last = await sendPart(context, session, { bytes, start, total: file.bytes });
    start += bytes.length;
    if (last.status === 308) continue;
    if (last.status === 404 || last.status === 410)
      throw createFailure(context.provider, 'it dropped the upload');
    if (last.status >= 300) throw toRefusal(context, last);
    if (start === file.bytes) return last;
  }
  throw createFailure(context.provider, 'it did not end the upload as it should');
}

/** Cancels an upload. */
export async function cancelUploadSession(context: ProviderContext, session: URL): Promise<void> {
  await sendWithRetries(context, () => ({ method: 'DELETE', url: session }));
}

function sendPart(
  context: ProviderContext,
  session: URL,
  { bytes, start, total }: FilePart,
): Promise<ProviderResponse> {
  const end = start + bytes.length;
  const put = (range: string, body: Buffer): Promise<ProviderResponse> =>
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
      if (next < start || next > end) throw createFailure(context.provider, 'it lost a part of the file');
      if (next === end && end < total) return state;
    }
    const response = await put(next === end ? '*' : `${next}-${end - 1}`, bytes.subarray(next - start));
    if (response.status === 308 && parseReceivedBytes(response) < end)
      throw createRetryableFailure(context.provider, 'it took a part only in part');
    return response;
  });
}

/** How many bytes it has, from the first on. */
function parseReceivedBytes({ headers }: ProviderResponse): number {
  const last = /^bytes=0-(\d+)$/.exec(headers['range'] ?? '')?.[1];
  return last === undefined ? 0 : Number(last) + 1;
}
