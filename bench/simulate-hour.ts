/**
 * Measures what the database has to do for each render: simulates an hour of 10,000 renders on PostgreSQL without
 * rendering anything. Workers take jobs, report progress and record results as in a real installation, but the hour
 * passes as fast as the database can follow. Also measures what idle workers cost:
 * `node bench/simulate-hour.ts [renders] [workers] [idle workers]`.
 */
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { newId } from '../src/base/new-id.ts';
import { SILENT } from '../src/base/logger.ts';
import { openQueue } from '../src/jobs/queue.ts';
import { ensureFirstAccount } from '../src/store/accounts/accounts.ts';
import { beginAttempt, setDone, setProgress } from '../src/store/attempts.ts';
import { type DatabaseLocation, openDatabase } from '../src/store/database.ts';
import { findRender } from '../src/store/renders.ts';
import { startPostgres } from '../src/store/test-databases.fixture.ts';

/** Reports of progress in one render: one per second, and a render of usual length takes about ten. */
const REPORTS = 10;
/** Requests for the status of one render by its client. */
const LOOKS = 20;
const CLOCK_TICKS_PER_SECOND = 100;
const SUBMITTED_AT_ONCE = 50;
const MAX_SECONDS = 900;
const IDLE_SECONDS = 20;
const EDIT = JSON.stringify({
  timeline: {
    tracks: [{ clips: [{ asset: { type: 'text', text: 'x'.repeat(2000) }, start: 0, length: 9 }] }],
  },
  output: { format: 'mp4' },
});

/** Returns the CPU seconds per second and the connections that idle workers cost. */
async function measureIdle(
  location: DatabaseLocation,
  count: number,
): Promise<{ cpu: number; connections: number }> {
  await using closing = new AsyncDisposableStack();
  for (let index = 0; index < count; index++) {
    const database = await openDatabase(location, SILENT);
    closing.defer(() => database.close());
    const queue = await openQueue(database, { log: SILENT, home: String(index) });
    closing.defer(() => queue.stop());
    const handlers = { attempt: () => Promise.resolve({}), abandon: () => Promise.resolve() };
    await queue.renders.startWorkers(handlers, { slots: 1 });
  }
  const before = await readPostgresCpu();
  await wait(IDLE_SECONDS * 1000);
  const cpu = ((await readPostgresCpu()) - before) / IDLE_SECONDS;
  const database = await openDatabase(location, SILENT);
  closing.defer(() => database.close());
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where backend_type = 'client backend'`.execute(database.tables);
  return { cpu, connections: rows[0]?.count ?? 0 };
}

/** Returns the CPU seconds of all processes of PostgreSQL below a folder. */
async function readPostgresCpu(): Promise<number> {
  let ticks = 0;
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    if (!stat.includes('(postgres)')) continue;
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticks / CLOCK_TICKS_PER_SECOND;
}

const renders = Number(process.argv[2] ?? 10_000);
const workers = Number(process.argv[3] ?? 20);
const idle = Number(process.argv[4] ?? 10);
const postgres = await startPostgres();
try {
  const database = await openDatabase(postgres.location, SILENT);
  const { tables } = database;
  const cost = await measureIdle(postgres.location, idle);
  console.log(
    `${idle} idle workers: ${((cost.cpu / idle) * 1000).toFixed(2)} ms of CPU per second each, ${cost.connections} connections in all`,
  );
  const { v1: owner } = await ensureFirstAccount(tables);
  const queue = await openQueue(database, { log: SILENT, maxWaiting: renders + 1 });
  let done = 0;
  await queue.renders.startWorkers(
    {
      attempt: async ({ id }) => {
        const attempt = await beginAttempt(tables, id);
        if (!attempt) return {};
        for (let step = 1; step <= REPORTS; step++)
          await setProgress(tables, attempt, { status: 'rendering', progress: step / 10, eta: null });
        for (let look = 0; look < LOOKS; look++) await findRender(tables, owner, id);
        return {
          record: async (transaction) => {
            await setDone(transaction, attempt, { duration: 9, renderTime: 1, warnings: null });
            done += 1;
          },
        };
      },
      abandon: () => Promise.resolve(),
    },
    { slots: workers },
  );
  const before = await readPostgresCpu();
  const began = performance.now();
  for (let submitted = 0; submitted < renders; submitted += SUBMITTED_AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(SUBMITTED_AT_ONCE, renders - submitted) }, () =>
        queue.renders.submit({ id: newId(), owner, stage: 'v1', edit: EDIT, dialect: 'interface' }),
      ),
    );
  const submitted = (performance.now() - began) / 1000;
  for (let seconds = 0; done < renders; seconds++) {
    if (seconds > MAX_SECONDS) throw new Error(`Only ${done} renders were done in time.`);
    if (seconds % 10 === 0) console.log(`${done} of ${renders}`);
    await wait(1000);
  }
  const seconds = (performance.now() - began) / 1000;
  const cpu = (await readPostgresCpu()) - before;
  const { rows } = await sql<{ bytes: string }>`select pg_database_size(current_database()) as bytes`.execute(
    tables,
  );
  console.log(
    `\n${renders} renders, each with ${REPORTS} reports of progress and ${LOOKS} looks by its client:`,
  );
  console.log(`submitted in ${submitted.toFixed(1)} s, all done after ${seconds.toFixed(1)} s`);
  console.log(`CPU of PostgreSQL: ${((cpu / renders) * 1000).toFixed(1)} ms per render`);
  console.log(
    `at 10,000 renders an hour: ${((cpu / renders) * (10_000 / 3600) * 100).toFixed(1)} % of a core`,
  );
  console.log(`size of the database: ${(Number(rows[0]?.bytes) / renders / 1000).toFixed(1)} kB per render`);
  await queue.stop();
  await database.close();
} finally {
  await postgres.stop();
}
