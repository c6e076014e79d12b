import { describe, expect, it } from 'vitest';
import { BoundedQueue } from './bounded-queue.ts';

describe('a bounded queue', () => {
  it('runs tasks one after another, in order', async () => {
    const line = new BoundedQueue(8);
    const first = Promise.withResolvers<undefined>();
    const done: string[] = [];
    await line.add(() => first.promise.then(() => void done.push('first')));
    await line.add(() => Promise.resolve(void done.push('second')));
    expect(done).toEqual([]);
    first.resolve(undefined);
    await line.drain();
    expect(done).toEqual(['first', 'second']);
  });

  it('limits the number of waiting tasks', async () => {
    const line = new BoundedQueue(1);
    const first = Promise.withResolvers<undefined>();
    let taken = 0;
    await line.add(() => first.promise);
    const second = line.add(() => Promise.resolve()).then(() => taken++);
    await new Promise(setImmediate);
    expect(taken).toBe(0);
    first.resolve(undefined);
    await second;
    expect(taken).toBe(1);
  });

  it('runs nothing after a failure, which add and drain throw', async () => {
    const line = new BoundedQueue(0);
    const ended: string[] = [];
    const fault = new Error('The disk is full.');
    await expect(
      line.add(
        () => Promise.reject(fault),
        () => void ended.push('first'),
      ),
    ).rejects.toBe(fault);
    await expect(
      line.add(
        () => Promise.resolve(void ended.push('done')),
        () => void ended.push('second'),
      ),
    ).rejects.toBe(fault);
    await expect(line.drain()).rejects.toBe(fault);
    expect(ended).toEqual(['first', 'second']);
  });
});
