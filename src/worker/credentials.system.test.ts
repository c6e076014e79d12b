import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { failureOf } from '../base/failure-of.fixture.ts';
import { SILENT } from '../base/logger.ts';
import { createSecretBox } from '../hosting/secret-box.ts';
import { ensureFirstAccount } from '../store/accounts/accounts.ts';
import { lockCredentials, removeCredentials, setCredentials } from '../store/credentials.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { TEST_DATABASES, type TestDatabase } from '../store/test-databases.fixture.ts';
import { credentialsContext } from '../store/credentials.ts';
import { loadCredentials, createRenewal } from './credentials.ts';

const DESTINATION = { credentialsSchema: z.strictObject({ uses: z.number() }) };
const seal = createSecretBox(Buffer.alloc(32, 1));

describe.each(TEST_DATABASES)('credentials on $name', ({ missing, start }) => {
  describe.skipIf(missing)('that are renewed during use', () => {
    let test: TestDatabase;
    let database: Database;
    let holder: { owner: string; provider: string };

    beforeAll(async () => {
      test = await start();
      database = await openDatabase(test.location, SILENT);
      holder = { owner: (await ensureFirstAccount(database.tables)).v1, provider: 'tiktok' };
    });
    afterAll(async () => {
      await database.close();
      await test.stop();
    });
    beforeEach(() => set(0));

    async function set(uses: number): Promise<void> {
      const { owner, provider } = holder;
      const sealed = seal.encrypt(
        JSON.stringify({ uses }),
        credentialsContext('destination', owner, provider),
      );
      await setCredentials(database.tables, 'destination', provider, [{ owner, sealed }]);
    }
    const stored = () => loadCredentials({ database, seal }, holder, DESTINATION);
    const renew = (change: (uses: number) => Promise<number>, signal = new AbortController().signal) =>
      createRenewal(
        { database, seal },
        holder,
        DESTINATION,
        signal,
      )(async (current) => ({
        uses: await change(DESTINATION.credentialsSchema.parse(current).uses),
      }));

    it('are renewed by one copy at a time, each from the result of the one before', async () => {
      let busy = 0;
      let most = 0;
      const change = async (uses: number): Promise<number> => {
        most = Math.max(most, ++busy);
        // The database stays usable while a provider responds.
        await stored();
        busy--;
        return uses + 1;
      };
      await Promise.all([renew(change), renew(change), renew(change)]);
      expect(most).toBe(1);
      expect(await stored()).toEqual({ uses: 3 });
    });

    it('keep their value when a renewal fails, and are unlocked for the next one', async () => {
      await expect(renew(() => Promise.reject(new Error('No.')))).rejects.toThrow('No.');
      expect(await stored()).toEqual({ uses: 0 });
      await renew((uses) => Promise.resolve(uses + 1));
      expect(await stored()).toEqual({ uses: 1 });
    });

    it('are not overwritten if they were set during a renewal', async () => {
      expect(await renew(async () => (await set(7), 1))).toEqual({ uses: 1 });
      expect(await stored()).toEqual({ uses: 7 });
    });

    it('are unlocked again if the worker that renewed them has died', async () => {
      await lockCredentials(database.tables, holder, 0.3);
      await renew((uses) => Promise.resolve(uses + 1));
      expect(await stored()).toEqual({ uses: 1 });
    });

    it('are waited for until the signal fires or they are removed', async () => {
      await lockCredentials(database.tables, holder, 60);
      const controller = new AbortController();
      const waiting = renew((uses) => Promise.resolve(uses), controller.signal);
      controller.abort(new Error('stopping'));
      await expect(waiting).rejects.toThrow('stopping');
      const failure = failureOf(renew((uses) => Promise.resolve(uses)));
      await removeCredentials(database.tables, 'destination', holder.provider, [holder.owner]);
      expect(await failure).toMatch(/^destination_refused: There are no credentials for tiktok\. /);
    });
  });
});
