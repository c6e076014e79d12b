import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { KinoraError } from '../../base/errors.ts';
import { SILENT } from '../../base/logger.ts';
import type { RunAdminOperation } from '../../operations/admin-operations.ts';
import type { StorageReport } from '../../operations/storage-report.ts';
import { type Home, locateHome } from '../../home/home.ts';
import { openDiskStorage } from '../../hosting/disk-storage.ts';
import type { Storage } from '../../hosting/storage.ts';
import { addAccount, ensureFirstAccount, findAccounts } from '../../store/accounts/accounts.ts';
import { NO_QUOTAS } from '../../store/quotas/quotas.ts';
import { beginAssets, deleteAsset, findAssetsOfRender } from '../../store/assets.ts';
import { beginAttempt } from '../../store/attempts.ts';
import { type Database, openDatabase } from '../../store/database.ts';
import { finishRender } from '../../store/finish-render.fixture.ts';
import { createEmptyDatabase } from '../../store/memory.fixture.ts';
import { addRender } from '../../store/renders.ts';
import { addSource } from '../../store/sources.ts';
import { addTransfer } from '../../store/transfers.ts';
import { TEST_DATABASES, type TestDatabase } from '../../store/test-databases.fixture.ts';
import { testParts } from '../administration-parts.fixture.ts';
import { openAdministration } from '../open-administration.ts';
import { createAdministration } from '../operations.ts';
import type { StorageParts } from './measure-storage.ts';
import { createStorageReports } from './storage-reports.ts';

const KEEP = { renders: undefined, files: 30 * 86_400_000, sources: undefined, edits: undefined };
const SETTINGS = { keep: KEEP, cache: { keepMs: 86_400_000, maxBytes: 5e10 }, voiceModel: undefined };

async function report(run: RunAdminOperation, account?: string): Promise<StorageReport> {
  const { report: id } = await run('beginStorageReport', account === undefined ? {} : { account });
  for (;;) {
    const { report: made } = await run('awaitStorageReport', { report: id });
    if (made !== null) return made;
  }
}

/** Returns the number and the size of the kinds that are there. */
function sizesIn({ rows }: StorageReport): Record<string, string> {
  const found = rows.filter(({ kind, count }) => count > 0 && kind !== 'database');
  return Object.fromEntries(found.map(({ kind, count, bytes }) => [kind, `${count}: ${bytes}`]));
}

describe.each(TEST_DATABASES)('a report on the storage on $name', ({ missing, start }) => {
  describe.skipIf(missing)('tells', () => {
    let test: TestDatabase;
    let database: Database;
    let owner: string;
    let folder: string;
    let home: Home;
    let storage: Storage;
    let parts: StorageParts;
    beforeAll(async () => {
      test = await start();
      database = await openDatabase(test.location, SILENT);
      owner = (await ensureFirstAccount(database.tables)).v1;
    });
    afterAll(async () => {
      await database.close();
      await test.stop();
    });
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'kinora-report-'));
      // For root, the browser is in a folder that all homes share.
      home = { ...locateHome(join(folder, 'home')), browser: join(folder, 'home', 'browser') };
      storage = await openDiskStorage(join(home.folder, 'files'));
      await writeFile(join(folder, 'film'), '0123456789');
      parts = { database, storage, storageName: 'the files', home, settings: SETTINGS };
    });
    afterEach(async () => {
      await rm(folder, { recursive: true });
      for (const table of ['asset', 'render', 'transfer', 'source', 'generation', 'unwanted_file'])
        await sql`delete from ${sql.table(table)}`.execute(database.tables);
    });

    const open = (with_ = parts): RunAdminOperation => {
      const files = { reports: createStorageReports(with_), remover: undefined };
      return createAdministration(database.tables, testParts({ openFiles: () => Promise.resolve(files) }));
    };
    async function put(name: string, who = owner): Promise<string> {
      const file = `v1/${who}/${name}`;
      await storage.put(file, join(folder, 'film'));
      return file;
    }
    async function render(who = owner): Promise<string> {
      const id = uuid();
      await addRender(database.tables, { id, owner: who, stage: 'v1', edit: '{}', dialect: 'interface' });
      const attempt = await beginAttempt(database.tables, id);
      const files = { output: await put(`${id}.mp4`, who), poster: await put(`${id}-poster.jpg`, who) };
      await finishRender(database.tables, attempt!, files);
      return id;
    }

    it('what each stored file is for', async () => {
      await render();
      const [removed] = await findAssetsOfRender(database.tables, owner, await render());
      await deleteAsset(database.tables, owner, removed!.id);
      const transfer = uuid();
      const request = { id: transfer, owner, stage: 'v1' as const, own_id: 'a', url: 'https://a.example' };
      await addTransfer(database.tables, { ...request, created: new Date() });
      const asset = { owner, stage: 'v1' as const, part: 'output' as const, filename: 'a' };
      const temporary = uuid();
      await beginAssets(database.tables, [
        { ...asset, render: transfer, file: await put(`${transfer}.mp4`) },
        { ...asset, render: temporary, file: await put(`${temporary}.mp4`), temporary: true },
      ]);
      const source = uuid();
      await addSource(database.tables, {
        id: source,
        owner,
        stage: 'v1',
        destinations: [],
        callback: undefined,
        created: new Date(),
        outputs: { renditions: [{ format: 'webm' }], transcription: {} },
      });
      const files = { rendition: await put(`${source}/a.webm`), transcription: await put(`${source}/a.vtt`) };
      await sql`update source set file = ${await put(`${source}/source.mp4`)}`.execute(database.tables);
      for (const [kind, file] of Object.entries(files))
        await sql`update rendition set file = ${file} where kind = ${kind}`.execute(database.tables);
      for (const maker of ['built-in', 'openai']) {
        const id = uuid();
        const made = { id, owner, recipe: maker, maker, file: await put(`${id}.png`) };
        await database.tables.insertInto('generation').values(made).execute();
      }
      await put(`${uuid()}.mp4`);
      await writeFile(join(home.folder, 'files', '.incoming', 'a'), 'abc');
      expect(sizesIn(await report(open()))).toEqual({
        renders: '1: 10',
        stills: '2: 20',
        removing: '1: 10',
        transfers: '1: 10',
        temporary: '1: 10',
        sources: '1: 10',
        renditions: '1: 10',
        transcriptions: '1: 10',
        generated: '1: 10',
        paid: '1: 10',
        unknown: '1: 10',
        incoming: '1: 3',
        records: expect.stringMatching(/^2: \d+$/) as string,
      });
    });

    it('how long things stay, since when they are there, and how much room is left', async () => {
      await render();
      const { rows, disks, storage: name, problem } = await report(open());
      const row = (kind: string) => rows.find((each) => each.kind === kind);
      expect(row('renders')).toMatchObject({ stays: '30d', settings: ['KINORA_KEEP_FILES'] });
      expect(Math.abs(Date.parse(row('renders')?.oldest ?? '') - Date.now())).toBeLessThan(60_000);
      expect(row('sources')).toMatchObject({
        stays: 'forever',
        settings: ['KINORA_KEEP_SOURCES'],
        oldest: null,
      });
      expect(row('records')).toMatchObject({ count: 1, stays: 'forever', settings: ['KINORA_KEEP_RENDERS'] });
      expect(row('cache')?.stays).toBe('24h without use, at most 50 GB');
      expect([name, problem]).toEqual(['the files', null]);
      expect(disks).toHaveLength(1);
      expect(disks[0]!.freeBytes).toBeLessThan(disks[0]!.totalBytes);
    });

    it('what is in the home folder, without counting the stored files twice', async () => {
      await put(`${uuid()}.mp4`);
      for (const name of ['cache/entries/a', 'models/b', 'tmp/frames/c', 'keys.json', 'transcripts/kept/d']) {
        await mkdir(join(home.folder, name, '..'), { recursive: true });
        await writeFile(join(home.folder, name), 'abcd');
      }
      const sizes = sizesIn(await report(open()));
      expect(sizes).toMatchObject({
        unknown: '1: 10',
        cache: '1: 4',
        models: '1: 4',
        work: '1: 4',
        other: '1: 4',
        transcripts: '1: 4',
      });
    });

    it('the files of one account, and nothing that belongs to nobody', async () => {
      await addAccount(database.tables, 'acme').catch(() => undefined);
      const [acme] = await findAccounts(database.tables, 'acme');
      await render();
      await render(acme!.owners.v1);
      await render(acme!.owners.v1);
      const made = await report(open(), 'acme');
      expect([made.account, sizesIn(made)]).toEqual(['acme', { renders: '2: 20', stills: '2: 20' }]);
      expect(made.rows.map(({ kind }) => kind)).not.toContain('cache');
      await expect(open()('beginStorageReport', { account: 'nobody' })).rejects.toMatchObject({
        code: 'not_found',
      });
    });

    it('what it could not count, and counts the rest', async () => {
      await render();
      const error = new KinoraError('storage_failed', 'The storage is away.');
      const failing = { folder: undefined, list: () => storage.list() };
      failing.list = () => {
        throw error;
      };
      const made = await report(open({ ...parts, storage: failing }));
      expect(made.problem).toBe('The storage is away.');
      expect(sizesIn(made)).toMatchObject({ records: expect.stringMatching(/^1: /) as string });
    });

    it('that the folder of the files is missing', async () => {
      const folder = join(home.folder, 'not-mounted');
      const made = await report(open({ ...parts, storage: { folder, list: () => storage.list() } }));
      expect(made.problem).toBe(`The folder "${folder}" does not exist. Mount the disk that holds it.`);
    });

    it('what failed, and forgets a report that is done', async () => {
      const run = open({
        ...parts,
        storage: {
          folder: undefined,
          list: () => {
            throw new Error('The storage is away.');
          },
        },
      });
      const { report: broken } = await run('beginStorageReport', {});
      await expect(run('awaitStorageReport', { report: broken })).rejects.toThrow('The storage is away.');
      await expect(run('awaitStorageReport', { report: broken })).rejects.toMatchObject({
        code: 'not_found',
      });
    });
  });
});

describe('a report without a running Kinora', () => {
  it('reads the embedded database itself, and creates nothing', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kinora-report-'));
    const home = locateHome(folder);
    const settings = {
      quotas: NO_QUOTAS,
      ...SETTINGS,
      home: folder,
      databaseUrl: undefined,
      credentialsKey: undefined,
      services: {},
      files: { cdnUrl: undefined, signed: undefined, secret: undefined },
      storage: join(folder, 'elsewhere'),
    };
    try {
      await using early = openAdministration(settings);
      await expect(report(early.run)).rejects.toThrow('There is no database in');
      await createEmptyDatabase(home.database);
      const database = await openDatabase({ kind: 'embedded', folder: home.database }, SILENT);
      await ensureFirstAccount(database.tables);
      await database.close();
      await using session = openAdministration(settings);
      const { rows, storage, disks } = await report(session.run);
      expect([storage, disks.length]).toEqual([join(folder, 'elsewhere'), 1]);
      expect(rows.find(({ kind }) => kind === 'database')?.bytes).toBeGreaterThan(1_000_000);
      await expect(mkdir(join(folder, 'elsewhere'))).resolves.toBeUndefined();
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
