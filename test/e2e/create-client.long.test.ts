import { mkdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient, type CreatedAsset, type KinoraClient } from '../../src/client/index.ts';
import { createMediaFolder } from '../media/render-edit.ts';
import { kinora } from './processes.ts';
import { endServer, type ServerProcess, startServer } from './server-process.ts';

let media: Awaited<ReturnType<typeof createMediaFolder>>;
let service: ServerProcess;
let client: KinoraClient;

beforeAll(async () => {
  media = await createMediaFolder();
  await mkdir(media.path('tmp'));
  service = await startServer(media.path('.'));
  client = createClient({ url: service.url, key: service.keys.v1 });
});
afterAll(async () => {
  await endServer(service);
  await media[Symbol.asyncDispose]();
});

it('speech is created, downloaded, listed and deleted, without a key of a service', async () => {
  const { createdAssets } = client;
  const { id, status } = await createdAssets.create({
    provider: 'kinora',
    options: { type: 'text-to-speech', text: 'Hello there.', voice: 'Amy' },
  });
  expect(status).toBe('queued');
  const statuses: string[] = [];
  const asset = await createdAssets.wait(id, { onChange: (change) => statuses.push(change.status) });
  expect(asset).toMatchObject({ status: 'done', provider: 'kinora', type: 'text-to-speech' });
  expect(statuses.at(-1)).toBe('done');
  expect(asset.url).toMatch(/\.mp3$/);
  const sound = await (await fetch(asset.url!)).bytes();
  const probed = await client.probe(asset.url!);
  expect(probed.streams).toMatchObject([{ codec_type: 'audio', codec_name: 'mp3' }]);
  expect(Number(probed.format.duration)).toBeGreaterThan(0.4);

  const args = ['create', 'text-to-speech', '--text', 'Hello there.', '--voice', 'Amy', '--out', 'a.mp3'];
  const env = { KINORA_URL: service.url, KINORA_KEY: service.keys.v1 };
  const { code, out } = await kinora(media.path('.'), args, { env }).ended;
  expect([code, out]).toEqual([0, 'a.mp3\n']);
  expect(Buffer.from(sound).equals(await readFile(media.path('a.mp3')))).toBe(true);

  const found: CreatedAsset[] = [];
  for await (const each of createdAssets.list({ pageSize: 1 })) found.push(each);
  expect(found).toHaveLength(2);
  expect(found[1]).toEqual(asset);
  await createdAssets.delete(id);
  await expect(createdAssets.get(id)).rejects.toMatchObject({ status: 404, code: 'not_found' });
  expect((await fetch(asset.url!)).status).toBe(404);
});

it('a service without a key is named', async () => {
  const creation = client.createdAssets.create({
    provider: 'd-id',
    options: { type: 'text-to-avatar', text: 'Hi', avatar: 'jack' },
  });
  await expect(creation).rejects.toMatchObject({
    status: 400,
    code: 'no_credentials',
    message: expect.stringContaining('kinora providers set d-id') as string,
    details: [{ code: 'no_credentials', pointer: '/provider' }],
  });
});
