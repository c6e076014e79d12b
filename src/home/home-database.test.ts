import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SILENT } from '../base/logger.ts';
import { checkDatabaseExists, ensureDatabase } from './home-database.ts';
import { createHome, type Home } from './home.ts';

let home: Home;
beforeEach(async () => {
  home = await createHome(await mkdtemp(join(tmpdir(), 'kinora-home-')));
});
afterEach(() => rm(home.folder, { recursive: true }));

describe('a home', () => {
  it('gets a database once, also into an empty folder', async () => {
    await expect(checkDatabaseExists(home)).rejects.toThrow('Start Kinora there first');
    await mkdir(home.database);
    await ensureDatabase(home, SILENT);
    expect(await readdir(home.folder)).toEqual(['database', 'database.created']);
    await ensureDatabase(home, SILENT);
    await checkDatabaseExists(home);
  });

  it('that had a database does not get a new one by itself, and says how to get the old one back', async () => {
    await ensureDatabase(home, SILENT);
    const advice = /KINORA_HOME.*Restore your last backup: "kinora restore FILE --replace"/;
    await rm(join(home.database, 'PG_VERSION'));
    await expect(ensureDatabase(home, SILENT)).rejects.toThrow(/has no file PG_VERSION/);
    await expect(ensureDatabase(home, SILENT)).rejects.toThrow(advice);
    await expect(checkDatabaseExists(home)).rejects.toThrow(advice);
    await rm(home.database, { recursive: true });
    await expect(ensureDatabase(home, SILENT)).rejects.toThrow(advice);
    expect(await readdir(home.folder)).toEqual(['database.created']);
  });

  it('of an earlier version has no record, and its damaged database stays as it is', async () => {
    await mkdir(home.database);
    await writeFile(join(home.database, 'postgresql.conf'), '');
    await expect(ensureDatabase(home, SILENT)).rejects.toThrow(/has no file PG_VERSION/);
    expect(await readdir(home.database)).toEqual(['postgresql.conf']);
  });
});
