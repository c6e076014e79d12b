import type { SentFile } from './destination.ts';
import { exchange, once, Passing, refusalOf, retried } from './exchange.ts';
import type { Answer, Way } from './exchange.ts';
import { partsOf } from './parts.ts';
import { failed } from './refusal.ts';

/** A part of a file on its way: its bytes, and where in the file they begin. */
interface Part {
  readonly bytes: Buffer;
  readonly from: number;
  /** Size of the whole file. */
  readonly total: number;
}

/**
 * Begins a resumable upload of Google.
 *
 * @param place where uploads of the kind are asked for.
 * @param metadata what the file will be there, as JSON.
 * @returns the address that the bytes go to; whoever knows it may send them.
 * @throws {KinoraError} as destinations do.
 */
export async function openSession(
  way: Way,
  place: URL,
  token: string,
  file: SentFile,
  metadata: object,
): Promise<URL> {
  const answer = await exchange(way, () => ({
    method: 'POST',
    url: place,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json; charset=UTF-8',
      'x-upload-content-type': file.type,
      'x-upload-content-length': String(file.bytes),
    },
    body: JSON.stringify(metadata),
  }));
  if (answer.status !== 200) throw refusalOf(way, answer);
  const session = URL.parse(answer.headers['location'] ?? '');
  if (session === null) throw failed(way.provider, 'it gave no address for the upload');
  return session;
}

/**
 * Sends a file to the address of a resumable upload of Google. A part that broke goes on from where Google has it.
 *
 * @param partBytes a multiple of 256 KiB.
 * @returns the answer to the last part: the metadata of the file, as JSON.
 * @throws {KinoraError} as destinations do.
 */
export async function sendBySession(
  way: Way,
  session: URL,
  file: SentFile,
  partBytes: number,
): Promise<Answer> {
  let from = 0;
  let last: Answer | undefined;
  for await (const bytes of partsOf(file, partBytes, way.signal)) {
    last = await sendPart(way, session, { bytes, from, total: file.bytes });
    from += bytes.length;
    if (last.status === 308) continue;
    if (last.status === 404 || last.status === 410) throw failed(way.provider, 'it dropped the upload');
    if (last.status >= 300) throw refusalOf(way, last);
    if (from === file.bytes) return last;
  }
  throw failed(way.provider, 'it did not end the upload as it should');
}

/** Gives an upload up. */
export async function removeSession(way: Way, session: URL): Promise<void> {
  await exchange(way, () => ({ method: 'DELETE', url: session }));
}

function sendPart(way: Way, session: URL, { bytes, from, total }: Part): Promise<Answer> {
  const end = from + bytes.length;
  const put = (range: string, body: Buffer): Promise<Answer> =>
    once(way, { method: 'PUT', url: session, headers: { 'content-range': `bytes ${range}/${total}` }, body });
  return retried(way, async (before) => {
    let begin = from;
    if (before > 0) {
      const there = await put('*', Buffer.alloc(0));
      if (there.status !== 308) return there;
      begin = bytesIn(there);
      if (begin < from || begin > end) throw failed(way.provider, 'it lost a part of the file');
      if (begin === end && end < total) return there;
    }
    const answer = await put(begin === end ? '*' : `${begin}-${end - 1}`, bytes.subarray(begin - from));
    if (answer.status === 308 && bytesIn(answer) < end)
      throw new Passing('it took a part only in part', undefined);
    return answer;
  });
}

/** How many bytes it has, from the first on. */
function bytesIn({ headers }: Answer): number {
  const last = /^bytes=0-(\d+)$/.exec(headers['range'] ?? '')?.[1];
  return last === undefined ? 0 : Number(last) + 1;
}
