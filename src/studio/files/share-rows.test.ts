import { expect, it } from 'vitest';
import { shareRows } from './share-rows.ts';

async function read(rows: AsyncGenerator<number, void>, most = Infinity): Promise<number[]> {
  const found: number[] = [];
  for await (const row of rows) {
    found.push(row);
    if (found.length === most) break;
  }
  return found;
}

it('asks for each row once, also for two readers at the same time', async () => {
  const given: number[] = [];
  const rows = shareRows(async function* list() {
    for (const row of [1, 2, 3, 4]) {
      given.push(row);
      await Promise.resolve();
      yield row;
    }
  });
  expect(await read(rows(), 2)).toEqual([1, 2]);
  expect(given).toEqual([1, 2]);
  expect(await Promise.all([read(rows()), read(rows())])).toEqual([
    [1, 2, 3, 4],
    [1, 2, 3, 4],
  ]);
  expect(given).toEqual([1, 2, 3, 4]);
});

it('begins again after a failure', async () => {
  let tries = 0;
  const rows = shareRows(async function* list() {
    yield await Promise.resolve(1);
    if (tries++ === 0) throw new Error('The connection is lost.');
    yield 2;
  });
  await expect(read(rows())).rejects.toThrow('The connection is lost.');
  expect(await read(rows())).toEqual([1, 2]);
});
