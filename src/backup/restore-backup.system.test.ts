import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SILENT } from '../base/logger.ts';
import { locateHome } from '../home/home.ts';
import { lockHome } from '../home/lock.ts';
import { ensureFirstAccount } from '../store/accounts/accounts.ts';
import { beginAssets, setAssetsReady } from '../store/assets.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { locateMemory } from '../store/memory.fixture.ts';
import { checkTarget } from './check-target.ts';
import { checkBackup, type RestoreSummary, restoreBackup } from './restore-backup.ts';
import { type BackupSummary, writeBackup } from './write-backup.ts';

const watch = { signal: new AbortController().signal, onProgress: () => undefined };
const ID = '01a20ac5-d0b4-749a-82bb-f3eae5d553b8';
const GONE = ID.replace('b8', 'b9');
const MODIFIED = new Date('2026-01-02T03:04:05.678Z');

let root: string;
let archive: string;
let owner: string;
let summary: BackupSummary;
const homeOf = (name: string): string => join(root, name);

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'kinora-restore-'));
  archive = join(root, 'backup.tar');
  const home = locateHome(homeOf('old'));
  const files = join(home.folder, 'files');
  const database = await openDatabase(await locateMemory(), SILENT);
  try {
    owner = await nameFiles(database);
    await write(join(home.folder, 'keys.json'), 'the keys');
    await write(join(home.folder, 'credentials.key'), 'the key');
    await write(join(home.folder, 'cache/source'), 'cached');
    await write(join(home.generated, 'speech/a.mp3'), 'speech');
    await write(join(files, `v1/${owner}/${ID}.mp4`), 'film');
    await utimes(join(files, `v1/${owner}/${ID}.mp4`), MODIFIED, MODIFIED);
    await write(join(files, `v1/${owner}/${ID}/seg-1.ts`), 'part');
    await write(join(files, '.incoming/upload'), 'upload');
    await write(join(files, '.incoming/upload.json'), 'of the upload');
    for (const name of ['copy (1)', 'upload.old'])
      await write(join(files, '.incoming', name), 'of somebody else');
    await write(join(home.generated, 'a+b.txt'), 'of somebody else');
    await write(join(files, '.segments/a/b'), 'segment');
    await write(join(files, 'notes.txt'), 'of somebody else');
    summary = await writeBackup(archive, { database, home, files, version: '1.2.3' }, watch);
  } finally {
    await database.close();
  }
});
afterAll(() => rm(root, { recursive: true }));

/** Names two files in a database, as renders do. Returns their owner. */
async function nameFiles({ tables }: Database): Promise<string> {
  const { v1 } = await ensureFirstAccount(tables);
  for (const id of [ID, GONE]) {
    const file = `v1/${v1}/${id}.mp4`;
    await beginAssets(tables, [
      { owner: v1, stage: 'v1', render: id, part: 'output', filename: `${id}.mp4`, file },
    ]);
    await setAssetsReady(tables, id);
  }
  return v1;
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, text);
}

async function restore(name: string, replaces = false): Promise<RestoreSummary> {
  const home = homeOf(name);
  const settings = { home, storage: join(home, 'files'), databaseUrl: undefined };
  return await restoreBackup(await checkBackup(archive, watch), settings, replaces, watch);
}

it('has the stored files, the uploads and the secrets, and tells which file is missing', () => {
  expect(summary.secrets).toEqual(['keys.json', 'credentials.key']);
  expect(summary.files).toEqual({ count: 5, bytes: 'filmpartuploadof the uploadspeech'.length });
  expect(summary.missing).toEqual({ count: 1, names: [`v1/${owner}/${GONE}.mp4`] });
});

it('names the files that a restore would reject, and leaves them out', () => {
  expect(summary.skipped.count).toBe(3);
  expect(summary.skipped.names.toSorted()).toEqual([
    'files/.incoming/copy (1)',
    'files/.incoming/upload.old',
    'generated/a+b.txt',
  ]);
});

it('follows links at the top of the storage, and counts what is behind others as missing', async () => {
  const database = await openDatabase(await locateMemory(), SILENT);
  try {
    const v1 = await nameFiles(database);
    const files = homeOf('linked');
    await write(join(root, `disk/${v1}/${ID}.mp4`), 'film');
    await write(join(root, 'elsewhere.mp4'), 'film');
    await mkdir(files);
    await symlink(join(root, 'disk'), join(files, 'v1'));
    await symlink(join(root, 'elsewhere.mp4'), join(root, `disk/${v1}/${GONE}.mp4`));
    const parts = { database, home: locateHome(homeOf('none')), files, version: '1' };
    const linked = await writeBackup(join(root, 'linked.tar'), parts, watch);
    expect(linked.files).toEqual({ count: 1, bytes: 'film'.length });
    expect(linked.missing).toEqual({ count: 1, names: [`v1/${v1}/${GONE}.mp4`] });
    await rm(join(files, 'v1'));
    await mkdir(join(files, 'v1'));
    await symlink(join(root, 'disk', v1), join(files, 'v1', v1));
    const lost = await writeBackup(join(root, 'linked.tar'), parts, watch);
    expect([lost.files.count, lost.missing.count]).toEqual([0, 2]);
  } finally {
    await database.close();
  }
});

it('fails if the folder of the stored files does not exist', async () => {
  const database = await openDatabase(await locateMemory(), SILENT);
  try {
    const parts = { database, home: locateHome(root), files: join(root, 'unmounted'), version: '1' };
    await expect(writeBackup(join(root, 'no.tar'), parts, watch)).rejects.toThrow(
      'does not exist. Set KINORA_STORAGE',
    );
    expect(await readdir(root)).not.toContain('no.tar');
  } finally {
    await database.close();
  }
});

it('restores a home that has caches and the same secrets, and then replaces one', async () => {
  const home = homeOf('new');
  await write(join(home, 'cache/source'), 'of this machine');
  await write(join(home, 'keys.json'), 'the keys');
  const { replaced, manifest } = await restore('new');
  expect([replaced, manifest.missing]).toEqual([[], 1]);
  const film = join(home, `files/v1/${owner}/${ID}.mp4`);
  expect([await readFile(film, 'utf8'), (await stat(film)).mtime]).toEqual(['film', MODIFIED]);
  expect(await readFile(join(home, 'files/.incoming/upload'), 'utf8')).toBe('upload');
  expect((await readdir(join(home, 'files/.incoming'))).toSorted()).toEqual(['upload', 'upload.json']);
  expect(await readFile(join(home, 'generated/speech/a.mp3'), 'utf8')).toBe('speech');
  expect((await stat(join(home, 'credentials.key'))).mode & 0o777).toBe(0o600);
  expect(await readFile(join(home, 'cache/source'), 'utf8')).toBe('of this machine');
  expect(await readdir(home)).not.toContain('.restoring');

  await expect(restore('new')).rejects.toMatchObject({
    code: 'invalid_setting',
    message: expect.stringContaining('is not empty: it has generated, database.') as string,
  });
  await writeFile(film, 'later');
  const again = await restore('new', true);
  expect(again.replaced).toHaveLength(2);
  expect(await readFile(film, 'utf8')).toBe('film');
  const [files = ''] = again.replaced;
  expect(await readFile(join(files, `v1/${owner}/${ID}.mp4`), 'utf8')).toBe('later');
});

it('is refused while a process has the home', async () => {
  await mkdir(homeOf('busy'));
  await using _lock = await lockHome(homeOf('busy'));
  await expect(restore('busy', true)).rejects.toMatchObject({ code: 'home_in_use' });
});

it('is refused before it begins if the home is a file, or is in one', async () => {
  const file = homeOf('a-file');
  await writeFile(file, '');
  for (const [home, words] of [
    [file, 'which is a file'],
    [join(file, 'home'), 'a part of this path is a file'],
  ] as const)
    await expect(
      checkTarget({ home, storage: join(home, 'files'), databaseUrl: undefined }, true),
    ).rejects.toThrow(words);
});
