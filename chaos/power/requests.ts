import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Api, ClientAnswer, ClientRequest } from '../clients/api.ts';
import type { Survivor, Verdict } from './ledger.ts';

/** Times that a request to a Kinora after a power cut is sent, with pauses, if it is busy. */
const TRIES = 4;
const PAUSE_MS = 500;
/** Milliseconds for a file. */
const FILE_MS = 30_000;

/** Sends a request of a client. Returns the answer with success. @throws on every other answer. */
export async function accept(api: Api, request: ClientRequest): Promise<ClientAnswer> {
  const answer = await api.send(request);
  if (answer.status >= 300) throw new Error(`${request.method} ${request.path}: ${describe(answer)}`);
  return answer;
}

/** Deletes something. A client that got no answer asks again, and may hear that it is gone. */
export async function remove({ api, key }: { api: Api; key: string }, path: string): Promise<void> {
  const answer = await api.send({ method: 'DELETE', path, key });
  if (answer.status !== 404 && answer.status >= 300) throw new Error(`DELETE ${path}: ${describe(answer)}`);
}

/** Sends a request to a Kinora after a power cut. Returns its last answer, also a failure. */
export async function ask({ api, key }: Survivor, request: ClientRequest): Promise<ClientAnswer> {
  for (let tries = 1; ; tries++) {
    const answer = await api.try({ key, ...request });
    if (answer !== undefined && answer.status < 500) return answer;
    if (tries === TRIES) return answer ?? { status: 0, headers: new Headers(), text: 'no answer' };
    await sleep(PAUSE_MS);
  }
}

/** Returns the SHA-256 of a file. @param path path at the server, or a whole address. */
export async function hashFile(url: string, path: string): Promise<string | undefined> {
  const response = await fetch(new URL(new URL(path, url).pathname, url), {
    signal: AbortSignal.timeout(FILE_MS),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return response.status === 200 ? hashBytes(bytes) : undefined;
}

/** Returns the SHA-256 of bytes. */
export function hashBytes(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Compares a file after a power cut with what it was before. */
export async function compareFile(
  { site }: Survivor,
  path: string,
  hash: string | undefined,
): Promise<Verdict> {
  const found = await hashFile(site.url, path);
  if (found === undefined) return { broken: 'It is not served.' };
  return hash === undefined || found === hash ? 'kept' : { broken: 'It has other bytes.' };
}

/** Describes an answer for people. */
export function describe({ status, text }: ClientAnswer): string {
  return `${status} ${text.slice(0, 300)}`;
}
