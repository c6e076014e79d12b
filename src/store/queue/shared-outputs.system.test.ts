import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SILENT } from '../../base/logger.ts';
import { ensureFirstAccount, type Owners } from '../accounts/accounts.ts';
import { beginAttempt } from '../attempts.ts';
import { type Database, openDatabase } from '../database.ts';
import { addRender } from '../renders.ts';
import { TEST_DATABASES, type TestDatabase } from '../test-databases.fixture.ts';
import {
  claimStream,
  findSharedOutput,
  finishStream,
  readSharedProgress,
  reportStream,
  type SharedStream,
  shareOutput,
  sweepSharedOutputs,
  unshareOutput,
} from './shared-outputs.ts';

describe.each(TEST_DATABASES)('shared outputs on $name', ({ missing, start }) => {
  describe.skipIf(missing)('of a render', () => {
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

    async function newRender(): Promise<string> {
      const id = uuid();
      await addRender(tables, { id, owner: owners.v1, stage: 'v1', edit: '{}', dialect: 'interface' });
      await beginAttempt(tables, id);
      return id;
    }
    async function share(render: string, streams: readonly SharedStream[]): Promise<string> {
      return await tables
        .transaction()
        .execute((transaction) =>
          shareOutput(transaction, { render, position: 0, handout: 'handout', streams }),
        );
    }
    /** Begins an attempt at a job, as a worker does. */
    async function beginJob(): Promise<string> {
      const job = uuid();
      const row = { job, queue: 'render-help', kind: 'help', subject: uuid(), owner: owners.v1 };
      await tables
        .insertInto('attempt')
        .values({ ...row, worker: uuid(), worker_name: 'one' })
        .execute();
      return job;
    }
    async function endJob(job: string): Promise<void> {
      await tables.updateTable('attempt').set({ ended: new Date() }).where('job', '=', job).execute();
    }
    const claim = (output: string, job: string, order: 'first' | 'last' = 'first') =>
      claimStream(tables, output, { job, order });

    it('give each stream to one job: the first to the worker, the last to its helpers', async () => {
      const output = await share(await newRender(), STREAMS);
      const [worker, helper] = [await beginJob(), await beginJob()];
      expect(await claim(output, worker)).toEqual(STREAMS[0]);
      expect(await claim(output, helper, 'last')).toEqual(STREAMS[2]);
      expect(await claim(output, worker)).toEqual(STREAMS[1]);
      expect(await claim(output, helper, 'last')).toBeUndefined();
    });

    it('give the sound to the worker, which has all sources', async () => {
      const sound = { ...stream(2), frames: 0 };
      const output = await share(await newRender(), [stream(0), stream(1), sound]);
      const [worker, helper] = [await beginJob(), await beginJob()];
      expect(await claim(output, helper, 'last')).toEqual(stream(1));
      expect(await claim(output, worker)).toEqual(sound);
      await endJob(worker);
      expect(await claim(output, helper, 'last')).toEqual(stream(0));
      expect(await claim(output, helper, 'last')).toEqual(sound);
    });

    it('give no stream twice to jobs that ask at the same time', async () => {
      const streams = Array.from({ length: 20 }, (_stream, position) => stream(position));
      const output = await share(await newRender(), streams);
      const jobs = await Promise.all(streams.map(() => beginJob()));
      const claimed = await Promise.all(jobs.map((job) => claim(output, job)));
      const positions = claimed.flatMap((one) => (one ? [one.position] : []));
      expect(new Set(positions).size).toBe(positions.length);
      expect(positions.length).toBeGreaterThan(0);
    });

    it('give a stream of a dead worker to the next one, and nothing that is made', async () => {
      const output = await share(await newRender(), STREAMS.slice(0, 2));
      const [dead, other] = [await beginJob(), await beginJob()];
      await claim(output, dead);
      await finishStream(tables, output, { job: dead, position: 0 });
      await claim(output, dead);
      expect(await claim(output, other)).toBeUndefined();
      await endJob(dead);
      expect(await claim(output, other)).toEqual(STREAMS[1]);
      expect(await reportStream(tables, output, { job: dead, position: 1, finished: 9 })).toBe(false);
    });

    it('tell how many frames are finished, and what is missing', async () => {
      const output = await share(await newRender(), STREAMS);
      const job = await beginJob();
      await claim(output, job);
      expect(await reportStream(tables, output, { job, position: 0, finished: 7 })).toBe(true);
      expect(await readSharedProgress(tables, output)).toEqual({ missing: 3, frames: 7 });
      await finishStream(tables, output, { job, position: 0 });
      expect(await readSharedProgress(tables, output)).toEqual({ missing: 2, frames: 50 });
    });

    it('keep the claims of others if the worker of the render begins again', async () => {
      const render = await newRender();
      const output = await share(render, STREAMS);
      const helper = await beginJob();
      await claim(output, helper, 'last');
      expect(await share(render, STREAMS.slice(1))).toBe(output);
      const job = await beginJob();
      expect(await claim(output, job)).toEqual(STREAMS[1]);
      expect(await claim(output, job)).toBeUndefined();
      expect(await reportStream(tables, output, { job: helper, position: 2, finished: 3 })).toBe(true);
    });

    it('end with their render', async () => {
      const render = await newRender();
      const output = await share(render, STREAMS);
      const job = await beginJob();
      await claim(output, job);
      expect(await findSharedOutput(tables, output)).toMatchObject({
        render,
        handout: 'handout',
        edit: '{}',
      });
      await tables.updateTable('render').set({ status: 'failed' }).where('id', '=', render).execute();
      expect(await findSharedOutput(tables, output)).toBeUndefined();
      expect(await claim(output, job)).toBeUndefined();
      expect(await reportStream(tables, output, { job, position: 0, finished: 3 })).toBe(false);
      await sweepSharedOutputs(tables);
      expect(
        await tables.selectFrom('shared_output').select('id').where('id', '=', output).execute(),
      ).toEqual([]);
    });

    it('end when their worker ends the sharing', async () => {
      const output = await share(await newRender(), STREAMS);
      const job = await beginJob();
      await claim(output, job);
      await unshareOutput(tables, output);
      expect(await reportStream(tables, output, { job, position: 0, finished: 3 })).toBe(false);
    });
  });
});

const STREAMS = [stream(0), stream(1), stream(2)];

function stream(position: number): SharedStream {
  return { position, identity: String(position).repeat(64).slice(0, 64), frames: 50 };
}
