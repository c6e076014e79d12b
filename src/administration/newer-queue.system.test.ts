import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { NO_QUOTAS } from '../store/quotas/quotas.ts';
import { SILENT } from '../base/logger.ts';
import { openHome } from '../home/home.ts';
import { openDatabase } from '../store/database.ts';
import type { RunAdminOperation } from '../operations/admin-operations.ts';
import { createEmptyDatabase } from '../store/memory.fixture.ts';
import { openAdministration } from './open-administration.ts';

it('the commands reject the queue of a newer version in one line, as a start does', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-newer-'));
  const home = await openHome(folder);
  await createEmptyDatabase(home.database);
  const database = await openDatabase({ kind: 'embedded', folder: home.database }, SILENT);
  await sql`update pgboss.version set version = 9000`.execute(database.tables);
  await database.close();
  const settings = {
    home: folder,
    databaseUrl: undefined,
    credentialsKey: Buffer.alloc(32),
    services: {},
    quotas: NO_QUOTAS,
    files: { cdnUrl: undefined, signed: undefined, secret: undefined },
    keep: { renders: undefined, files: undefined, sources: undefined, edits: undefined },
    cache: { keepMs: 0, maxBytes: 0 },
    storage: folder,
    voiceModel: undefined,
  };
  const asked = [
    // The first only reads, and the second opens the queue. Each opens the database, which takes seconds.
    (run: RunAdminOperation) => run('showQueue', {}),
    (run: RunAdminOperation) => run('cancelRenders', { ids: ['0'] }),
  ];
  for (const ask of asked) {
    await using session = openAdministration(settings);
    await expect(ask(session.run)).rejects.toMatchObject({
      code: 'invalid_setting',
      message: expect.stringContaining('(version 9000 of the queue)') as string,
    });
  }
  await rm(folder, { recursive: true });
});
