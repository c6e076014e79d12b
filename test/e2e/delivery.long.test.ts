import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Asset, createClient, type EditInput, type KinoraClient } from '../../src/client/index.ts';
import { type S3Server, startS3Server } from '../../src/hosting/s3-server.fixture.ts';
import { startFixtureServer } from '../../src/outbound/server.fixture.ts';
import { HAS_POSTGRES, startPostgres, waitUntil } from '../../src/store/test-databases.fixture.ts';
import { kinora } from './processes.ts';
import { type Provider, type Receiver, serveAzure, serveMux, startReceiver } from './receivers.ts';
import { endServer, type ServerProcess, startServer } from './server-process.ts';

let folder: string;
let secret: string;
let receiver: Receiver;
const ends: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-delivery-'));
  await mkdir(join(folder, 'tmp'));
  receiver = await startReceiver(() => secret);
  ends.push(
    () => rm(folder, { recursive: true }),
    () => receiver.leave(),
  );
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Has something ended after the test. */
function ending<What>(what: What, end: (what: What) => Promise<unknown>): What {
  ends.push(() => end(what));
  return what;
}

/** Runs a command beside the server, and gives what it wrote. */
async function run(args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const { code, out, err } = await kinora(folder, args, { env }).ended;
  expect(code, err).toBe(0);
  return out;
}

async function give(provider: string, credentials: object, env?: Record<string, string>): Promise<void> {
  const file = join(folder, `${provider}.json`);
  await writeFile(file, JSON.stringify(credentials));
  await run(['destinations', 'set', provider, '--file', file], env);
}

async function learnSecret(env?: Record<string, string>): Promise<void> {
  secret = /whsec_\S+/.exec(await run(['webhooks', 'secret', '--stage', 'v1'], env))?.[0] ?? '';
}

function clientOf({ url, keys }: ServerProcess): KinoraClient {
  return createClient({ url, key: keys.v1 });
}

const AZURE = {
  provider: 'azure-blob-storage',
  options: { accountName: 'acct', container: 'videos', filename: 'film' },
} as const;

function editTo(destinations: NonNullable<EditInput['output']['destinations']>, stills: object): EditInput {
  return {
    timeline: {
      tracks: [{ clips: [{ asset: { type: 'text', text: 'Seen' }, start: 0, length: 0.5 }] }],
    },
    output: { format: 'mp4', size: { width: 160, height: 90 }, ...stills, destinations },
    callback: receiver.url,
  };
}

async function bytesAt(url: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(url)).arrayBuffer());
}

describe('a render with poster and thumbnail', () => {
  let s3: S3Server;
  let azure: Provider;
  let mux: Provider;
  let server: ServerProcess;
  beforeEach(async () => {
    s3 = ending(await startS3Server(), (it) => it.close());
    azure = ending(await serveAzure(), (it) => it.close());
    mux = ending(await serveMux(), (it) => it.close());
    server = ending(await startServer(folder), endServer);
    const { accessKeyId, secretAccessKey } = s3.location;
    await give('s3', { accessKeyId, secretAccessKey, endpoint: s3.url, pathStyle: true });
    await give('azure-blob-storage', { accountKey: 'c2VjcmV0', endpoint: azure.url });
    await give('mux', { tokenId: 'id', tokenSecret: 'secret', endpoint: mux.url });
    await learnSecret();
  });

  it('gets everywhere, and each file is told by a callback that can be verified, also to a receiver that was away', async () => {
    const client = clientOf(server);
    const options = { region: 'us-east-1', bucket: 'films', prefix: 'a/b', filename: 'film' };
    const destinations = [
      { provider: 'kinora' },
      { provider: 's3', options },
      AZURE,
      { provider: 'mux', options: { playbackPolicy: ['public'] } },
    ] as const;
    const stills = { poster: { capture: 0.2 }, thumbnail: { capture: 0.2, scale: 0.5 } };
    await receiver.leave();
    const render = client.render(editTo([...destinations], stills));
    const assets = await render.assets();
    const id = await render.id;
    expect(
      assets.map(({ provider, filename, status }) => `${provider} ${filename} ${status}`).sort(),
    ).toEqual([
      ...['film-poster.jpg', 'film-thumb.jpg', 'film.mp4'].map((name) => `azure-blob-storage ${name} ready`),
      `mux ${id}.mp4 ready`,
      ...['film-poster.jpg', 'film-thumb.jpg', 'film.mp4'].map((name) => `s3 ${name} ready`),
      ...[`${id}-poster.jpg`, `${id}-thumb.jpg`, `${id}.mp4`].map((name) => `shotstack ${name} ready`),
    ]);
    await sameEverywhere(assets, id);

    const attempts = async () => (await client.renders.callbacks(id)).callbacks.map((each) => each.attempts);
    await waitUntil(async () => (await attempts()).every(({ length }) => length > 0), 60);
    expect(receiver.heard).toEqual([]);
    await receiver.comeBack();
    await waitUntil(() => receiver.heard.length >= 11, 90);
    const { callbacks } = await client.renders.callbacks(id);
    await waitUntil(async () =>
      (await client.renders.callbacks(id)).callbacks.every(({ status }) => status === 'delivered'),
    );
    expect(receiver.doubted).toEqual([]);
    expect(receiver.heard.map((each) => each.id).sort()).toEqual(callbacks.map((each) => each.id).sort());
    for (const each of callbacks) expect(each.attempts[0]).toMatchObject({ code: null });
    const told = receiver.heard.map((each) => each.told);
    expect(told.filter(({ action }) => action === 'render')).toMatchObject([
      { type: 'edit', id, status: 'done', url: assets.find((asset) => asset.provider === 'shotstack')?.url },
    ]);
    const copies = told.filter(({ action }) => action === 'copy');
    expect(copies.map((copy) => `${copy.id} ${copy.status} ${copy.url}`).sort()).toEqual(
      assets.map((asset) => `${asset.id} ready ${asset.url}`).sort(),
    );
    for (const copy of copies) expect(copy).toMatchObject({ type: 'serve', render: id });
  });

  /** Every place has the bytes that we host ourselves. */
  async function sameEverywhere(assets: readonly Asset[], id: string): Promise<void> {
    for (const [part, ending] of Object.entries({
      film: '.mp4',
      poster: '-poster.jpg',
      thumb: '-thumb.jpg',
    })) {
      const own = await bytesAt(assets.find(({ filename }) => filename === `${id}${ending}`)!.url!);
      expect(own.length, part).toBeGreaterThan(500);
      expect(azure.files.get(`/videos/film${ending}`)?.equals(own), part).toBe(true);
      expect((await bytesAt(`${s3.url}/films/a/b/film${ending}`)).equals(own), part).toBe(true);
      if (ending === '.mp4') expect(mux.files.get('as-1')?.equals(own)).toBe(true);
    }
  }

  it('is fetched by a transfer as what it is, whatever its address says', async () => {
    const client = clientOf(server);
    const { url } = await client.render(editTo([], {})).wait();
    const film = await bytesAt(url);
    const lying = ending(await startFixtureServer((_request, response) => response.end(film)), (it) => it.close());
    await client.assets.transfer({ url: `${lying.url}/picture.jpg`, id: 'film 7', destinations: [AZURE] });
    const [hosted, sent] = await client.assets.wait('film 7');
    expect([hosted, sent]).toMatchObject([{ status: 'ready' }, { status: 'ready', filename: 'film.mp4' }]);
    const served = await fetch(hosted!.url!);
    expect(served.headers.get('content-type')).toBe('video/mp4');
    expect(Buffer.from(await served.arrayBuffer()).equals(film)).toBe(true);
    expect(azure.files.get('/videos/film.mp4')?.equals(film)).toBe(true);
  });
});

describe('a copy whose process is killed in the middle', () => {
  /** A provider that never ends the first file it gets. */
  async function slowAtFirst(): Promise<{ azure: Provider; begun: () => boolean }> {
    let files = 0;
    const never = new Promise<void>(() => undefined);
    const azure = await serveAzure(() => (++files === 1 ? never : Promise.resolve()));
    ending(azure, (it) => it.close());
    return { azure, begun: () => files > 0 };
  }

  async function endsOnce(client: KinoraClient, id: string, azure: Provider): Promise<void> {
    const assets = await client.assets.wait(id, { timeout: 240_000 });
    expect(assets.map(({ provider, status }) => `${provider} ${status}`)).toEqual([
      'shotstack ready',
      'azure-blob-storage ready',
    ]);
    expect([...azure.files.keys()]).toEqual(['/videos/film.mp4']);
    const copy = assets[1]!;
    const ofCopy = () => receiver.heard.filter(({ told }) => told.id === copy.id);
    const told = async () =>
      (await client.renders.callbacks(id)).callbacks.map(({ event, status }) => `${event} ${status}`);
    // An attempt at another callback may have died with the process, too, which is known after a minute.
    const all = ['edit/render delivered', 'serve/copy delivered', 'serve/copy delivered'];
    await waitUntil(async () => String(await told()) === String(all), 180);
    expect(ofCopy()).toMatchObject([{ told: { status: 'ready', url: copy.url, render: id } }]);
    expect(receiver.doubted).toEqual([]);
  }

  it('is taken up by the next start, and ends ready once', async () => {
    const { azure, begun } = await slowAtFirst();
    const first = ending(await startServer(folder), endServer);
    await give('azure-blob-storage', { accountKey: 'c2VjcmV0', endpoint: azure.url });
    await learnSecret();
    const id = await clientOf(first).render(editTo([AZURE], {})).id;
    await waitUntil(begun, 60);
    await endServer(first);
    await endsOnce(clientOf(ending(await startServer(folder), endServer)), id, azure);
  });

  it.skipIf(!HAS_POSTGRES)('is taken up by another worker, and ends ready once', async () => {
    const postgres = ending(await startPostgres(), (it) => it.stop());
    const DATABASE_URL = postgres.location.kind === 'postgres' ? postgres.location.url : '';
    const env = { DATABASE_URL, KINORA_ALLOW_HOSTS: '127.0.0.1', KINORA_RENDERS: '1' };
    const { azure, begun } = await slowAtFirst();
    const server = ending(await startServer(folder, env, ['--no-workers']), endServer);
    await give('azure-blob-storage', { accountKey: 'c2VjcmV0', endpoint: azure.url }, env);
    await learnSecret(env);
    const client = clientOf(server);
    const startWorker = async () => {
      const worker = kinora(folder, ['worker'], { env: { ...env, KINORA_URL: server.url } });
      ends.push(async () => {
        worker.child.kill('SIGKILL');
        await worker.ended;
      });
      await once(worker.child.stdout!, 'data');
      return worker;
    };
    const killed = await startWorker();
    const id = await client.render(editTo([AZURE], {})).id;
    await waitUntil(begun, 60);
    killed.child.kill('SIGKILL');
    await startWorker();
    await endsOnce(client, id, azure);
  });
});
