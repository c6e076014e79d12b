import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { colourOf, toHex } from '../outside/colours.ts';
import type { Survivor, Verdict } from './ledger.ts';
import { pollFor, type PowerClient } from './power-client.ts';
import { accept, ask, compareFile, describe, hashFile } from './requests.ts';

const Created = z.object({ response: z.object({ id: z.string() }) });
const Url = z.string().nullish();
/** An answer with a render. */
export const Render = z.object({
  response: z.object({
    status: z.string(),
    error: z.string().optional(),
    code: z.string().optional(),
    url: Url,
    poster: Url,
    thumbnail: Url,
  }),
});
const Callbacks = z.object({ response: z.object({ callbacks: z.array(z.object({ url: z.string() })) }) });

/** Size of all renders. */
export const SIZE = { width: 160, height: 90 };
/** Milliseconds for a file whose address the running server has sent. */
const FILE_MS = 15_000;

/** The files of a render by their paths, with their SHA-256. */
type MadeFiles = ReadonlyMap<string, string | undefined>;

/** Orders a picture. */
export async function orderStill(client: PowerClient): Promise<void> {
  await order(client, editOf(client, { format: 'png', size: SIZE, range: { start: 0 } }, []));
}

/** Orders a video with a fetched image, a poster and a thumbnail, and sometimes a callback. */
export async function orderFilm(client: PowerClient): Promise<void> {
  const { random, sources, receiver, films, ledger } = client;
  // A few images, so that most are in the cache of the machine.
  const image = { type: 'image', src: `${sources}/image/${random.whole(0, 3)}.png` };
  const stills = { poster: { capture: 0.2 }, thumbnail: { capture: 0.2, scale: 0.5 } };
  const edit = editOf(client, { format: 'mp4', size: SIZE, fps: 12, ...stills }, [
    { clips: [{ asset: image, start: 0, length: 2.4, width: 50, height: 50, position: 'left' }] },
  ]);
  const isHeard = random.chance(0.5);
  const { id, files } = await order(client, isHeard ? { ...edit, callback: receiver } : edit);
  films.push({ id, paths: [...files.keys()] });
  if (isHeard) ledger.note('callback', `callback of render ${id}`, (it) => checkCallback(it, id, receiver));
  ledger.note('made again', `another render like ${id}`, (it) => checkAgain(it, edit, files));
}

/** Orders a render, waits until it is done, and notes the promises. */
async function order(client: PowerClient, body: object): Promise<{ id: string; files: MadeFiles }> {
  const { api, key, ledger } = client;
  const idempotencyKey = randomUUID();
  const id = await submit(client, body, idempotencyKey);
  const name = `render ${id}`;
  const made = Promise.withResolvers<MadeFiles>();
  ledger.note('accepted', name, (it) => checkRender(it, id, made.promise, false));
  ledger.note('repeated', `repeat of ${name}`, async (it) => {
    const answer = await ask(it, { method: 'POST', path: '/edit/v1/render', idempotencyKey, body });
    const found = answer.status === 201 ? Created.parse(JSON.parse(answer.text)).response.id : undefined;
    return found === id ? 'kept' : { broken: `It is answered with ${describe(answer)}` };
  });
  const files = new Map<string, string | undefined>();
  // A run that ends never knows the files.
  using _ = { [Symbol.dispose]: () => made.resolve(files) };
  const urls = await pollFor(client, name, async () => {
    const { text } = await accept(api, { method: 'GET', path: `/edit/v1/render/${id}?data=false`, key });
    return readDone(text, id);
  });
  ledger.note('done', name, (it) => checkRender(it, id, made.promise, true));
  for (const path of urls)
    ledger.note('file', path, async (it) => {
      const known = await Promise.race([made.promise, sleep(FILE_MS, undefined, { ref: false })]);
      return await compareFile(it, path, known?.get(path));
    });
  for (const path of urls) files.set(path, await hashFile(api.url, path));
  return { id, files };
}

/** Submits an edit. Returns the id of its render. */
export async function submit(
  { api, key }: PowerClient,
  body: object,
  idempotencyKey: string,
): Promise<string> {
  const answer = await accept(api, { method: 'POST', path: '/edit/v1/render', key, idempotencyKey, body });
  return Created.parse(JSON.parse(answer.text)).response.id;
}

/** Returns the paths of the files of a render that is done, or undefined. @throws if it has failed. */
function readDone(text: string, id: string): string[] | undefined {
  const { status, error, url, poster, thumbnail } = Render.parse(JSON.parse(text)).response;
  if (status === 'failed') throw new Error(`The render ${id} has failed: ${error}`);
  if (status !== 'done') return undefined;
  return [url, poster, thumbnail].filter((each) => each != null).map((each) => new URL(each).pathname);
}

async function checkRender(
  survivor: Survivor,
  id: string,
  made: Promise<MadeFiles>,
  wasDone: boolean,
): Promise<Verdict> {
  const answer = await ask(survivor, { method: 'GET', path: `/edit/v1/render/${id}?data=false` });
  if (answer.status !== 200) return { broken: describe(answer) };
  const { status, error } = Render.parse(JSON.parse(answer.text)).response;
  if (status === 'failed') return { broken: `It has failed: ${error}` };
  if (status !== 'done') return wasDone ? { broken: `It is ${status}, and was done.` } : 'open';
  if (wasDone) return 'kept';
  // Both servers have made the render, so the files must be equal to the byte.
  const known = await Promise.race([made, sleep(FILE_MS, undefined, { ref: false })]);
  return await compareAll(survivor, readDone(answer.text, id) ?? [], (path) => known?.get(path));
}

/** Makes an edit again, with the results of the first time that the disk has kept. */
async function checkAgain(survivor: Survivor, body: object, files: MadeFiles): Promise<Verdict> {
  const answer = await ask(survivor, { method: 'POST', path: '/edit/v1/render', body });
  if (answer.status !== 201) return { broken: describe(answer) };
  const { id } = Created.parse(JSON.parse(answer.text)).response;
  const until = Date.now() + FILE_MS;
  while (Date.now() < until) {
    const { text } = await ask(survivor, { method: 'GET', path: `/edit/v1/render/${id}?data=false` });
    const paths = readDone(text, id);
    const hashes = [...files.values()];
    if (paths !== undefined) return await compareAll(survivor, paths, (path) => hashes[paths.indexOf(path)]);
    await sleep(200);
  }
  return 'kept';
}

async function compareAll(
  survivor: Survivor,
  paths: readonly string[],
  hashOf: (path: string) => string | undefined,
): Promise<Verdict> {
  for (const path of paths) {
    const verdict = await compareFile(survivor, path, hashOf(path));
    if (typeof verdict === 'object') return { broken: `${path}: ${verdict.broken}` };
  }
  return 'kept';
}

async function checkCallback(survivor: Survivor, id: string, url: string): Promise<Verdict> {
  const answer = await ask(survivor, { method: 'GET', path: `/edit/v1/render/${id}/callbacks` });
  if (answer.status !== 200) return { broken: describe(answer) };
  const [callback] = Callbacks.parse(JSON.parse(answer.text)).response.callbacks;
  return callback !== undefined && new URL(callback.url).host === new URL(url).host
    ? 'kept'
    : { broken: 'The render has no callback.' };
}

/** Returns an edit in the colour of a new number. */
export function editOf({ nextNumber }: PowerClient, output: object, tracks: readonly object[]): object {
  const number = nextNumber();
  const text = { type: 'text', text: `${number}`, width: 60, height: 30, font: { size: 20 } };
  const title = { asset: text, start: 0, length: 2.4, position: 'bottomRight' };
  return {
    timeline: { background: toHex(colourOf(number)), tracks: [...tracks, { clips: [title] }] },
    output,
  };
}
