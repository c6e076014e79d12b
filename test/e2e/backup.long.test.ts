import { createHash } from 'node:crypto';
import { mkdtemp, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  HAS_POSTGRES,
  startPostgres,
  type TestDatabase,
  waitUntil,
} from '../../src/store/test-databases.fixture.ts';
import { startS3Server } from '../../src/hosting/s3-server.fixture.ts';
import hello from '../../examples/hello.json' with { type: 'json' };
import { type Ended, kinora } from './processes.ts';
import { endServer, type ServerProcess, startServer } from './server-process.ts';

let root: string;
let old: string;
let archive: string;
let server: ServerProcess;
/** The data of the first server, which the restored one must have. */
const known = { key: '', done: '', waiting: '', file: '', digest: '', template: '', kept: '' };

const SETTINGS = { KINORA_RENDERS: '1' };
const SLOW = {
  timeline: { tracks: [{ clips: [{ asset: { type: 'text', text: 'Slow' }, start: 0, length: 60 }] }] },
  output: { format: 'mp4', resolution: 'hd' },
};

async function makeFolder(name: string): Promise<string> {
  const folder = join(root, name);
  await mkdir(join(folder, 'tmp'), { recursive: true });
  return folder;
}

const run = (folder: string, args: string, env: Readonly<Record<string, string>> = {}): Promise<Ended> =>
  kinora(folder, args.split(' '), { env }).ended;

async function ask(url: string, key: string, path: string, body?: object) {
  const answer = await fetch(`${url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as {
    response: { id: string; status: string; url?: string; template?: object; edit?: object };
  };
}

const statusOf = async (url: string, key: string, id: string): Promise<string> =>
  (await ask(url, key, `/edit/v1/render/${id}`)).response.status;

async function digestOf(url: string): Promise<string> {
  const answer = await fetch(url);
  return createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest('hex');
}

/** Checks on a running server that all data of the first one is there, and that waiting work goes on. */
async function expectEverything({ url }: ServerProcess): Promise<void> {
  const { key, done, waiting, digest, template, kept } = known;
  const { response } = await ask(url, key, `/edit/v1/render/${done}`);
  expect(response.status).toBe('done');
  expect(await digestOf(response.url ?? '')).toBe(digest);
  expect((await ask(url, key, `/edit/v1/templates/${template}`)).response.template).toEqual(hello);
  expect((await ask(url, key, `/edit/v1/edits/${kept}/versions/1`)).response.edit).toEqual(hello);
  await waitUntil(async () => (await statusOf(url, key, waiting)) === 'done', 60);
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'kinora-backup-'));
  archive = join(root, 'backup.tar');
  old = await makeFolder('old');
  server = await startServer(old, SETTINGS);
  const { url } = server;
  await run(old, 'accounts create acme');
  known.key = (await run(old, 'keys create --account acme --stage v1')).out.trim();
  await writeFile(join(old, 'secret.json'), JSON.stringify({ key: 'sk-secret-of-a-provider' }));
  expect(await run(old, 'providers set openai --account acme --file secret.json')).toMatchObject({ code: 0 });
  known.done = (await ask(url, known.key, '/edit/v1/render', hello)).response.id;
  await waitUntil(async () => (await statusOf(url, known.key, known.done)) === 'done');
  known.file = (await ask(url, known.key, `/edit/v1/render/${known.done}`)).response.url ?? '';
  known.digest = await digestOf(known.file);
  const template = { name: 'Kept', template: hello };
  known.template = (await ask(url, known.key, '/edit/v1/templates', template)).response.id;
  known.kept = (await ask(url, known.key, '/edit/v1/edits', { name: 'Kept', edit: hello })).response.id;
  // One renders, and the other one waits behind it.
  await ask(url, server.keys.v1, '/edit/v1/render', SLOW);
  known.waiting = (
    await ask(url, known.key, '/edit/v1/render', { ...SLOW, timeline: hello.timeline })
  ).response.id;
});
afterAll(async () => {
  await endServer(server);
  await rm(root, { recursive: true });
});

it('restores everything that was written while the server worked', async () => {
  const written = await run(old, `backup ${archive}`);
  expect(written).toMatchObject({ code: 0 });
  expect(written.out).toMatch(
    /^Wrote .*backup\.tar: \d+ rows \(2 accounts, 3 renders\), [12] jobs?, \d+ files? \(.*\) and 2 secrets of the home/,
  );
  expect((await stat(archive)).mode & 0o777).toBe(0o600);
  // The file is missing: that counts first, although the home is in use, too.
  expect((await run(old, `restore ${archive}x --replace`)).err).toBe(`There is no file ${archive}x.\n`);
  const busy = await run(old, `restore ${archive} --replace`);
  expect([busy.code, busy.err]).toEqual([1, expect.stringContaining('Another Kinora is using the folder')]);
  await endServer(server);

  const fresh = await makeFolder('fresh');
  expect(await run(fresh, `restore ${archive}`)).toMatchObject({ code: 0 });
  server = await startServer(fresh, SETTINGS);
  await expectEverything(server);
  expect(server.keys).toEqual(JSON.parse(await readFile(join(old, 'home/keys.json'), 'utf8')));
  expect((await run(fresh, 'providers list --account acme')).out).toContain('openai');
});

it('refuses a home that is not empty, and moves aside what it replaces', async () => {
  const refused = await run(old, `restore ${archive}`);
  expect(refused).toMatchObject({ code: 1, out: '' });
  expect(refused.err).toMatch(/is not empty: it has .*database.* add --replace/);
  const replaced = await run(old, `restore ${archive} --replace`);
  expect(replaced.code).toBe(0);
  const [, folder = ''] = /now in (\S*home\/replaced-\S+)\./.exec(replaced.err) ?? [];
  expect((await stat(join(folder, 'database'))).isDirectory()).toBe(true);
});

it.runIf(HAS_POSTGRES)('goes to PostgreSQL and back', async () => {
  const database: TestDatabase = await startPostgres();
  try {
    const env = { DATABASE_URL: database.location.kind === 'postgres' ? database.location.url : '' };
    const cluster = await makeFolder('cluster');
    expect(await run(cluster, `restore ${archive}`, env)).toMatchObject({ code: 0 });
    const other = await startServer(cluster, { ...SETTINGS, ...env });
    await expectEverything(other);
    expect((await run(cluster, `restore ${archive} --replace`, env)).err).toContain(
      'Kinora is using this PostgreSQL database.',
    );
    const second = join(root, 'second.tar');
    expect(await run(cluster, `backup ${second}`, env)).toMatchObject({ code: 0 });
    await endServer(other);
    expect((await run(cluster, `restore ${second}`, env)).err).toContain(
      'The database of DATABASE_URL is not empty.',
    );
    const again = await makeFolder('again');
    expect(await run(again, `restore ${second}`)).toMatchObject({ code: 0 });
    const last = await startServer(again, SETTINGS);
    await expectEverything(last);
    await endServer(last);
  } finally {
    await database.stop();
  }
});

it('brings the stored files to S3, and deletes those of an account there', async () => {
  const s3 = await startS3Server();
  try {
    const folder = await makeFolder('bucket');
    const env = {
      KINORA_STORAGE: 's3://films/files',
      S3_ENDPOINT: s3.url,
      S3_ACCESS_KEY_ID: s3.location.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.location.secretAccessKey,
    };
    expect(await run(folder, `restore ${archive}`, env)).toMatchObject({ code: 0 });
    const other = await startServer(folder, { ...SETTINGS, ...env });
    await expectEverything(other);
    const third = await run(folder, `backup ${join(root, 'third.tar')}`, env);
    expect(third).toMatchObject({
      code: 0,
      err: expect.stringContaining('stored files are in S3') as string,
    });
    const { url = '' } = (await ask(other.url, known.key, `/edit/v1/render/${known.done}`)).response;
    const deleted = await run(folder, 'accounts delete acme --yes', env);
    expect(deleted).toMatchObject({ code: 0, err: '' });
    expect(deleted.out).toMatch(
      /^The account acme has:[^]*renders +2\n[^]*Deleted the account acme: \d+ records, 2 files, \d+ segments\.\n$/,
    );
    expect((await fetch(url)).status).toBe(404);
    expect((await run(folder, 'accounts list', env)).out).not.toContain('acme');
    await endServer(other);
  } finally {
    await s3.close();
  }
});
