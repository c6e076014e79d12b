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
    () => receiver.stop(),
  );
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Calls `end` after the test. Returns `what`. */
function endAfterTest<What>(what: What, end: (what: What) => Promise<unknown>): What {
  ends.push(() => end(what));
  return what;
}

/** Runs a command beside the server. Returns its output. */
async function run(args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const { code, out, err } = await kinora(folder, args, { env }).ended;
  expect(code, err).toBe(0);
  return out;
}

async function setCredentials(
  provider: string,
  credentials: object,
  env?: Record<string, string>,
): Promise<void> {
  const file = join(folder, `${provider}.json`);
  await writeFile(file, JSON.stringify(credentials));
  await run(['destinations', 'set', provider, '--file', file], env);
}

async function readSecret(env?: Record<string, string>): Promise<void> {
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
    s3 = endAfterTest(await startS3Server(), (it) => it.close());
    azure = endAfterTest(await serveAzure(), (it) => it.close());
    mux = endAfterTest(await serveMux(), (it) => it.close());
    server = endAfterTest(await startServer(folder), endServer);
    const { accessKeyId, secretAccessKey } = s3.location;
    await setCredentials('s3', { accessKeyId, secretAccessKey, endpoint: s3.url, pathStyle: true });
    await setCredentials('azure-blob-storage', { accountKey: 'c2VjcmV0', endpoint: azure.url });
    await setCredentials('mux', { tokenId: 'id', tokenSecret: 'secret', endpoint: mux.url });
    await readSecret();
  });

  it('is copied to all destinations, with a signed callback for each file, also to a receiver that was offline', async () => {
    const client = clientOf(server);
    const options = { region: 'us-east-1', bucket: 'films', prefix: 'a/b', filename: 'film' };
    const destinations = [
      { provider: 'kinora' },
      { provider: 's3', options },
      AZURE,
      { provider: 'mux', options: { playbackPolicy: ['public'] } },
    ] as const;
    const stills = { poster: { capture: 0.2 }, thumbnail: { capture: 0.2, scale: 0.5 } };
    await receiver.stop();
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
    await expectSameFiles(assets, id);

    const attempts = async () => (await client.renders.callbacks(id)).callbacks.map((each) => each.attempts);
    await waitUntil(async () => (await attempts()).every(({ length }) => length > 0), 60);
    expect(receiver.received).toEqual([]);
    await receiver.restart();
    await waitUntil(() => receiver.received.length >= 11, 90);
    const { callbacks } = await client.renders.callbacks(id);
    await waitUntil(async () =>
      (await client.renders.callbacks(id)).callbacks.every(({ status }) => status === 'delivered'),
    );
    expect(receiver.rejected).toEqual([]);
    expect(receiver.received.map((each) => each.id).sort()).toEqual(callbacks.map((each) => each.id).sort());
    for (const each of callbacks) expect(each.attempts[0]).toMatchObject({ code: null });
    const bodies = receiver.received.map((each) => each.body);
    expect(bodies.filter(({ action }) => action === 'render')).toMatchObject([
      { type: 'edit', id, status: 'done', url: assets.find((asset) => asset.provider === 'shotstack')?.url },
    ]);
    const copies = bodies.filter(({ action }) => action === 'copy');
    expect(copies.map((copy) => `${copy.id} ${copy.status} ${copy.url}`).sort()).toEqual(
      assets.map((asset) => `${asset.id} ready ${asset.url}`).sort(),
    );
    for (const copy of copies) expect(copy).toMatchObject({ type: 'serve', render: id });
  });

  /** Checks that all destinations have the same files as the built-in hosting. */
  async function expectSameFiles(assets: readonly Asset[], id: string): Promise<void> {
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

  it('keeps its type in a transfer, even if the URL has another extension', async () => {
    const client = clientOf(server);
    const { url } = await client.render(editTo([], {})).wait();
    const film = await bytesAt(url);
    const misnamed = endAfterTest(
      await startFixtureServer((_request, response) => response.end(film)),
      (it) => it.close(),
    );
    await client.assets.transfer({ url: `${misnamed.url}/picture.jpg`, id: 'film 7', destinations: [AZURE] });
    const [hosted, sent] = await client.assets.wait('film 7');
    expect([hosted, sent]).toMatchObject([{ status: 'ready' }, { status: 'ready', filename: 'film.mp4' }]);
    const served = await fetch(hosted!.url!);
    expect(served.headers.get('content-type')).toBe('video/mp4');
    expect(Buffer.from(await served.arrayBuffer()).equals(film)).toBe(true);
    expect(azure.files.get('/videos/film.mp4')?.equals(film)).toBe(true);
  });
});

describe('a copy whose process is killed', () => {
  /** Starts a provider that never finishes its first upload. */
  async function serveStuckAzure(): Promise<{ azure: Provider; begun: () => boolean }> {
    let files = 0;
    const never = new Promise<void>(() => undefined);
    const azure = await serveAzure(() => (++files === 1 ? never : Promise.resolve()));
    endAfterTest(azure, (it) => it.close());
    return { azure, begun: () => files > 0 };
  }

  async function expectOneCopy(client: KinoraClient, id: string, azure: Provider): Promise<void> {
    const assets = await client.assets.wait(id, { timeout: 240_000 });
    expect(assets.map(({ provider, status }) => `${provider} ${status}`)).toEqual([
      'shotstack ready',
      'azure-blob-storage ready',
    ]);
    expect([...azure.files.keys()]).toEqual(['/videos/film.mp4']);
    const copy = assets[1]!;
    const ofCopy = () => receiver.received.filter(({ body }) => body.id === copy.id);
    const statuses = async () =>
      (await client.renders.callbacks(id)).callbacks.map(({ event, status }) => `${event} ${status}`);
    // An attempt at another callback may have died with the process, too. This is detected after a minute.
    const all = ['edit/render delivered', 'serve/copy delivered', 'serve/copy delivered'];
    await waitUntil(async () => String(await statuses()) === String(all), 180);
    expect(ofCopy()).toMatchObject([{ body: { status: 'ready', url: copy.url, render: id } }]);
    expect(receiver.rejected).toEqual([]);
  }

  it('is resumed at the next start and delivered once', async () => {
    const { azure, begun } = await serveStuckAzure();
    const first = endAfterTest(await startServer(folder), endServer);
    await setCredentials('azure-blob-storage', { accountKey: 'c2VjcmV0', endpoint: azure.url });
    await readSecret();
    const id = await clientOf(first).render(editTo([AZURE], {})).id;
    await waitUntil(begun, 60);
    await endServer(first);
    await expectOneCopy(clientOf(endAfterTest(await startServer(folder), endServer)), id, azure);
  });

  it.skipIf(!HAS_POSTGRES)('is resumed by another worker and delivered once', async () => {
    const postgres = endAfterTest(await startPostgres(), (it) => it.stop());
    const DATABASE_URL = postgres.location.kind === 'postgres' ? postgres.location.url : '';
    const env = { DATABASE_URL, KINORA_ALLOW_HOSTS: '127.0.0.1', KINORA_RENDERS: '1' };
    const { azure, begun } = await serveStuckAzure();
    const server = endAfterTest(await startServer(folder, env, ['--no-workers']), endServer);
    await setCredentials('azure-blob-storage', { accountKey: 'c2VjcmV0', endpoint: azure.url }, env);
    await readSecret(env);
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
    await expectOneCopy(client, id, azure);
  });
});
