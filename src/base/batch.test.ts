import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { batch } from './batch.ts';

/** Creates work that the test finishes itself. */
function createManualRun() {
  const runs: { items: readonly number[]; end: PromiseWithResolvers<readonly string[]> }[] = [];
  const run = (items: readonly number[]): Promise<readonly string[]> => {
    const end = Promise.withResolvers<readonly string[]>();
    runs.push({ items, end });
    return end.promise;
  };
  const finish = async (index: number): Promise<void> => {
    const { items, end } = runs[index]!;
    end.resolve(items.map((item) => `done ${item}`));
    await nextTurn();
    await nextTurn();
  };
  return { runs, run, finish };
}

it('runs simultaneous calls in batches and returns each outcome to its caller', async () => {
  const { runs, run, finish } = createManualRun();
  const outcomes = [1, 2, 3, 4, 5].map(batch(run, 3));
  await nextTurn();
  expect(runs.map(({ items }) => items)).toEqual([[1, 2, 3]]);
  await finish(0);
  expect(runs.map(({ items }) => items)).toEqual([
    [1, 2, 3],
    [4, 5],
  ]);
  await finish(1);
  expect(await Promise.all(outcomes)).toEqual(['done 1', 'done 2', 'done 3', 'done 4', 'done 5']);
});

it('puts calls that arrive during a run into the next run', async () => {
  const { runs, run, finish } = createManualRun();
  const work = batch(run, 10);
  const first = work(1);
  await nextTurn();
  const later = [work(2), work(3)];
  await nextTurn();
  expect(runs.map(({ items }) => items)).toEqual([[1]]);
  await finish(0);
  expect(await first).toBe('done 1');
  expect(runs.map(({ items }) => items)).toEqual([[1], [2, 3]]);
  await finish(1);
  expect(await Promise.all(later)).toEqual(['done 2', 'done 3']);
});

it('rejects all calls of a failed run and continues', async () => {
  const { runs, run, finish } = createManualRun();
  const work = batch(run, 10);
  const outcomes = [1, 2].map((item) => work(item));
  await nextTurn();
  runs[0]!.end.reject(new Error('no disk'));
  const settled = await Promise.allSettled(outcomes);
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const later = work(3);
  await nextTurn();
  await finish(1);
  expect(await later).toBe('done 3');
});

it('handles work that throws synchronously', async () => {
  const work = batch(() => {
    throw new Error('broken');
  }, 10);
  await expect(work(1)).rejects.toThrow('broken');
  await expect(work(2)).rejects.toThrow('broken');
});
