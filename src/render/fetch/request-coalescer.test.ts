import { expect, test } from 'vitest';
import { createRequestCoalescer } from './request-coalescer.ts';

const PATIENT = new AbortController().signal;

/** Work that ends a while after its abort, as work that cleans up does; counts its starts and ends. */
function slowToEnd(): { work: (signal: AbortSignal) => Promise<void>; started: number; ended: number } {
  const record = {
    started: 0,
    ended: 0,
    async work(signal: AbortSignal) {
      record.started += 1;
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      await new Promise((resolve) => setTimeout(resolve, 50));
      record.ended += 1;
      signal.throwIfAborted();
    },
  };
  return record;
}

test('work of one key is done once, of two keys twice', async () => {
  const coalescer = createRequestCoalescer();
  let done = 0;
  const work = (): Promise<void> => Promise.resolve(void (done += 1));
  await Promise.all(['a', 'a', 'b'].map((key) => coalescer.run(key, PATIENT, work)));
  expect(done).toBe(2);
});

test('work that has ended is started anew', async () => {
  const coalescer = createRequestCoalescer();
  let done = 0;
  const work = (): Promise<void> => Promise.resolve(void (done += 1));
  await coalescer.run('a', PATIENT, work);
  await coalescer.run('a', PATIENT, work);
  expect(done).toBe(2);
});

test('the last to leave ends the work and waits until it has cleaned up', async () => {
  const coalescer = createRequestCoalescer();
  const slow = slowToEnd();
  const [one, two] = [new AbortController(), new AbortController()];
  const first = coalescer.run('a', one.signal, slow.work);
  const second = coalescer.run('a', two.signal, slow.work);
  one.abort(new Error('one left'));
  await expect(first).rejects.toThrow('one left');
  expect(slow).toMatchObject({ started: 1, ended: 0 });
  two.abort(new Error('two left'));
  await expect(second).rejects.toThrow('two left');
  expect(slow).toMatchObject({ started: 1, ended: 1 });
});

test('work that is being given up is not joined', async () => {
  const coalescer = createRequestCoalescer();
  const slow = slowToEnd();
  const leaving = new AbortController();
  const left = expect(coalescer.run('a', leaving.signal, slow.work)).rejects.toThrow('left');
  leaving.abort(new Error('left'));
  await new Promise((resolve) => setImmediate(resolve));
  await coalescer.run('a', PATIENT, () => Promise.resolve());
  await left;
});
