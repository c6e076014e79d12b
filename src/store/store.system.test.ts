import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SILENT } from '../base/logger.ts';
import { ensureFirstAccount, type Owners } from './accounts/accounts.ts';
import { beginAssets, findAssetsOfRender, type NewAsset } from './assets.ts';
import {
  getClaimedAnswer,
  type IdempotencyClaim,
  claimKeys,
  findIdempotencyClaim,
  claimAndCreate,
  removeExpiredClaims,
} from './idempotency-claims.ts';
import { type Database, openDatabase } from './database.ts';
import { TEST_DATABASES, type TestDatabase } from './test-databases.fixture.ts';
import { findCaller } from './accounts/find-callers.ts';
import { addKey, setFirstKeys } from './accounts/keys.ts';
import {
  abandonRender,
  type AttemptProgress,
  beginAttempt,
  type StartedRender,
  isCurrentAttempt,
  needsFiles,
  type ActiveStatus,
  setProgress,
  setDone,
  setFailed,
  setQueued,
} from './attempts.ts';
import { FINISHED, finishRender } from './finish-render.fixture.ts';
import {
  addRender,
  cancelRender,
  countWaitingRenders,
  findRender,
  findRenderEdit,
  findRendersById,
  deleteRender,
  listRenders,
} from './renders.ts';
import type { AssetPart } from './schema.ts';

function toProgress(status: ActiveStatus, progress = 0, eta: number | null = null): AttemptProgress {
  return { status, progress, eta };
}

describe.each(TEST_DATABASES)('the store on $name', ({ missing, start }) => {
  describe.skipIf(missing)('keeps', () => {
    let test: TestDatabase;
    let database: Database;
    let tables: Database['tables'];
    let owners: Owners;
    beforeAll(async () => {
      test = await start();
      database = await openDatabase(test.location, SILENT);
      tables = database.tables;
      owners = await ensureFirstAccount(tables);
    });
    afterAll(async () => {
      await database.close();
      await test.stop();
    });

    async function newRender(edit = '{}'): Promise<string> {
      const id = uuid();
      await addRender(tables, { id, owner: owners.v1, stage: 'v1', edit, dialect: 'interface' });
      return id;
    }
    async function startAttempt(): Promise<StartedRender> {
      return (await beginAttempt(tables, await newRender()))!;
    }
    function assetsOf(render: string, parts: readonly AssetPart[]): NewAsset[] {
      const of = { owner: owners.v1, stage: 'v1', render } as const;
      return parts.map((part) => ({ ...of, part, filename: part, file: `v1/a/${render}-${part}` }));
    }

    it('queries outside of open transactions', async () => {
      const id = uuid();
      const render = { id, owner: owners.v1, stage: 'v1', edit: '1', dialect: 'interface' } as const;
      const rolledBack = tables.transaction().execute(async (transaction) => {
        await addRender(transaction, { ...render, id: uuid() });
        await new Promise((resolve) => setTimeout(resolve, 50));
        throw new Error('roll back');
      });
      const outside = addRender(tables, render);
      const other = tables.transaction().execute((transaction) => beginAttempt(transaction, id));
      await expect(rolledBack).rejects.toThrow('roll back');
      await outside;
      await other;
      expect(await findRenderEdit(tables, owners.v1, id)).toBe('1');
    });

    it('one owner of ten letters and digits per stage, even if several processes start at once', async () => {
      expect(owners.v1).toMatch(/^[a-z0-9]{10}$/);
      expect(owners.stage).toMatch(/^[a-z0-9]{10}$/);
      expect(owners.stage).not.toBe(owners.v1);
      const again = await Promise.all([
        ensureFirstAccount(tables),
        ensureFirstAccount(tables),
        ensureFirstAccount(tables),
      ]);
      expect(again).toEqual([owners, owners, owners]);
    });

    it('hashes of keys, with their owner and stage', async () => {
      await setFirstKeys(tables, owners, { v1: 'key-one', stage: 'key-two' }, true);
      expect(await findCaller(tables, 'key-one')).toMatchObject({ owner: owners.v1, stage: 'v1' });
      expect(await findCaller(tables, 'key-two')).toMatchObject({ owner: owners.stage, stage: 'stage' });
      expect(await findCaller(tables, 'key-on')).toBeUndefined();
      const { rows } = await sql<{ row: string }>`select api_key::text as row from api_key`.execute(tables);
      expect(rows.map(({ row }) => row).join()).not.toContain('key-one');
    });

    it('the dialect of a key', async () => {
      await addKey(tables, { owner: owners.v1, key: 'key-with-dialect', dialect: 'shotstack' });
      expect(await findCaller(tables, 'key-with-dialect')).toMatchObject({ dialect: 'shotstack' });
    });

    it('the scope of a key, which is full again if it becomes one of the first keys', async () => {
      await addKey(tables, { owner: owners.v1, key: 'narrow', scope: 'read' });
      expect(await findCaller(tables, 'narrow')).toMatchObject({ scope: 'read' });
      await setFirstKeys(tables, owners, { v1: 'narrow', stage: 'wide' }, true);
      expect(await findCaller(tables, 'narrow')).toMatchObject({ scope: 'full' });
    });

    it('the first keys active until others replace them, and again when they return', async () => {
      await setFirstKeys(tables, owners, { v1: 'old-1', stage: 'old-2' }, true);
      await setFirstKeys(tables, owners, { v1: 'more-1', stage: 'more-2' }, false);
      expect(await findCaller(tables, 'old-1')).toBeDefined();
      await setFirstKeys(tables, owners, { v1: 'new-1', stage: 'old-2' }, true);
      expect(await findCaller(tables, 'old-1')).toBeUndefined();
      expect(await findCaller(tables, 'more-1')).toBeUndefined();
      expect(await findCaller(tables, 'new-1')).toBeDefined();
      expect(await findCaller(tables, 'old-2')).toMatchObject({ owner: owners.stage, stage: 'stage' });
    });

    it('the edit exactly as it was submitted', async () => {
      const edit = '{ "a": 2.20,\n\t"ü": "\\u0000 😀", "a": 1e400 }';
      expect(await findRenderEdit(tables, owners.v1, await newRender(edit))).toBe(edit);
    });

    it('a render private to its owner', async () => {
      const id = await newRender();
      expect(await findRender(tables, owners.stage, id)).toBeUndefined();
      expect(await findRenderEdit(tables, owners.stage, id)).toBeUndefined();
      const render = await findRender(tables, owners.v1, id);
      expect(render).toMatchObject({ id, owner: owners.v1, status: 'queued', error: null });
      expect(render).toMatchObject({ output: null, poster: null, thumbnail: null });
      expect(Math.abs(render!.created.getTime() - Date.now())).toBeLessThan(60_000);
    });

    it('the right to write only for the latest attempt', async () => {
      const first = await startAttempt();
      expect(await setProgress(tables, first, toProgress('rendering', 0.5, 7))).toBe(true);
      const second = (await beginAttempt(tables, first.id))!;
      expect(await setProgress(tables, first, toProgress('saving'))).toBe(false);
      expect(await setFailed(tables, first, 'no')).toBe(false);
      expect(await isCurrentAttempt(tables, first)).toBe(false);
      expect(await isCurrentAttempt(tables, second)).toBe(true);
      expect(await findRender(tables, owners.v1, first.id)).toMatchObject({ status: 'fetching' });
    });

    it('a final status unchanged', async () => {
      const attempt = await startAttempt();
      expect(await setDone(tables, attempt, { ...FINISHED, warnings: '[1]' })).toBe(true);
      await abandonRender(tables, attempt.id, 'abandoned');
      expect(await beginAttempt(tables, attempt.id)).toBeUndefined();
      expect(await setFailed(tables, attempt, 'late')).toBe(false);
      const done = { status: 'done', error: null, duration: 2.5, render_time: 90.25 };
      expect(await findRender(tables, owners.v1, attempt.id)).toMatchObject(done);
      expect(await isCurrentAttempt(tables, attempt)).toBe(false);
    });

    it('the progress of a render, and the time when its status changed last', async () => {
      const attempt = await startAttempt();
      const shown = async () => (await findRender(tables, owners.v1, attempt.id))!;
      await setProgress(tables, attempt, toProgress('rendering', 0.25, 9));
      const { updated } = await shown();
      expect(await setProgress(tables, attempt, toProgress('rendering', 0.5, 6))).toBe(true);
      expect(await shown()).toMatchObject({ status: 'rendering', progress: 0.5, eta: 6, updated });
      await setProgress(tables, attempt, toProgress('saving', 0.99));
      const saving = await shown();
      expect(saving).toMatchObject({ progress: 0.99, eta: null });
      expect(saving.updated.getTime()).toBeGreaterThan(updated.getTime());
      await setQueued(tables, attempt);
      expect(await shown()).toMatchObject({ status: 'queued', progress: 0 });
      const next = (await beginAttempt(tables, attempt.id))!;
      await setProgress(tables, next, toProgress('rendering', 0.75, 2));
      await beginAttempt(tables, attempt.id);
      expect(await shown()).toMatchObject({ status: 'fetching', progress: 0, eta: null });
    });

    it('a cancelled render failed, also when its worker reports progress', async () => {
      const attempt = await startAttempt();
      await setProgress(tables, attempt, toProgress('saving', 0.99));
      await beginAssets(tables, assetsOf(attempt.id, ['output', 'poster']));
      expect(await cancelRender(tables, owners.stage, attempt.id)).toBe(false);
      expect(await cancelRender(tables, owners.v1, attempt.id)).toBe(true);
      expect(await cancelRender(tables, owners.v1, attempt.id)).toBe(false);
      expect(await setProgress(tables, attempt, toProgress('saving'))).toBe(false);
      expect(await setDone(tables, attempt, FINISHED)).toBe(false);
      const failed = { status: 'failed', error: 'Cancelled', output: null, poster: null };
      expect(await findRender(tables, owners.v1, attempt.id)).toMatchObject(failed);
      expect(await findAssetsOfRender(tables, owners.v1, attempt.id)).toMatchObject([
        { part: 'output', status: 'failed' },
        { part: 'poster', status: 'failed' },
      ]);
      expect(await needsFiles(tables, attempt.id)).toBe(false);
    });

    it('a single outcome of a render that is cancelled while its worker finishes it', async () => {
      for (let round = 0; round < 5; round++) {
        const attempt = await startAttempt();
        const [done, cancelled] = await Promise.all([
          setDone(tables, attempt, FINISHED),
          cancelRender(tables, owners.v1, attempt.id),
        ]);
        expect(done).toBe(!cancelled);
        const { status } = (await findRender(tables, owners.v1, attempt.id))!;
        expect(status).toBe(done ? 'done' : 'failed');
        expect(await needsFiles(tables, attempt.id)).toBe(done);
      }
    });

    it('nothing of a deleted render', async () => {
      const attempt = await startAttempt();
      const { id } = attempt;
      await finishRender(tables, attempt, { output: 'v1/a/b.mp4', thumbnail: 'v1/a/b-thumb.jpg' });
      await deleteRender(tables, id);
      await deleteRender(tables, id);
      expect(await findRender(tables, owners.v1, id)).toBeUndefined();
      expect(await findAssetsOfRender(tables, owners.v1, id)).toEqual([]);
      expect(await setProgress(tables, attempt, toProgress('rendering'))).toBe(false);
      expect(await needsFiles(tables, id)).toBe(false);
    });

    it('the pages of the renders of an owner stable while renders are added', async () => {
      const owner = owners.stage;
      const add = async () => {
        const id = uuid();
        await addRender(tables, { id, owner, stage: 'stage', edit: '{}', dialect: 'interface' });
        return id;
      };
      const ids = [await add(), await add(), await add(), await add()].toReversed();
      const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
      expect(idsOf(await listRenders(tables, owner, { limit: 3 }))).toEqual(ids.slice(0, 3));
      await add();
      const rest = await listRenders(tables, owner, { limit: 3, before: ids[2] });
      expect(idsOf(rest)).toEqual(ids.slice(3));
      await setFailed(tables, (await beginAttempt(tables, ids[1]!))!, 'No.');
      expect(idsOf(await listRenders(tables, owner, { limit: 9, status: 'failed' }))).toEqual([ids[1]]);
      expect(await listRenders(tables, owners.v1, { limit: 9, before: ids[0] })).not.toContainEqual(
        expect.objectContaining({ owner }),
      );
      expect(idsOf(await findRendersById(tables, [ids[0]!, uuid()]))).toEqual([ids[0]]);
    });

    describe('an idempotency claim', () => {
      const claim = (given: Partial<IdempotencyClaim> = {}): IdempotencyClaim => ({
        owner: owners.v1,
        key: uuid(),
        route: 'POST /a',
        body: 'hash',
        answer: 'first',
        ...given,
      });
      const nothing = () => Promise.resolve();
      const age = (key: string) =>
        sql`update claim set created = now() - interval '25 hours' where key = ${key}`.execute(tables);

      it('that returns the first answer to each equal request, and rejects others', async () => {
        const mine = claim();
        expect(await findIdempotencyClaim(tables, mine)).toBeUndefined();
        expect(await claimAndCreate(tables, mine, nothing)).toBeUndefined();
        const second = { ...mine, answer: 'second' };
        const earlier = await claimAndCreate(tables, second, () => Promise.reject(new Error('twice')));
        expect(earlier).toEqual(mine);
        expect(await findIdempotencyClaim(tables, second)).toEqual(mine);
        expect(getClaimedAnswer(mine, second)).toBe('first');
        expect(await claimAndCreate(tables, { ...mine, owner: owners.stage }, nothing)).toBeUndefined();
        for (const other of [{ body: 'other' }, { route: 'POST /b' }])
          expect(() => getClaimedAnswer(mine, { ...mine, ...other })).toThrow('used for another request');
      });

      it('and its creation, or neither of them', async () => {
        const mine = claim();
        const id = uuid();
        const render = { id, owner: owners.v1, stage: 'v1', edit: '{}', dialect: 'interface' } as const;
        const failing = claimAndCreate(tables, mine, async (transaction) => {
          await addRender(transaction, render);
          throw new Error('full');
        });
        await expect(failing).rejects.toThrow('full');
        expect(await findIdempotencyClaim(tables, mine)).toBeUndefined();
        expect(await findRender(tables, owners.v1, id)).toBeUndefined();
        await claimAndCreate(tables, mine, (trx) => addRender(trx, render));
        expect(await findRender(tables, owners.v1, id)).toBeDefined();
      });

      it('for one of several simultaneous requests', async () => {
        const mine = claim();
        let created = 0;
        const earlier = await Promise.all(
          ['a', 'b', 'c', 'd'].map((answer) =>
            claimAndCreate(tables, { ...mine, answer }, async (transaction) => {
              created++;
              await sql`select ${answer}::text`.execute(transaction);
            }),
          ),
        );
        expect(created).toBe(1);
        expect(earlier.filter((each) => each === undefined)).toHaveLength(1);
        expect(new Set(earlier.map((each) => each?.answer)).size).toBe(2);
      });

      it('for the first request of each key in a batch', async () => {
        const [old, mine, other] = [claim(), claim(), claim()];
        await claimAndCreate(tables, old, nothing);
        const [again, twin] = [
          { ...old, answer: 'again' },
          { ...mine, answer: 'twin' },
        ];
        const earlier = await tables
          .transaction()
          .execute((transaction) => claimKeys(transaction, [again, mine, twin, other]));
        expect([...earlier]).toEqual([
          [again, old],
          [twin, mine],
        ]);
        expect(await findIdempotencyClaim(tables, mine)).toEqual(mine);
        expect(await findIdempotencyClaim(tables, other)).toEqual(other);
      });

      it('for 24 hours', async () => {
        const mine = claim();
        await claimAndCreate(tables, mine, nothing);
        await age(mine.key);
        const changed = { ...mine, body: 'other', answer: 'new' };
        expect(await findIdempotencyClaim(tables, changed)).toBeUndefined();
        expect(await claimAndCreate(tables, changed, nothing)).toBeUndefined();
        expect(await findIdempotencyClaim(tables, changed)).toEqual(changed);
      });

      it('until its removal, which keeps younger claims', async () => {
        const [old, young] = [claim(), claim()];
        for (const each of [old, young]) await claimAndCreate(tables, each, nothing);
        await age(old.key);
        await sql`insert into claim (owner, key, route, body, answer, created)
          select ${owners.v1}, i, '', '', '', now() - interval '26 hours' from generate_series(1, 1500) i`.execute(
          tables,
        );
        const keys = async () =>
          (await tables.selectFrom('claim').select('key').execute()).map(({ key }) => key);
        const before = (await keys()).length;
        await removeExpiredClaims(tables, 1000);
        expect(await keys()).toHaveLength(before - 1000);
        await removeExpiredClaims(tables, 10_000);
        expect(await keys()).toHaveLength(before - 1501);
        expect(await keys()).toContain(young.key);
      });
    });

    it('the message of a failure, without characters that the database cannot store', async () => {
      const attempt = await startAttempt();
      expect(await setFailed(tables, attempt, 'The alias "a\0b" is wrong.')).toBe(true);
      const failed = { status: 'failed', error: 'The alias "ab" is wrong.' };
      expect(await findRender(tables, owners.v1, attempt.id)).toMatchObject(failed);
    });

    it('count of the waiting renders up to a limit', async () => {
      const before = await countWaitingRenders(tables, 1000);
      await newRender();
      await newRender();
      await startAttempt();
      expect(await countWaitingRenders(tables, 1000)).toBe(before + 2);
      expect(await countWaitingRenders(tables, 1)).toBe(1);
    });
  });
});

describe('a database that cannot be reached', () => {
  it('is reported without its password', async () => {
    const location = { kind: 'postgres', url: 'postgres://me:secret@127.0.0.1:1/films' } as const;
    const opening = openDatabase(location, SILENT);
    await expect(opening).rejects.toMatchObject({ code: 'invalid_setting' });
    await expect(opening).rejects.toThrow(
      'The database 127.0.0.1:1/films in DATABASE_URL cannot be used (ECONNREFUSED). Set DATABASE_URL to',
    );
  });
});
