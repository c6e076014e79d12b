import { describe, expect, it } from 'vitest';
import { TEST_DATABASES } from '../store/test-databases.fixture.ts';
import { measureQueues } from './job-table.ts';
import { openQueueTest } from './queue.fixture.ts';

describe.each(TEST_DATABASES)('the load of the queues on $name', ({ missing, start }) => {
  it.skipIf(missing)(
    'adds up what waits, with its cost on two cores, and not what was cancelled',
    async () => {
      const test = await openQueueTest(await start());
      try {
        const cost = (seconds: number) => ({ seconds, memoryBytes: 1, diskBytes: 1, outputSeconds: 1 });
        const { tables } = test.database;
        const cancelled = test.newRender({ cost: cost(900) });
        await test.withQueue(async (queue) => {
          await queue.renders.submit(test.newRender({ cost: cost(100) }));
          await queue.renders.submit(test.newRender({ cost: cost(50) }));
          await queue.renders.submit(cancelled);
          await queue.renders.submit(test.newRender({ cost: cost(1) }));
        });
        await tables.updateTable('render').set({ status: 'failed' }).where('id', '=', cancelled.id).execute();
        const loads = new Map((await measureQueues(tables)).map((load) => [load.queue, load]));
        expect(loads.get('render')).toMatchObject({ waiting: 2, later: 0, running: 0, coreSeconds: 300 });
        expect(loads.get('render-short')).toMatchObject({ waiting: 1, coreSeconds: 2 });
        expect(loads.get('render')?.oldestSeconds).toBeGreaterThanOrEqual(0);
      } finally {
        await test.close();
      }
    },
  );
});
