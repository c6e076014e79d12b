import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { SILENT } from '../base/logger.ts';
import type { ProcessIdentity } from '../base/process/process-identity.ts';
import { openDatabase } from '../store/database.ts';
import { HAS_POSTGRES, startPostgres, type TestPostgres } from '../store/test-databases.fixture.ts';
import { startBoss } from './boss.ts';
import { WorkerLease } from './worker-lease.ts';

/** Opens a worker with connections of its own, as a process on another machine has. */
async function openWorker(server: TestPostgres, pid: number, host = 'elsewhere') {
  const database = await openDatabase(server.location, SILENT);
  const boss = await startBoss(database.engine, SILENT);
  const identity: ProcessIdentity = { host: `${host}-${pid}`, pid, start: null };
  const options = { boss, database, log: SILENT, home: '/nowhere', identity };
  const lease = new WorkerLease(options);
  await lease.start();
  return {
    database,
    lease,
    /** Takes a job and returns the signal of its loss. */
    async take(): Promise<AbortSignal> {
      await boss.send('render', {});
      const [job] = await boss.fetch('render');
      const taken = { queue: 'render', kind: 'render', subject: randomUUID(), owner: 'o' };
      return (await lease.begin({ job: job?.id ?? '', ...taken })) ?? expect.unreachable();
    },
    async close(): Promise<void> {
      await lease[Symbol.asyncDispose]();
      await boss.stop({ graceful: false });
      await database.close();
    },
  };
}

describe.skipIf(!HAS_POSTGRES)('an outage of PostgreSQL', () => {
  type Act = (server: TestPostgres) => unknown;
  // They wait nearly all the time, so each has a server of its own and all run at once.
  it.concurrent.for<[string, Act, Act, number]>([
    ['that restarts after 30 s', (server) => server.crash(), (server) => server.restart(), 30],
    ['that does not answer for 5 s', (server) => server.freeze(), (server) => server.thaw(), 5],
    ['that does not answer for 30 s', (server) => server.freeze(), (server) => server.thaw(), 30],
  ])(
    'declares no worker dead: one %s',
    { timeout: 120_000 },
    async ([, begin, end, seconds], { onTestFinished }) => {
      const server = await startPostgres();
      onTestFinished(() => server.stop());
      const workers = [await openWorker(server, 1), await openWorker(server, 2), await openWorker(server, 3)];
      const signals: AbortSignal[] = [];
      for (const worker of workers) signals.push(await worker.take());
      // All have steady contact, so that each may judge the others.
      await wait(12_000);
      await begin(server);
      await wait(seconds * 1000);
      await end(server);
      await wait(20_000);
      const tables = workers[0]?.database.tables ?? expect.unreachable();
      const open = await tables.selectFrom('attempt').select('worker').where('ended', 'is', null).execute();
      expect(open.map(({ worker }) => worker).sort()).toEqual(workers.map(({ lease }) => lease.id).sort());
      expect(signals.map(({ aborted }) => aborted)).toEqual([false, false, false]);
      for (const worker of workers) await worker.close();
    },
  );
});
