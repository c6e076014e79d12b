import { expect, it, vi } from 'vitest';
import { LoadedFiles } from './loaded-files.ts';
import { PreviewFault } from './preview-source.ts';

function open(limit = 2) {
  const made: string[] = [];
  const freed: string[] = [];
  const files = new LoadedFiles<string>({
    make: (file, piece) => {
      made.push(`${file}${piece ?? ''}`);
      if (file === 'gone') return Promise.reject(new PreviewFault('missing', 'There is no such file.'));
      if (file === 'late') return Promise.reject(new PreviewFault('offline', 'The server is not reachable.'));
      return Promise.resolve(`${file}${piece ?? ''}`);
    },
    free: (value) => freed.push(value),
    limit,
  });
  return { files, made, freed };
}

it('loads a file once, and says when it is there', async () => {
  const { files, made } = open();
  expect(files.peek('a', 1)).toBeUndefined();
  const arrival = files.nextArrival();
  expect(files.peek('a', 1)).toBeUndefined();
  await arrival;
  expect([files.peek('a', 1), files.find('a', 1), files.find('a', 2), made]).toEqual([
    'a1',
    'a1',
    undefined,
    ['a1'],
  ]);
});

it('frees what has not been used for some turns, but nothing in use', async () => {
  const { files, freed } = open();
  for (const file of ['a', 'b', 'c', 'd']) await files.get(file);
  for (let turn = 0; turn < 4; turn++) {
    files.nextTurn();
    files.peek('a');
  }
  expect(freed).toEqual(['b', 'c']);
  files[Symbol.dispose]();
  expect(freed.toSorted()).toEqual(['a', 'b', 'c', 'd']);
});

it('tries again what could not be loaded after a while, but not what is missing', async () => {
  vi.useFakeTimers();
  const { files, made } = open();
  for (const file of ['late', 'gone']) await expect(files.get(file)).rejects.toThrow(PreviewFault);
  expect(() => files.peek('late')).toThrow('not reachable');
  await vi.advanceTimersByTimeAsync(2000);
  expect(files.find('late')).toBeUndefined();
  await expect(files.get('late')).rejects.toThrow(PreviewFault);
  await expect(files.get('gone')).rejects.toThrow(PreviewFault);
  expect(made).toEqual(['late', 'gone', 'late']);
  files[Symbol.dispose]();
  vi.useRealTimers();
});

it('frees a file that arrives after it was closed', async () => {
  const { files, freed } = open();
  const loading = files.get('a');
  files[Symbol.dispose]();
  await loading;
  expect(freed).toEqual(['a']);
});
