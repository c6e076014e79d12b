import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { KinoraError } from '../base/errors.ts';
import { SILENT } from '../base/logger.ts';
import { createHome } from '../home/home.ts';
import { lockHome } from '../home/lock.ts';
import { createSecretBox } from '../hosting/secret-box.ts';
import { openDiskStorage } from '../hosting/disk-storage.ts';
import { isInstalled, resolvePackageFolder } from '../render/fonts/font-files.ts';
import { ensureFirstAccount } from '../store/accounts/accounts.ts';
import { checkReadingRights } from '../store/connection/check-rights.ts';
import { credentialsContext, setCredentials } from '../store/credentials.ts';
import { openDatabase } from '../store/database.ts';
import { HAS_POSTGRES, startPostgres, type TestPostgres } from '../store/test-databases.fixture.ts';
import { checkAddresses, checkPorts } from './check-addresses.ts';
import { checkDatabase } from './check-database.ts';
import { checkDisk, checkHome } from './check-home.ts';
import { checkBrowser } from './check-browser.ts';
import { checkFontFiles, checkVoice } from './check-media.ts';
import { checkCredentials, checkSecrets } from './check-secrets.ts';
import { checkSettingNames } from './check-setting-names.ts';
import { checkStorage } from './check-storage.ts';
import { useTemporaryFolder } from './temporary-folder.ts';
import { type DeploymentCheck, runChecks } from './check.ts';

const { signal } = new AbortController();

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'kinora-doctor-test-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

const postgres = { databaseUrl: 'postgres://me:secret@127.0.0.1:1/kinora' };

async function readAll<Value>(stream: AsyncIterable<Value>): Promise<Value[]> {
  const all: Value[] = [];
  for await (const each of stream) all.push(each);
  return all;
}

async function collect(checks: readonly DeploymentCheck[]) {
  return await readAll(runChecks(checks, signal));
}

describe('checks', () => {
  it('go on after one that fails, and tell only sentences for operators as they are', async () => {
    const fail = (error: Error) => () => Promise.reject(error);
    const found = await collect([
      { about: 'one', find: fail(new KinoraError('invalid_setting', 'A setting is wrong.')) },
      { about: 'two', find: fail(new Error('EBADF')) },
      { about: 'three', find: () => Promise.resolve([{ state: 'ok', found: 'Yes.' } as const]) },
    ]);
    expect(found).toEqual([
      { about: 'one', state: 'error', found: 'A setting is wrong.' },
      { about: 'two', state: 'error', found: 'The check itself failed: EBADF' },
      { about: 'three', state: 'ok', found: 'Yes.' },
    ]);
  });

  it('end if the user stops them', async () => {
    const stopped = AbortSignal.abort(new Error('Stopped.'));
    await expect(
      runChecks([{ about: 'one', find: () => Promise.resolve([]) }], stopped).next(),
    ).rejects.toThrow('Stopped.');
  });
});

describe('a home', () => {
  it('that is fresh is left alone', async () => {
    const home = join(folder, 'home');
    expect(await checkHome({ home })).toMatchObject({ state: 'ok' });
    expect(await checkDatabase({ home, databaseUrl: undefined })).toMatchObject([{ state: 'ok' }]);
    expect(await checkStorage({ home, storage: join(home, 'files') }, signal)).toMatchObject({ state: 'ok' });
    expect(await checkDisk(home, { minFreeBytes: 0 })).toMatchObject({
      found: expect.stringContaining(home) as string,
    });
    expect(await readdir(folder)).toEqual([]);
  });

  it('that is a file is an error', async () => {
    await writeFile(join(folder, 'file'), '');
    expect(await checkHome({ home: join(folder, 'file') })).toMatchObject({ state: 'error' });
  });

  // Root may open every folder.
  it.skipIf(process.getuid?.() === 0)('that this user may not open is an error that names it', async () => {
    await chmod(folder, 0);
    const found = await checkHome({ home: join(folder, 'a', 'home') });
    await chmod(folder, 0o700);
    expect(found).toMatchObject({
      state: 'error',
      found: expect.stringContaining(`may not open the folder ${folder}, which is above`) as string,
    });
  });

  // Root may write everywhere.
  it.skipIf(process.getuid?.() === 0)('that this user cannot write to is an error', async () => {
    await chmod(folder, 0o500);
    expect(await checkHome({ home: folder })).toMatchObject({ state: 'error' });
    expect(await checkHome({ home: join(folder, 'new') })).toMatchObject({ state: 'error' });
  });

  it('on a disk with too little space is an error', async () => {
    expect(await checkDisk(folder, { minFreeBytes: Number.MAX_SAFE_INTEGER })).toMatchObject({
      state: 'error',
      advice: expect.stringContaining('KINORA_MIN_FREE_GB') as string,
    });
  });
});

describe('a database', () => {
  it('that is embedded says if a process uses it', async () => {
    const home = await createHome(join(folder, 'home'));
    await mkdir(home.database);
    const ask = () => checkDatabase({ home: home.folder, databaseUrl: undefined });
    expect((await ask())[0]?.found).toContain('no process uses it');
    await using _lock = await lockHome(home.folder);
    expect((await ask())[0]?.found).toContain('a running Kinora uses it');
  });

  it('that is embedded and cannot be opened is an error', async () => {
    const home = await createHome(join(folder, 'home'));
    const ask = async () => (await checkDatabase({ home: home.folder, databaseUrl: undefined }))[0];
    await mkdir(home.database);
    await writeFile(join(home.database, 'PG_VERSION'), 'junk\n');
    expect(await ask()).toMatchObject({
      state: 'error',
      found: expect.stringContaining('no version') as string,
    });
    await rm(join(home.database, 'PG_VERSION'));
    await writeFile(join(home.database, 'base'), '');
    expect(await ask()).toMatchObject({ state: 'error' });
    await rm(home.database, { recursive: true });
    await writeFile(home.database, '');
    expect(await ask()).toMatchObject({
      state: 'error',
      found: expect.stringContaining('it is a file') as string,
    });
  });

  it('that is away is an error without its password', async () => {
    const [found] = await collect([
      { about: 'database', find: () => checkDatabase({ home: folder, ...postgres }) },
    ]);
    expect(found).toMatchObject({ state: 'error', found: expect.stringContaining('ECONNREFUSED') as string });
    expect(JSON.stringify(found)).not.toContain('secret');
  });
});

describe.skipIf(!HAS_POSTGRES)('a PostgreSQL database', () => {
  let server: TestPostgres;
  beforeAll(async () => void (server = await startPostgres()), 60_000);
  afterAll(() => server.stop());

  /** Returns the address of a database for a role, both new. */
  async function prepare(role: string, owner: string): Promise<string> {
    const url = addressOf('postgres', 'postgres');
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      await client.query(`create role ${role} login`);
      await client.query(`create database ${role}s owner ${owner}`);
    } finally {
      await client.end();
    }
    return addressOf(role, `${role}s`);
  }

  function addressOf(role: string, database: string): string {
    if (server.location.kind !== 'postgres') throw new Error('It is another database.');
    const url = new URL(server.location.url);
    url.username = role;
    url.pathname = `/${database}`;
    return url.href;
  }

  async function openUnchanged(url: string) {
    const database = await openDatabase({ kind: 'postgres', url }, SILENT, { migrates: false });
    return { ...database, [Symbol.asyncDispose]: () => database.close() };
  }

  async function fail(databaseUrl: string): Promise<string> {
    const error = await checkDatabase({ home: folder, databaseUrl }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(KinoraError);
    // Checked above.
    const { message } = error as KinoraError;
    // A start says the same.
    const opening = openDatabase({ kind: 'postgres', url: databaseUrl }, SILENT);
    await expect(opening).rejects.toThrow(message);
    return message;
  }

  it('whose role may not create tables is an error that says what to run', async () => {
    expect(await fail(await prepare('guest', 'postgres'))).toContain(
      'the role "guest" lacks rights: it may not create tables in the schema "public". Kinora must own its database. As a superuser, run: ALTER DATABASE guests OWNER TO guest.',
    );
  });

  it('whose tables belong to another role is an error that names the role', async () => {
    const url = await prepare('owner', 'owner');
    await (await openDatabase({ kind: 'postgres', url }, SILENT)).close();
    expect(await checkDatabase({ home: folder, databaseUrl: url })).toMatchObject([
      { state: 'ok' },
      { state: 'ok' },
      { state: 'ok' },
      // The server of the tests does not sync, because that takes time.
      { state: 'error', found: 'fsync is off, so a power cut loses work that was accepted.' },
    ]);
    await prepare('stranger', 'postgres');
    const strange = addressOf('stranger', 'owners');
    expect(await fail(strange)).toContain('Set DATABASE_URL to the role "owner"');
    // A backup only reads, and names the role, too.
    await using database = await openUnchanged(strange);
    await expect(checkReadingRights(database.tables, strange)).rejects.toThrow('the role "owner"');
  });

  it('that acknowledges commits before they are on the disk is an error', async () => {
    const url = await prepare('hasty', 'hasty');
    const database = await openDatabase({ kind: 'postgres', url }, SILENT);
    await sql`alter role hasty set synchronous_commit = off`.execute(database.tables);
    await database.close();
    expect(await checkDatabase({ home: folder, databaseUrl: url })).toContainEqual({
      state: 'error',
      found: 'fsync and synchronous_commit are off, so a power cut loses work that was accepted.',
      advice: 'Set fsync = on and synchronous_commit = on in postgresql.conf, and reload it.',
    });
  });

  it('with credentials that another key has encrypted is a warning', async () => {
    const url = await prepare('keeper', 'keeper');
    const ask = (byte: number) =>
      checkCredentials({ home: folder, credentialsKey: Buffer.alloc(32, byte) }, url);
    expect(await ask(1)).toEqual([]);
    const database = await openDatabase({ kind: 'postgres', url }, SILENT);
    const { v1: owner } = await ensureFirstAccount(database.tables);
    const context = credentialsContext('destination', owner, 's3');
    const sealed = createSecretBox(Buffer.alloc(32, 1)).encrypt('{}', context);
    await setCredentials(database.tables, 'destination', 's3', [{ owner, sealed }]);
    await database.close();
    expect(await ask(1)).toEqual([]);
    expect(await ask(2)).toMatchObject([
      { state: 'warning', found: expect.stringContaining('of 1 destinations') as string },
    ]);
    expect(await checkCredentials({ home: folder, credentialsKey: undefined }, url)).toHaveLength(1);
  });

  it('that does not exist, or whose role does not, is an error with its own advice', async () => {
    expect(await fail(addressOf('postgres', 'nowhere'))).toContain('CREATE DATABASE nowhere OWNER postgres');
    expect(await fail(addressOf('nobody', 'postgres'))).toContain('rejects the role "nobody"');
  });
});

it('a storage folder that is missing is an error', async () => {
  const storage = join(folder, 'films');
  const find = (limit: AbortSignal) => checkStorage({ home: join(folder, 'home'), storage }, limit);
  expect(await collect([{ about: 'storage', find }])).toMatchObject([
    { state: 'error', found: expect.stringContaining('does not exist') as string },
  ]);
});

it('a storage folder that takes no bytes is an error', async () => {
  await openDiskStorage(folder);
  const program = `const { openDiskStorage } = await import(process.argv[1]);
    await openDiskStorage(process.argv[2]).then(() => 'ok', ({ message }) => message).then(console.log);`;
  // As on a full disk, an empty file can be created, and nothing can be written.
  const { stdout } = await promisify(execFile)('/bin/sh', [
    ...['-c', 'ulimit -f 0; exec "$0" --input-type=module -e "$@"', process.execPath, program],
    ...[new URL('../hosting/disk-storage.ts', import.meta.url).href, folder],
  ]);
  expect(stdout).toContain(`KINORA_STORAGE is "${folder}"`);
  expect(await readdir(join(folder, '.unfinished'))).toEqual([]);
});

describe('secrets', () => {
  const ask = async () => {
    const files = { signed: undefined, cdnUrl: undefined, secret: undefined };
    const settings = { home: folder, keys: undefined, credentialsKey: undefined, files };
    return (await collect([{ about: 'secrets', find: () => checkSecrets(settings) }]))[0];
  };

  it('that are not there yet are not created', async () => {
    expect(await ask()).toMatchObject({ state: 'ok' });
    expect(await readdir(folder)).toEqual([]);
  });

  it.each([
    ['keys.json', '{bad'],
    ['credentials.key', 'xx'],
    ['files.secret', 'xx'],
  ])('are an error that names the file if %s is %s', async (name, text) => {
    await writeFile(join(folder, name), text);
    expect(await ask()).toMatchObject({
      state: 'error',
      found: expect.stringContaining(`${join(folder, name)} is damaged`) as string,
    });
  });
});

it('a voice model that is not there is an error', async () => {
  const find = () => checkVoice({ voiceModel: join(folder, 'voice') });
  expect(await collect([{ about: 'voices', find }])).toMatchObject([{ state: 'error' }]);
});

it('fonts are installed', () => {
  expect(checkFontFiles()).toMatchObject({ state: 'ok' });
  expect(isInstalled(() => resolvePackageFolder('@expo-google-fonts/not-installed') !== '')).toBe(false);
});

describe('ports', () => {
  const ask = async (port: number, metricsPort: number, host = '127.0.0.1') => {
    const metricsAddress = { host, port: metricsPort };
    const settings = { host, port, metricsAddress, home: folder, databaseUrl: undefined };
    return (await checkPorts(settings)).map(({ state }) => state);
  };

  it('that are free, or that a Kinora of this home has, are ok', async () => {
    expect(await ask(0, 0)).toEqual(['ok', 'ok']);
    await using api = await answer(200, '{"status":"ready"}');
    await using metrics = await answer(200, 'kinora_workers 1');
    // Nothing runs on this home, so it is the Kinora of another one.
    expect(await ask(api.port, metrics.port)).toEqual(['error', 'error']);
    await using _lock = await lockHome(folder);
    expect(await ask(api.port, metrics.port)).toEqual(['ok', 'ok']);
    expect(await ask(api.port, api.port)).toEqual(['ok', 'error']);
  });

  it('that another program has, and addresses of other machines, are errors', async () => {
    await using one = await answer(200, 'nginx');
    await using other = await answer(200, 'nginx');
    await using _lock = await lockHome(folder);
    expect(await ask(one.port, other.port)).toEqual(['error', 'error']);
    expect(await ask(0, 0, '203.0.113.9')).toEqual(['error', 'error']);
  });
});

it('a Chromium that is not there, or that is another program, is an error', async () => {
  expect(await checkBrowser({ chromium: join(folder, 'chromium') })).toMatchObject({ state: 'error' });
  expect((await checkBrowser({ chromium: '/bin/true' })).state).not.toBe('ok');
});

it('a folder for temporary files that is missing is an error that names it', async () => {
  vi.stubEnv('TMPDIR', join(folder, 'nowhere'));
  try {
    await expect(useTemporaryFolder(() => Promise.resolve())).rejects.toThrow(
      `Temporary files cannot be made in ${join(folder, 'nowhere')} (ENOENT). Set TMPDIR`,
    );
  } finally {
    vi.unstubAllEnvs();
  }
});

/** Answers every request in the same way. */
async function answer(status: number, body: string) {
  const server = createServer((_request, response) => response.writeHead(status).end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a host and port has such an address.
  const { port } = server.address() as AddressInfo;
  return {
    port,
    publicUrl: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

describe('a public address', () => {
  it.each([
    [200, '{"status":"ready"}', 'ok', 'is ready'],
    [503, '{"status":"not ready","failing":["storage"]}', 'error', 'not ready: storage'],
    [404, 'nginx', 'error', 'not as Kinora does'],
  ])('that answers %i %s is %s', async (status, body, state, words) => {
    await using server = await answer(status, body);
    const [found] = await checkAddresses({ publicUrl: server.publicUrl, host: '127.0.0.1' }, signal);
    expect(found).toMatchObject({ state, found: expect.stringContaining(words) as string });
  });

  it('that nobody answers, and that is not encrypted, is a warning', async () => {
    const found = await checkAddresses({ publicUrl: 'http://video.invalid', host: '127.0.0.1' }, signal);
    expect(found.map(({ state }) => state)).toEqual(['warning', 'warning']);
  });

  it('that is missing matters if others reach the server', async () => {
    const check = async (host: string) =>
      (await checkAddresses({ publicUrl: undefined, host }, signal))[0]?.state;
    expect(await check('127.0.0.1')).toBe('skipped');
    expect(await check('0.0.0.0')).toBe('warning');
  });
});

it('a name that is probably a misspelt setting is a warning, unlike those of tests and deployments', () => {
  const known = ['PORT', 'KINORA_HOME', 'KINORA_URL', 'KINORA_STORAGE', 'KINORA_RENDERS'];
  const secrets = ['KINORA_FILES_SECRET', 'KINORA_KEEP_RENDERS', 'KINORA_REGION'];
  const ask = (...names: string[]) =>
    checkSettingNames(names, [...known, ...secrets]).map(({ advice }) => advice?.split('?')[0]);
  expect(ask('KINORA_STORAEG', 'KINORA_RENDER', 'KINORA_HOEM')).toEqual([
    'Did you mean KINORA_STORAGE',
    'Did you mean KINORA_RENDERS',
    'Did you mean KINORA_HOME',
  ]);
  const others = ['BENCH_MEDIA', 'CORPUS_SEED', 'HOST', 'PROGRAM', 'SOAK_RENDERS', 'TEST_SECRET', 'USER'];
  expect(ask(...others.map((name) => `KINORA_${name}`))).toEqual([]);
});
