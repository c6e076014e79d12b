import { beforeEach, describe, expect, it } from 'vitest';
import type { KinoraError } from '../base/errors.ts';
import { FairLimiter } from './fair-limiter.ts';

let started: string[];
let finish: Map<string, () => void>;
beforeEach(() => {
  started = [];
  finish = new Map();
});

/** Requests work that runs until `finish` ends it by its name. The first letter of the name is the owner. */
function request(limiter: FairLimiter, name: string, signal = new AbortController().signal): Promise<string> {
  const work = limiter.run({ owner: name.slice(0, 1), signal }, () => {
    started.push(name);
    return new Promise<string>((resolve) => finish.set(name, () => resolve('done')));
  });
  return work.catch((error: unknown) => (error as KinoraError).code);
}

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
});
