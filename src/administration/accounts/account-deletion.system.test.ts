import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DiskSegments } from '../../hosting/segments/disk-segments.ts';
import { SILENT } from '../../base/logger.ts';
import type { RunAdminOperation } from '../../operations/admin-operations.ts';
import { openQueue, type Queue } from '../../jobs/queue.ts';
import { ensureFirstAccount, findAccounts } from '../../store/accounts/accounts.ts';
import { type Database, openDatabase } from '../../store/database.ts';
import { finishRender } from '../../store/finish-render.fixture.ts';
import { beginAttempt } from '../../store/attempts.ts';
import { TEST_DATABASES, type TestDatabase } from '../../store/test-databases.fixture.ts';
import { addKeptEdit } from '../../store/edits/kept-edits.ts';
import { NO_QUOTAS } from '../../store/quotas/quotas.ts';
import { addTemplate } from '../../store/templates.ts';
import { closeAccount, deleteOwnRows } from '../../store/accounts/delete-account.ts';
import { testParts } from '../administration-parts.fixture.ts';
import { createAdministration } from '../operations.ts';

const NO_REPORTS = {
  begin: () => '',
  await: () => Promise.reject(new Error('There are no reports in this test.')),
};

describe.each(TEST_DATABASES)('the deletion of an account on $name', ({ missing, start }) => {
  describe.skipIf(missing)('of an account', () => {
    let test: TestDatabase;
    let database: Database;
    let queue: Queue;
    let run: RunAdminOperation;
    let owner: string;
    let first: string;
    const deleted: string[] = [];
    let isStorageAway = false;
    let segments: DiskSegments;
    let folder: string;
    beforeAll(async () => {
      test = await start();
      database = await openDatabase(test.location, SILENT);
      queue = await openQueue(database, { log: SILENT });
      const remover = {
        delete: (file: string) =>
          isStorageAway
            ? Promise.reject(new Error('The storage is away.'))
            : Promise.resolve(void deleted.push(file)),
        openSegments: () => segments,
      };
      const openFiles = () => Promise.resolve({ reports: NO_REPORTS, remover });
      run = createAdministration(database.tables, testParts({ openFiles }));
      folder = await mkdtemp(join(tmpdir(), 'kinora-account-deletion-'));
      segments = new DiskSegments(folder, 1e9);
      first = (await ensureFirstAccount(database.tables)).v1;
    });
    afterAll(async () => {
      await queue.stop();
      await database.close();
      await test.stop();
      await rm(folder, { recursive: true });
    });

    const submit = async (of: string): Promise<string> => {
      const id = uuid();
      await queue.renders.submit({ id, owner: of, stage: 'v1', edit: '{}', dialect: 'interface' });
      return id;
    };
    const render = async (of: string): Promise<string> => {
      const id = await submit(of);
      const attempt = await beginAttempt(database.tables, id);
      const file = `v1/${of}/${id}.mp4`;
      await finishRender(database.tables, attempt!, { output: file });
      return file;
    };
    const countOf = async (table: string, of: string): Promise<number> =>
      (await sql`select from ${sql.table(table)} where owner = ${of}`.execute(database.tables)).rows.length;

    async function fill(): Promise<string[]> {
      await run('createAccount', { name: 'acme' });
      await run('createKey', { account: 'acme', stage: 'v1' });
      [owner] = [(await findAccounts(database.tables, 'acme'))[0]!.owners.v1];
      const template = { id: uuid(), owner, name: 'a', dialect: 'interface' as const, template: '{}' };
      await addTemplate(database.tables, template);
      const kept = {
        id: uuid(),
        owner,
        name: 'a',
        dialect: 'interface',
        edit: '{}',
        autosaved: false,
      } as const;
      await addKeptEdit(database.tables, kept, { quotas: NO_QUOTAS });
      await submit(owner);
      return [await render(owner), await render(owner)];
    }
    const keepSegment = async (of: string, identity: string): Promise<void> => {
      await writeFile(join(folder, 'made'), 'pictures');
      await segments.keep(of, identity, join(folder, 'made'));
      await rm(join(folder, 'made'));
    };

    it('removes its rows, its files and its jobs, and nothing of others', async () => {
      const files = await fill();
      const kept = await render(first);
      const waiting = await submit(first);
      await keepSegment(first, 'a1'.repeat(32));
      const others = await readdir(folder);
      for (const identity of ['a1'.repeat(32), 'b2'.repeat(32)]) await keepSegment(owner, identity);
      const { rows } = await run('countAccount', { name: 'acme' });
      expect(rows).toMatchObject({ api_key: 1, asset: 2, kept_edit: 1, render: 3, template: 1 });
      expect(await run('deleteAccount', { name: 'acme' })).toMatchObject({
        isDone: true,
        files: 2,
        filesLeft: 0,
        segments: 2,
      });
      expect(await readdir(folder)).toEqual(others);
      expect(deleted.toSorted()).toEqual(files.toSorted());
      expect(await findAccounts(database.tables, 'acme')).toEqual([]);
      expect([await countOf('render', first), await countOf('asset', first)]).toEqual([2, 1]);
      expect(deleted).not.toContain(kept);
      const { rows: jobs } = await sql<{ id: string }>`
        select data ->> 'id' as id from pgboss.job where name like 'render%' and state < 'active'`.execute(
        database.tables,
      );
      expect(jobs.map(({ id }) => id)).toContain(waiting);
      await expect(run('countAccount', { name: 'acme' })).rejects.toMatchObject({ code: 'not_found' });
    });

    it('leaves files that cannot be deleted now to the workers', async () => {
      const files = await fill();
      isStorageAway = true;
      const result = await run('deleteAccount', { name: 'acme' });
      expect(result).toMatchObject({ isDone: true, filesLeft: 2, segments: 0 });
      const { rows } = await sql<{ file: string }>`select file from unwanted_file`.execute(database.tables);
      expect(rows.map(({ file }) => file).toSorted()).toEqual(files.toSorted());
      expect(await findAccounts(database.tables, 'acme')).toEqual([]);
    });

    it('finishes what an interrupted one has begun', async () => {
      await fill();
      isStorageAway = false;
      await closeAccount(database.tables, [owner]);
      expect(await deleteOwnRows(database.tables, [owner])).toBeGreaterThan(0);
      expect(await run('deleteAccount', { name: 'acme' })).toMatchObject({ isDone: true, filesLeft: 0 });
      expect([await countOf('render', owner), await countOf('asset', owner)]).toEqual([0, 0]);
      expect(await findAccounts(database.tables, 'acme')).toEqual([]);
    });

    it('is refused for the first account', async () => {
      for (const name of ['countAccount', 'deleteAccount'] as const)
        await expect(run(name, { name: 'first' })).rejects.toThrow('The account "first" cannot be deleted');
    });
  });
});
