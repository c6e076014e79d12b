import { beforeEach, describe, expect, it } from 'vitest';
import type { KinoraError } from '../base/errors.ts';
import { FairLimiter, type RequestSize } from './fair-limiter.ts';

let started: string[];
let finish: Map<string, () => void>;
beforeEach(() => {
  started = [];
  finish = new Map();
});

/**
 * Requests work that runs until `finish` ends it by its name. The first letter of the name is the owner. Owners
 * with a capital letter have a share of 2.
 */
function request(
  limiter: FairLimiter,
  name: string,
  signal = new AbortController().signal,
  size: RequestSize = 'long',
): Promise<string> {
  const owner = name.slice(0, 1);
  const share = owner === owner.toUpperCase() ? 2 : 1;
  const run = () => {
    started.push(name);
    return new Promise<string>((resolve) => finish.set(name, () => resolve('done')));
  };
  const work = limiter.run({ owner, share, signal }, run, size);
  return work.catch((error: unknown) => (error as KinoraError).code);
}

/** Ends what started first, one after the other, until nothing waits. */
async function finishAll(): Promise<void> {
  await settle();
  for (let index = 0; index < started.length; index++) {
    finish.get(started[index]!)?.();
    await settle();
  }
}

const namesOf = (owner: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${owner}${index}`);

const settle = () => new Promise(setImmediate);

describe('FairLimiter', () => {
  it('runs requests in order, but never gives all slots to one owner', async () => {
    const limiter = new FairLimiter(4);
    const requests = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2'].map((name) => request(limiter, name));
    await settle();
    expect(started).toEqual(['a1', 'a2', 'a3', 'b1']);
    finish.get('a2')?.();
    await settle();
    // b2 waited only for a free slot, a4 also for its owner's share.
    expect(started.slice(4)).toEqual(['b2']);
    finish.get('b1')?.();
    await settle();
    expect(started.slice(5)).toEqual(['a4']);
    for (const end of finish.values()) end();
    expect(await Promise.all(requests)).toEqual(Array.from({ length: 6 }, () => 'done'));
  });

  it('runs the requests of an owner no matter how many requests of other owners wait', async () => {
    const limiter = new FairLimiter(2);
    void request(limiter, 'a0');
    await settle();
    const waiting = Array.from({ length: 16 }, (_, index) => request(limiter, `a${index + 1}`));
    expect(await request(limiter, 'a17')).toBe('queue_full');
    void request(limiter, 'b');
    await settle();
    expect(started).toEqual(['a0', 'b']);
    for (let count = 0; count < 17; count++) {
      finish.get(`a${count}`)?.();
      await settle();
    }
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['done']));
  });

  it('frees the slot of work that fails', async () => {
    const limiter = new FairLimiter(1);
    const requester = { owner: 'a', signal: new AbortController().signal };
    const failing = limiter.run(requester, () => Promise.reject(new Error('It failed.')));
    await expect(failing).rejects.toThrow('It failed.');
    void request(limiter, 'a1');
    await settle();
    expect(started).toEqual(['a1']);
  });

  it('limits the waiting time, and does not run cancelled requests', async () => {
    const limiter = new FairLimiter(1, 5);
    void request(limiter, 'a1');
    await settle();
    const gone = new AbortController();
    const [left, late] = [request(limiter, 'b1', gone.signal), request(limiter, 'c1')];
    gone.abort();
    expect(await left).toBe('cancelled');
    expect(await late).toBe('queue_full');
    finish.get('a1')?.();
    void request(limiter, 'd1');
    await settle();
    expect(started).toEqual(['a1', 'd1']);
  });

  it('lets owners take turns in proportion to their shares', async () => {
    const limiter = new FairLimiter(1);
    for (const name of [...namesOf('a', 9), ...namesOf('b', 9), ...namesOf('C', 12)])
      void request(limiter, name);
    await finishAll();
    for (const [owner, turns] of Object.entries({ a: 3, b: 3, C: 6 })) {
      const got = started.slice(0, 13).filter((name) => name.startsWith(owner)).length;
      expect(Math.abs(got - turns)).toBeLessThanOrEqual(1);
    }
  });

  it('gives a new owner the next slot, and no more than its share afterwards', async () => {
    const limiter = new FairLimiter(1);
    for (const name of namesOf('a', 10)) void request(limiter, name);
    await settle();
    for (const name of ['a0', 'a1', 'a2']) {
      finish.get(name)?.();
      await settle();
    }
    for (const name of namesOf('b', 4)) void request(limiter, name);
    await finishAll();
    expect(started.slice(4, 10).filter((name) => name.startsWith('b'))).toEqual(['b0', 'b1', 'b2']);
    expect(started.indexOf('b0')).toBeLessThanOrEqual(5);
  });

  it('does not let short requests wait behind long ones, nor long ones behind many short ones', async () => {
    const limiter = new FairLimiter(2);
    const { signal } = new AbortController();
    for (const name of ['a0', 'a1', 'b0', 'b1']) void request(limiter, name);
    for (const name of namesOf('c', 6)) void request(limiter, name, signal, 'short');
    await settle();
    // One slot serves short requests only while long ones occupy all others.
    expect(started).toEqual(['a0', 'b0', 'c0']);
    finish.get('a0')?.();
    await settle();
    expect(started.slice(3)).toEqual([]);
    for (const name of ['c0', 'c1', 'c2', 'c3']) {
      finish.get(name)?.();
      await settle();
    }
    expect(started.slice(3, 6)).toEqual(['c1', 'c2', 'a1']);
  });

  it('rejects the latest request of the owner with most of them if too many wait', async () => {
    const limiter = new FairLimiter(2);
    const [first, second] = ['a', 'b'].map((owner) =>
      namesOf(owner, 17).map((name) => request(limiter, name)),
    ) as [Promise<string>[], Promise<string>[]];
    const modest = request(limiter, 'c');
    expect(await Promise.race([first.at(-1), second.at(-1)])).toBe('queue_full');
    await finishAll();
    expect(await modest).toBe('done');
    expect(started.indexOf('c')).toBeLessThanOrEqual(4);
  });
});
