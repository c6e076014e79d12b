import { expect, test } from 'vitest';
import { RequestCoalescer } from './request-coalescer.ts';

const PATIENT = new AbortController().signal;

/** Work that ends some time after its abort, as if it cleaned up. Counts its starts and ends. */
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

test('runs work once per key', async () => {
  const coalescer = new RequestCoalescer();
  let done = 0;
  const work = (): Promise<void> => Promise.resolve(void (done += 1));
  await Promise.all(['a', 'a', 'b'].map((key) => coalescer.run(key, PATIENT, work)));
  expect(done).toBe(2);
});

test('runs work again after it has ended', async () => {
  const coalescer = new RequestCoalescer();
  let done = 0;
  const work = (): Promise<void> => Promise.resolve(void (done += 1));
  await coalescer.run('a', PATIENT, work);
  await coalescer.run('a', PATIENT, work);
  expect(done).toBe(2);
});

test('aborts the work when the last caller leaves, who waits for its cleanup', async () => {
  const coalescer = new RequestCoalescer();
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

test('does not join aborted work', async () => {
  const coalescer = new RequestCoalescer();
  const slow = slowToEnd();
  const leaving = new AbortController();
  const left = expect(coalescer.run('a', leaving.signal, slow.work)).rejects.toThrow('left');
  leaving.abort(new Error('left'));
  await new Promise((resolve) => setImmediate(resolve));
  await coalescer.run('a', PATIENT, () => Promise.resolve());
  await left;
});
