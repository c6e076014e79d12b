import { afterEach, expect, it } from 'vitest';
import { SILENT } from '../base/logger.ts';
import { waitUntil } from '../store/test-databases.fixture.ts';
import type { Capacity } from './dispatcher.ts';
import { type DispatchedWork, Dispatcher } from './dispatcher.ts';

interface Work extends DispatchedWork {
  readonly name: string;
  /** Ends the work. */
  readonly end: () => void;
}

const LANES = { main: 'long', short: 'short', idle: 'idle' };
const dispatchers: Pick<Dispatcher<Work>, 'stop'>[] = [];
afterEach(async () => {
  for (const dispatcher of dispatchers.splice(0)) await dispatcher.stop();
});

/** Starts a dispatcher with a queue in memory. The names of its jobs begin with their lane. */
function dispatch(names: readonly string[], capacity: Capacity) {
  const waiting = [...names];
  const taken: string[] = [];
  const running = new Map<string, Work>();
  let failures = 0;
  const inLane = (lane: string) => (name: string) => name.startsWith(lane);
  const queue = {
    lanes: LANES,
    findDue: () =>
      Promise.resolve(new Set(Object.values(LANES).filter((lane) => waiting.some(inLane(lane))))),
    take(lane: string, accepts: (cost: { readonly seconds: number }) => boolean) {
      if (failures-- > 0) return Promise.reject(new Error('no luck'));
      const index = waiting.findIndex(inLane(lane));
      const name = waiting[index];
      const cost = { seconds: lane === 'long' ? 100 : 1 };
      if (name === undefined || !accepts(cost)) return Promise.resolve(undefined);
      waiting.splice(index, 1);
      taken.push(name);
      const { promise, resolve } = Promise.withResolvers<undefined>();
      return Promise.resolve({ lane, cost, name, end: () => resolve(undefined), promise });
    },
    async run(work: Work & { readonly promise: Promise<unknown> }) {
      running.set(work.name, work);
      await work.promise;
      running.delete(work.name);
    },
  };
  const database = { retryUntilAvailable: <T>(work: () => Promise<T>) => work() };
  const dispatcher = new Dispatcher(queue, capacity, database, SILENT);
  dispatchers.push(dispatcher);
  dispatcher.start();
  return {
    taken,
    waiting,
    dispatcher,
    fail: (times: number) => (failures = times),
    /** Waits until jobs are taken, in this order and not more. */
    expectTaken: async (...expected: string[]) => {
      await waitUntil(() => taken.length >= expected.length);
      expect(taken).toEqual(expected);
    },
    /** Ends a job. */
    end: async (name: string) => {
      running.get(name)?.end();
      await waitUntil(() => !running.has(name));
    },
  };
}

it('takes short work first, but not more than three in a row while long work waits', async () => {
  const shorts = ['short1', 'short2', 'short3', 'short4', 'short5'];
  const { expectTaken, end } = dispatch(['long1', 'long2', ...shorts], { slots: 1 });
  await expectTaken('short1');
  await end('short1');
  await expectTaken('short1', 'short2');
  await end('short2');
  await expectTaken('short1', 'short2', 'short3');
  await end('short3');
  await expectTaken('short1', 'short2', 'short3', 'long1', 'short4');
  await end('long1');
  await end('short4');
  await expectTaken('short1', 'short2', 'short3', 'long1', 'short4', 'short5');
  await end('short5');
  await expectTaken('short1', 'short2', 'short3', 'long1', 'short4', 'short5', 'long2');
});

it('starts one short job beside slots that are busy with long work', async () => {
  const { expectTaken, end, waiting, dispatcher } = dispatch(['long1', 'long2', 'long3'], { slots: 2 });
  await expectTaken('long1', 'long2');
  waiting.push('short1', 'short2');
  dispatcher.wake();
  await expectTaken('long1', 'long2', 'short1');
  await end('short1');
  await expectTaken('long1', 'long2', 'short1', 'short2');
});

it('starts no job beyond its slots if one of them has short work', async () => {
  const { expectTaken, end, dispatcher } = dispatch(['short1', 'short2', 'short3'], { slots: 1 });
  await expectTaken('short1');
  dispatcher.wake();
  await end('short1');
  await expectTaken('short1', 'short2');
});

it('leaves a job in the queue as long as the capacity refuses it, and does one in any case', async () => {
  const capacity = { slots: 3, mayStart: ({ seconds }: { readonly seconds: number }) => seconds < 100 };
  const { expectTaken, end, waiting, dispatcher } = dispatch(['long1', 'long2'], capacity);
  await expectTaken('long1');
  waiting.push('short1');
  dispatcher.wake();
  await expectTaken('long1', 'short1');
  await end('short1');
  await end('long1');
  await expectTaken('long1', 'short1', 'long2');
});

it('takes nothing while it may not', async () => {
  const disk = { full: true };
  const { taken, dispatcher, expectTaken } = dispatch(['long1'], { slots: 1, mayTake: () => !disk.full });
  dispatcher.wake();
  await new Promise(setImmediate);
  expect(taken).toEqual([]);
  disk.full = false;
  dispatcher.wake();
  await expectTaken('long1');
});

it('goes on after an error', async () => {
  const { expectTaken, fail, waiting, dispatcher } = dispatch([], { slots: 1 });
  fail(1);
  waiting.push('long1');
  dispatcher.wake();
  await expectTaken('long1');
});

it('takes nothing any more once it is stopped, and waits for what runs', async () => {
  const { expectTaken, end, dispatcher } = dispatch(['long1', 'long2'], { slots: 1 });
  await expectTaken('long1');
  await dispatcher.stop();
  const idle = dispatcher.whenIdle();
  await end('long1');
  await idle;
  await expectTaken('long1');
});

it('takes idle work only if nothing else waits', async () => {
  const queue = dispatch(['idle 1', 'idle 2', 'long 1', 'short 1'], { slots: 1 });
  await queue.expectTaken('short 1');
  await queue.end('short 1');
  await queue.expectTaken('short 1', 'long 1');
  await queue.end('long 1');
  await queue.expectTaken('short 1', 'long 1', 'idle 1');
});

it('takes short work beside idle work', async () => {
  const queue = dispatch(['idle 1'], { slots: 1 });
  await queue.expectTaken('idle 1');
  queue.waiting.push('long 1', 'short 1');
  queue.dispatcher.wake();
  await queue.expectTaken('idle 1', 'short 1');
});
