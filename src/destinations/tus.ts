import type { SentFile } from './destination.ts';
import { once, Passing, refusalOf, retried } from './exchange.ts';
import type { Answer, Way } from './exchange.ts';
import { partsOf } from './parts.ts';
import { failed } from './refusal.ts';

const VERSION = { 'tus-resumable': '1.0.0' };

/**
 * Sends a file to the address of an upload of the tus protocol, version 1.0. A part that broke goes on from where the server has it.
 *
 * @param partBytes above 0.
 * @throws {KinoraError} as destinations do.
 */
export async function sendByTus(way: Way, upload: URL, file: SentFile, partBytes: number): Promise<void> {
  let from = 0;
  for await (const part of partsOf(file, partBytes, way.signal)) {
    await sendPart(way, upload, part, from);
    from += part.length;
  }
}

function sendPart(way: Way, upload: URL, part: Buffer, from: number): Promise<void> {
  const end = from + part.length;
  return retried(way, async (before) => {
    const begin = before === 0 ? from : await offsetAt(way, upload);
    if (begin < from || begin > end) throw failed(way.provider, 'it lost a part of the file');
    if (begin === end && before > 0) return;
    const headers = {
      ...VERSION,
      'upload-offset': String(begin),
      'content-type': 'application/offset+octet-stream',
    };
    const body = part.subarray(begin - from);
    const answer = await once(way, { method: 'PATCH', url: upload, headers, body });
    if (answer.status === 409) throw new Passing('it has another part of the file', undefined);
    if (offsetIn(way, answer) < end) throw new Passing('it took a part only in part', undefined);
  });
}

/** How many bytes the server has, from the first on. */
async function offsetAt(way: Way, upload: URL): Promise<number> {
  return offsetIn(way, await once(way, { method: 'HEAD', url: upload, headers: VERSION }));
}

function offsetIn(way: Way, answer: Answer): number {
  if (answer.status === 404 || answer.status === 410) throw failed(way.provider, 'it dropped the upload');
  if (answer.status >= 300) throw refusalOf(way, answer);
  const offset = answer.headers['upload-offset'] ?? '';
  if (!/^\d+$/.test(offset)) throw failed(way.provider, 'it does not say how much of the file it has');
  return Number(offset);
}
