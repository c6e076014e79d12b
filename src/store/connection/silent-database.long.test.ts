import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { SILENT } from '../../base/logger.ts';
import { openDatabase } from '../database.ts';
import { HAS_POSTGRES, startPostgres } from '../test-databases.fixture.ts';
import { isDatabaseAway } from './away.ts';

it.skipIf(!HAS_POSTGRES)(
  'a database that is silent keeps nobody waiting for long',
  async () => {
    const postgres = await startPostgres();
    const database = await openDatabase(postgres.location, SILENT);
    try {
      // The heartbeats of the listener notice a server that is silent.
      await database.listen('films', () => undefined);
      await database.check();
      postgres.freeze();
      const begin = Date.now();
      const work = () => sql`select 1`.execute(database.tables);
      const error: unknown = await work().catch((thrown: unknown) => thrown);
      expect(isDatabaseAway(error)).toBe(true);
      expect(Date.now() - begin).toBeLessThan(20_000);
      const waiting = database.retryUntilAvailable(work);
      postgres.thaw();
      expect((await waiting).rows).toHaveLength(1);
    } finally {
      postgres.thaw();
      await database.close();
      await postgres.stop();
    }
  },
  60_000,
);
