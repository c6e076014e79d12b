import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, it } from 'vitest';
import { SILENT } from '../base/logger.ts';
import { locateHome } from '../home/home.ts';
import { openDatabase } from '../store/database.ts';
import { MIGRATIONS } from '../store/migrations.ts';
import { TEST_DATABASES } from '../store/test-databases.fixture.ts';
import { readArchive } from './archive-reader.ts';
import { checkVersions, type LoadEntry, restoreDatabase } from './restore-database.ts';
import { writeBackup } from './write-backup.ts';

const watch = { signal: new AbortController().signal, onProgress: () => undefined };

const TARGETS = TEST_DATABASES.filter(({ missing }) => !missing);

it.each(TARGETS)('a backup of an earlier version is migrated on, into $name', async ({ start }) => {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-older-'));
  const archive = join(folder, 'backup.tar');
  const home = locateHome(join(folder, 'home'));
  const early = await openDatabase({ kind: 'embedded', folder: undefined }, SILENT, { migrates: false });
  const provider = { getMigrations: () => Promise.resolve(MIGRATIONS) };
  await new Migrator({ db: early.tables, provider }).migrateTo('028_shared_outputs');
  await sql`insert into account (id, name) values (gen_random_uuid(), 'first')`.execute(early.tables);
  await sql`insert into owner (id, account, stage) select 'early00001', id, 'v1' from account`.execute(
    early.tables,
  );
  await sql`insert into api_key (id, owner, hash, first) values (gen_random_uuid(), 'early00001', 'hash', false)`.execute(
    early.tables,
  );
  await writeBackup(archive, { database: early, home, files: undefined, version: '1.2.3' }, watch);
  await early.close();
  const target = await start();
  const database = await openDatabase(target.location, SILENT);
  try {
    const { header } = await readArchive(archive, watch.signal, { onHeader: checkVersions });
    const read = (onEntry: LoadEntry) => readArchive(archive, watch.signal, { onEntry });
    await restoreDatabase(database, header, read, () => Promise.resolve());
    const keys = await database.tables.selectFrom('api_key').select(['owner', 'scope']).execute();
    expect(keys).toEqual([{ owner: 'early00001', scope: 'full' }]);
  } finally {
    await database.close();
    await target.stop();
    await rm(folder, { recursive: true });
  }
});
