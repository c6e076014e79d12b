import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { SILENT } from '../base/logger.ts';
import { ensureFirstAccount } from '../store/accounts/accounts.ts';
import { beginAttempt, setFailed } from '../store/attempts.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { locateMemory } from '../store/memory.fixture.ts';
import { openDiskStorage } from '../hosting/disk-storage.ts';
import { recordBegunUpload } from '../store/uploads/begun-upload.fixture.ts';
import { sweepUploads } from './ingest/sweep-uploads.ts';
import type { WorkerContext } from './worker-context.ts';
import { addRender } from '../store/renders.ts';
import { sweepAttemptFolders, sweepPlaces, sweepUploadLocks } from './leftovers.ts';
import { openRenderFolder } from './render-folder.ts';

/** Everything that existed before the call is old. */
const AT_ONCE = { deadMs: -1000, steadyMs: 0 };

let database: Database;
let owner: string;
let folder: string;
beforeAll(async () => {
  database = await openDatabase(await locateMemory(), SILENT);
  ({ v1: owner } = await ensureFirstAccount(database.tables));
});
afterAll(async () => {
  await database.close();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-leftovers-'));
  return () => rm(folder, { recursive: true });
});

/** Begins an attempt at a new render. */
async function begin(): Promise<{ id: string; attempt: number }> {
  const id = uuid();
  await addRender(database.tables, [{ id, owner, stage: 'v1', edit: '{}', dialect: 'interface' }]);
  const { attempt } = (await beginAttempt(database.tables, id)) ?? expect.unreachable();
  return { id, attempt };
}
const sweep = (): Promise<void> => sweepAttemptFolders({ database, folder, log: SILENT }, AT_ONCE);

it('removes the folders of dead attempts, and keeps those of living ones', async () => {
  const living = await begin();
  await using opened = await openRenderFolder(folder, living);
  // Its render has failed.
  const ended = await begin();
  await mkdir(join(folder, `${ended.id}.${ended.attempt}`));
  await setFailed(database.tables, ended, 'It failed.', 'internal');
  // Its worker is dead, and the next attempt has not begun.
  const dead = await begin();
  await mkdir(join(folder, `${dead.id}.${dead.attempt}`));
  await mkdir(join(folder, 'frames'));
  await sweep();
  expect(await readdir(folder)).toEqual([`${living.id}.${living.attempt}`, 'frames'].sort());
  expect(opened.path).toBe(join(folder, `${living.id}.${living.attempt}`));
});

it('removes finished files whose render is final or deleted', async () => {
  const waiting = await begin();
  const ended = await begin();
  await setFailed(database.tables, ended, 'It failed.', 'internal');
  for (const name of [waiting.id, ended.id, uuid()])
    await mkdir(join(folder, 'finished', name), { recursive: true });
  await sweep();
  expect(await readdir(join(folder, 'finished'))).toEqual([waiting.id]);
});

it('removes the temporary files of dead processes, and nothing else', async () => {
  await writeFile(join(folder, 'kinora-browser-left'), '');
  await writeFile(join(folder, 'someone-else'), '');
  const isOurs = (name: string): boolean => name.startsWith('kinora-browser-');
  const places = [
    { folder: join(folder, 'missing'), isOurs },
    { folder, isOurs },
  ];
  await sweepPlaces(places, SILENT, AT_ONCE);
  expect(await readdir(folder)).toEqual(['someone-else']);
});

it('removes uploads whose time is over, and nothing that goes on', async () => {
  const storage = await openDiskStorage(folder);
  const incoming = join(folder, '.incoming');
  const times = { dead: new Date(0), living: undefined };
  for (const [id, expires] of Object.entries(times)) {
    await recordBegunUpload(database, { id, owner, source: uuid(), expires });
    await writeFile(join(incoming, id), '');
  }
  // The parts of the context that this does not use.
  const context = { database, storage, log: SILENT, ingest: { uploadMs: 3_600_000 } } as WorkerContext;
  await sweepUploads(context);
  expect(await database.tables.selectFrom('upload').select(['id', 'status']).execute()).toEqual([
    { id: 'living', status: 'open' },
  ]);
  expect(await readdir(incoming)).toEqual(['living']);
  await storage.close();
});

it('removes the locks of uploads that dead servers have left, and no other', async () => {
  const { tables } = database;
  const ages = { dead: 120, paused: 30, held: -5 };
  for (const [id, age] of Object.entries(ages)) {
    const expires = new Date(Date.now() - age * 1000);
    await tables.insertInto('upload_lock').values({ id, holder: uuid(), expires }).execute();
  }
  await sweepUploadLocks({ database, log: SILENT });
  const left = await tables.selectFrom('upload_lock').select('id').orderBy('id').execute();
  expect(left.map(({ id }) => id)).toEqual(['held', 'paused']);
});
