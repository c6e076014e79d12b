import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Survivor, Verdict } from './ledger.ts';
import { editOf, Render, SIZE, submit } from './order-renders.ts';
import type { DoneFilm, PowerClient } from './power-client.ts';
import { accept, ask, describe, hashFile, remove } from './requests.ts';

const Assets = z.object({
  data: z.array(z.object({ attributes: z.object({ id: z.string(), url: z.string().nullish() }) })),
});
const Asset = z.object({ data: z.object({ attributes: z.object({ status: z.string() }) }) });

/** Cancels a render soon after it was accepted. */
export async function cancelRender(client: PowerClient): Promise<void> {
  const { api, key, ledger, random } = client;
  const body = editOf(client, { format: 'mp4', size: SIZE, fps: 25 }, []);
  const id = await submit(client, body, randomUUID());
  await sleep(random.between(0, 500));
  await remove({ api, key }, `/edit/v1/render/${id}`);
  ledger.note('deleted', `cancellation of render ${id}`, async (it) => {
    const answer = await ask(it, { method: 'GET', path: `/edit/v1/render/${id}?data=false` });
    // The render was done when the request came, so the request has deleted it.
    if (answer.status === 404) return 'kept';
    if (answer.status !== 200) return { broken: describe(answer) };
    const { status, code } = Render.parse(JSON.parse(answer.text)).response;
    return code === 'cancelled' ? 'kept' : { broken: `It is ${status}.` };
  });
}

/** Deletes a render that is done, or one of its files. */
export async function deleteFilm(client: PowerClient): Promise<void> {
  const { films, random, ledger } = client;
  const [film] = films.splice(random.whole(0, Math.max(0, films.length - 1)), 1);
  if (film === undefined) return;
  const { id, paths } = film;
  ledger.forget(`callback of render ${id}`, ...paths);
  await (random.chance(0.5) ? deleteRender(client, film) : deleteAsset(client, id));
}

async function deleteRender({ api, key, ledger }: PowerClient, { id, paths }: DoneFilm): Promise<void> {
  ledger.forget(`render ${id}`, `repeat of render ${id}`);
  await remove({ api, key }, `/edit/v1/render/${id}`);
  ledger.note('deleted', `deletion of render ${id}`, async (it) => {
    const { status } = await ask(it, { method: 'GET', path: `/edit/v1/render/${id}?data=false` });
    return status === 404 ? await areGone(it, paths) : { broken: `It is answered with ${status}.` };
  });
}

async function deleteAsset({ api, key, ledger }: PowerClient, id: string): Promise<void> {
  const list = await accept(api, { method: 'GET', path: `/serve/v1/assets/render/${id}`, key });
  const { attributes } = Assets.parse(JSON.parse(list.text)).data[0] ?? {};
  if (attributes?.url == null) throw new Error(`The render ${id} has no asset.`);
  const path = `/serve/v1/assets/${attributes.id}`;
  await remove({ api, key }, path);
  const file = new URL(attributes.url).pathname;
  ledger.note('deleted', `deletion of the asset ${attributes.id}`, async (it) => {
    const answer = await ask(it, { method: 'GET', path });
    if (answer.status !== 200) return { broken: describe(answer) };
    const { status } = Asset.parse(JSON.parse(answer.text)).data.attributes;
    return status === 'deleted' ? await areGone(it, [file]) : { broken: `It is ${status}.` };
  });
}

async function areGone({ site }: Survivor, paths: readonly string[]): Promise<Verdict> {
  for (const path of paths)
    if ((await hashFile(site.url, path)) !== undefined) return { broken: `${path} is still served.` };
  return 'kept';
}
