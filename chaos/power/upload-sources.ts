import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { createPicture, PICTURE } from '../outside/material.ts';
import type { Survivor, Verdict } from './ledger.ts';
import { pollFor, type PowerClient } from './power-client.ts';
import { accept, ask, compareFile, describe, hashBytes, hashFile, remove } from './requests.ts';

const Made = z.object({ status: z.string(), url: z.string().nullish(), error: z.string().nullish() });
const Source = z.object({
  data: z.object({
    attributes: z.object({
      status: z.string(),
      source: z.string().nullish(),
      error: z.string().nullish(),
      outputs: z.object({ renditions: z.array(Made).optional() }).optional(),
    }),
  }),
});
const Created = z.object({ data: z.object({ id: z.string() }) });
const Signed = z.object({
  data: z.object({ attributes: z.object({ id: z.string(), url: z.string() }) }),
});

/** Width and height of a picture of noise. */
const NOISE = 256;
const TUS = { 'tus-resumable': '1.0.0' };
const OUTPUTS = { renditions: [{ format: 'jpg' }] };
/** Milliseconds within which an upload that was continued must be ready on a busy machine. */
const READY_MS = 300_000;

/** Submits a URL as a source, with a rendition. */
export async function fetchSource(client: PowerClient): Promise<void> {
  const { api, key, sources, nextNumber } = client;
  const number = nextNumber();
  const body = { url: `${sources}/picture/${number}.png`, outputs: OUTPUTS };
  const answer = await accept(api, { method: 'POST', path: '/ingest/v1/sources', key, body });
  const { id } = Created.parse(JSON.parse(answer.text)).data;
  await follow(client, id, hashBytes(await createPicture(number, PICTURE)));
}

/** Uploads a file to a signed address. */
export async function putSource(client: PowerClient): Promise<void> {
  const { api, key, ledger } = client;
  const request = { method: 'POST', path: '/ingest/v1/upload', key, body: { outputs: OUTPUTS } } as const;
  const { id, url } = Signed.parse(JSON.parse((await accept(api, request)).text)).data.attributes;
  ledger.note('source', `source ${id}`, (it) => checkSource(it, id, undefined, true));
  const bytes = await createNoise();
  // If the connection breaks, the source fails.
  ledger.forget(`source ${id}`);
  await accept(api, { method: 'PUT', path: url, body: bytes });
  await follow(client, id, hashBytes(bytes));
}

/** Uploads a file in pieces, and sometimes stops in the middle. */
export async function uploadSource(client: PowerClient): Promise<void> {
  const { api, key, ledger, random, signal } = client;
  const bytes = await createNoise();
  const created = await accept(api, {
    method: 'POST',
    path: '/ingest/v1/tus',
    key,
    headers: { ...TUS, 'upload-length': String(bytes.length) },
  });
  const path = new URL(created.headers.get('location') ?? '', api.url).pathname;
  const id = created.headers.get('x-kinora-source') ?? '';
  const name = `upload ${id}`;
  for (let offset = 0; offset < bytes.length;) {
    const acknowledged = offset;
    const end = Math.min(bytes.length, offset + random.whole(5_000, 100_000));
    ledger.note('upload', name, (it) => continueUpload(it, { path, id, bytes, acknowledged, sent: end }));
    await sleep(random.between(0, 300), undefined, { signal });
    if (random.chance(0.03)) return;
    const answer = await accept(api, {
      method: 'PATCH',
      path,
      key,
      body: bytes.subarray(offset, end),
      headers: {
        ...TUS,
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      },
    });
    offset = Number(answer.headers.get('upload-offset'));
  }
  ledger.forget(name);
  await follow(client, id, hashBytes(bytes));
}

/** Notes the promises about a source, and waits until it and its outputs are ready. */
async function follow(client: PowerClient, id: string, hash: string): Promise<void> {
  const { api, key, ledger, random } = client;
  const name = `source ${id}`;
  const path = `/ingest/v1/sources/${id}`;
  ledger.note('source', name, (it) => checkSource(it, id, hash, false));
  const urls = await pollFor(client, name, async () => {
    const { text } = await accept(api, { method: 'GET', path, key });
    return readFiles(text);
  });
  for (const url of urls) {
    const found = await hashFile(api.url, url);
    ledger.note('file', new URL(url).pathname, (it) => compareFile(it, url, found));
  }
  if (!random.chance(0.3)) return;
  ledger.forget(name, ...urls.map((url) => new URL(url).pathname));
  await remove({ api, key }, path);
  ledger.note('deleted', `deletion of ${name}`, async (it) => {
    const answer = await ask(it, { method: 'GET', path });
    if (answer.status !== 200) return { broken: describe(answer) };
    const { status } = Source.parse(JSON.parse(answer.text)).data.attributes;
    return status === 'deleted' ? 'kept' : { broken: `It is ${status}.` };
  });
}

/** Returns the addresses of a source that is ready with its renditions. @throws if one has failed. */
function readFiles(text: string): string[] | undefined {
  const { status, source, error, outputs } = Source.parse(JSON.parse(text)).data.attributes;
  const all = [{ status, url: source, error }, ...(outputs?.renditions ?? [])];
  const failed = all.find((each) => each.status === 'failed');
  if (failed !== undefined) throw new Error(`A source has failed: ${failed.error}`);
  if (all.some((each) => each.status !== 'ready')) return undefined;
  return all.map(({ url }) => url).filter((url) => url != null);
}

/** @param waits true if the source waits for an upload. */
async function checkSource(
  survivor: Survivor,
  id: string,
  hash: string | undefined,
  waits: boolean,
): Promise<Verdict> {
  const answer = await ask(survivor, { method: 'GET', path: `/ingest/v1/sources/${id}` });
  if (answer.status !== 200) return { broken: describe(answer) };
  const { status, source, error } = Source.parse(JSON.parse(answer.text)).data.attributes;
  if (waits) return status === 'queued' ? 'kept' : { broken: `It is ${status}: ${error}` };
  if (status === 'queued' || status === 'importing') return 'open';
  if (status !== 'ready' || source == null) return { broken: `It is ${status}: ${error}` };
  return await compareFile(survivor, source, hash);
}

/** An upload in pieces at the moment of a power cut. */
interface Upload {
  readonly path: string;
  readonly id: string;
  readonly bytes: Buffer;
  /** Number of bytes that the server has acknowledged. */
  readonly acknowledged: number;
  /** Number of bytes that may have arrived. */
  readonly sent: number;
}

/** Continues an upload to its end, as its client does. */
async function continueUpload(survivor: Survivor, upload: Upload): Promise<Verdict> {
  const { path, id, bytes, acknowledged, sent } = upload;
  let [low, high] = [acknowledged, sent];
  for (;;) {
    const head = await ask(survivor, { method: 'HEAD', path, headers: TUS });
    const isOver = (head.status === 404 || head.status === 410) && high === bytes.length;
    if (head.status !== 200 && !isOver) return { broken: `It is unknown: ${describe(head)}` };
    const offset = isOver ? bytes.length : Number(head.headers.get('upload-offset'));
    if (offset < low) return { broken: `It has ${offset} of ${low} acknowledged bytes.` };
    if (offset > high) return { broken: `It has ${offset} bytes, but only ${high} were sent.` };
    if (offset === bytes.length) break;
    [low, high] = [offset, bytes.length];
    const answer = await ask(survivor, {
      method: 'PATCH',
      path,
      body: bytes.subarray(offset),
      headers: {
        ...TUS,
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      },
    });
    // On a busy machine, it may have been sent twice.
    if (answer.status !== 204 && answer.status !== 409)
      return { broken: `It cannot be continued at ${offset}: ${describe(answer)}` };
  }
  const until = Date.now() + READY_MS;
  for (;;) {
    const verdict = await checkSource(survivor, id, hashBytes(bytes), false);
    if (verdict !== 'open') return verdict;
    if (Date.now() > until) return { broken: 'It was continued, and its source does not become ready.' };
    await sleep(200);
  }
}

/** Returns a picture that cannot be mistaken for another. */
async function createNoise(): Promise<Buffer> {
  const raw = { width: NOISE, height: NOISE, channels: 3 } as const;
  return await sharp(randomBytes(NOISE * NOISE * raw.channels), { raw })
    .png()
    .toBuffer();
}
