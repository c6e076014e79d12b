import { type ExchangeResponse, retry } from '../../outbound/index.ts';
import type { FileToSend } from '../destination-adapter.ts';
import { createFailure, createRetryableFailure, sendOnce, toRefusal } from '../destination-exchange.ts';
import type { DestinationContext } from '../destination-exchange.ts';
import { readInParts } from '../read-in-parts.ts';

const VERSION = { 'tus-resumable': '1.0.0' };

/**
 * Sends a file to an upload address of the tus protocol, version 1.0. Resumes an interrupted part after the
 * last byte that the server has.
 *
 * @param partBytes the size of a part in bytes, above 0.
 * @throws {KinoraError} `destination_refused` or `destination_failed`.
 */
export async function uploadByTus(
  context: DestinationContext,
  upload: URL,
  file: FileToSend,
  partBytes: number,
): Promise<void> {
  let start = 0;
  for await (const part of readInParts(file, partBytes, context.signal)) {
    await sendPart(context, upload, part, start);
    start += part.length;
  }
}

function sendPart(context: DestinationContext, upload: URL, part: Buffer, start: number): Promise<void> {
  const end = start + part.length;
  return retry(context.policy, context, async (attempt) => {
    const next = attempt === 1 ? start : await requestOffset(context, upload);
    if (next < start || next > end) throw createFailure(context, 'it lost a part of the file');
    if (next === end && attempt > 1) return;
    const headers = {
      ...VERSION,
      'upload-offset': String(next),
      'content-type': 'application/offset+octet-stream',
    };
    const body = part.subarray(next - start);
    const response = await sendOnce(context, { method: 'PATCH', url: upload, headers, body });
    if (response.status === 409)
      throw createRetryableFailure(context, 'it expects a different part of the file');
    if (parseOffset(context, response) < end)
      throw createRetryableFailure(context, 'it stored only some bytes of a part');
  });
}

/** Asks the server how many bytes it has, counted from the first. */
async function requestOffset(context: DestinationContext, upload: URL): Promise<number> {
  return parseOffset(context, await sendOnce(context, { method: 'HEAD', url: upload, headers: VERSION }));
}

function parseOffset(context: DestinationContext, response: ExchangeResponse): number {
  if (response.status === 404 || response.status === 410)
    throw createFailure(context, 'it dropped the upload');
  if (response.status >= 300) throw toRefusal(context, response);
  const offset = response.headers['upload-offset'] ?? '';
  if (!/^\d+$/.test(offset)) throw createFailure(context, 'it does not report how much of the file it has');
  return Number(offset);
}
