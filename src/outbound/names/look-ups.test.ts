import type { LookupAddress } from 'node:dns';
import { expect, test } from 'vitest';
import type { FindAddresses } from './find-addresses.ts';
import { createLookUps, type LookUpLimits } from './look-ups.ts';
import { NameFailure } from './query-servers.ts';

const FOUND: LookupAddress[] = [{ address: '1.1.1.1', family: 4 }];
const LIMITS: LookUpLimits = { atOnce: 4, perOwner: 2, waiting: 5, timeMs: 60_000, failureMs: 60_000 };

/** Creates look-ups whose answers the test gives. */
function open(limits: Partial<LookUpLimits> = {}) {
  const pending = new Map<string, PromiseWithResolvers<readonly LookupAddress[]>>();
  const asked: string[] = [];
  const aborted: string[] = [];
  const find: FindAddresses = (name, signal) => {
    const answer = Promise.withResolvers<readonly LookupAddress[]>();
    asked.push(name);
    pending.set(name, answer);
    signal.addEventListener('abort', () => {
      aborted.push(name);
      answer.reject(new NameFailure(name, 'silent', 'aborted'));
    });
    return answer.promise;
  };
  return { lookUp: createLookUps(find, { ...LIMITS, ...limits }), pending, asked, aborted };
}

const tick = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
/** Marks a rejection as expected. */
const ignore = (promise: Promise<unknown>): void => void promise.catch(() => undefined);

test('names that are never answered hold up only their owner', async () => {
  const { lookUp, pending, asked } = open();
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) ignore(lookUp(name, { owner: 'a' }));
  const other = lookUp('b1', { owner: 'b' });
  expect(asked).toEqual(['a1', 'a2', 'b1']);
  pending.get('b1')!.resolve(FOUND);
  expect(await other).toEqual(FOUND);
  pending.get('a1')!.reject(new NameFailure('a1', 'silent', 'late'));
  await tick();
  expect(asked).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('the owner with fewer look-ups comes first', async () => {
  const { lookUp, pending, asked } = open({ atOnce: 3, perOwner: 3 });
  for (const name of ['a1', 'a2', 'a3', 'a4']) ignore(lookUp(name, { owner: 'a' }));
  ignore(lookUp('b1', { owner: 'b' }));
  pending.get('a1')!.resolve(FOUND);
  await tick();
  expect(asked).toEqual(['a1', 'a2', 'a3', 'b1']);
});

test('equal look-ups are shared, also those that wait', async () => {
  const { lookUp, pending, asked } = open({ perOwner: 1 });
  ignore(lookUp('a1', { owner: 'a' }));
  const all = ['a', 'a', 'b', 'c'].map((owner) => lookUp('same', { owner }));
  expect(asked).toEqual(['a1', 'same']);
  pending.get('same')!.resolve(FOUND);
  expect(await Promise.all(all)).toEqual([FOUND, FOUND, FOUND, FOUND]);
  ignore(lookUp('same', {}));
  expect(asked).toEqual(['a1', 'same', 'same']);
});

test('a failure is kept for a moment', async () => {
  const { lookUp, pending, asked } = open();
  const failed = lookUp('gone', { owner: 'a' });
  pending.get('gone')!.reject(new NameFailure('gone', 'absent', 'no'));
  await expect(failed).rejects.toThrow('gone');
  await expect(lookUp('gone', { owner: 'b' })).rejects.toThrow('gone');
  expect(asked).toEqual(['gone']);
});

test('a failure is forgotten after its time', async () => {
  const { lookUp, pending, asked } = open({ failureMs: 0 });
  const failed = lookUp('gone', {});
  pending.get('gone')!.reject(new NameFailure('gone', 'absent', 'no'));
  await expect(failed).rejects.toThrow('gone');
  ignore(lookUp('gone', {}));
  expect(asked).toEqual(['gone', 'gone']);
});

test('a look-up ends when nobody waits for it any more, and its place is free', async () => {
  const { lookUp, asked, aborted } = open({ perOwner: 1 });
  const [first, second] = [new AbortController(), new AbortController()];
  const waits = [first, second].map(({ signal }) => lookUp('slow', { owner: 'a', signal }));
  for (const each of waits) ignore(each);
  ignore(lookUp('next', { owner: 'a' }));
  first.abort(new Error('left'));
  await expect(waits[0]).rejects.toThrow('left');
  expect(aborted).toEqual([]);
  second.abort(new Error('left, too'));
  await expect(waits[1]).rejects.toThrow('left, too');
  expect(aborted).toEqual(['slow']);
  expect(asked).toEqual(['slow', 'next']);
  // The end of the look-up says nothing about the name.
  ignore(lookUp('slow', { owner: 'b' }));
  expect(asked).toEqual(['slow', 'next', 'slow']);
});

test('a look-up ends after its time', async () => {
  const { lookUp, aborted } = open({ timeMs: 1 });
  await expect(lookUp('slow', {})).rejects.toThrow('aborted');
  expect(aborted).toEqual(['slow']);
});

test('an owner has a limited number of waiting look-ups', async () => {
  const { lookUp } = open({ atOnce: 1 });
  for (let at = 0; at < 6; at++) ignore(lookUp(`a${at}`, { owner: 'a' }));
  await expect(lookUp('a6', { owner: 'a' })).rejects.toThrow('too many look-ups');
  ignore(lookUp('b', { owner: 'b' }));
});
