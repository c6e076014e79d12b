import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { KinoraError } from '../base/errors.ts';
import { isRetryableStatus, parseRetryAfter, retry, RetryableError, toFinalError } from './retry.ts';

vi.mock('node:timers/promises', { spy: true });
afterEach(() => void vi.mocked(wait).mockClear());

const POLICY = { attempts: 3, firstPauseMs: 10, maxPauseMs: 1000 };
const FAILURE = new KinoraError('asset_unreachable', 'It cannot be reached.');
const never = new AbortController().signal;

/** Creates work that fails with these errors, one per attempt, and then succeeds. */
function failingWith(...errors: Error[]): (attempt: number) => Promise<number> {
  return (attempt) => {
    const error = errors[attempt - 1];
    return error ? Promise.reject(error) : Promise.resolve(attempt);
  };
}

describe('retry', () => {
  test('repeats work that may succeed, and reports each failure', async () => {
    const failed: [KinoraError, number][] = [];
    const work = failingWith(new RetryableError(FAILURE), new RetryableError(FAILURE));
    const onRetry = (failure: KinoraError, attempt: number) => void failed.push([failure, attempt]);
    expect(await retry(POLICY, { signal: never, onRetry }, work)).toBe(3);
    expect(failed).toEqual([
      [FAILURE, 1],
      [FAILURE, 2],
    ]);
  });

  test('throws the failure itself after the last attempt', async () => {
    const work = vi.fn(() => Promise.reject(new RetryableError(FAILURE)));
    await expect(retry(POLICY, { signal: never }, work)).rejects.toBe(FAILURE);
    expect(work).toHaveBeenCalledTimes(3);
  });

  test('does not repeat a permanent failure', async () => {
    const work = vi.fn(() => Promise.reject(FAILURE));
    await expect(retry(POLICY, { signal: never }, work)).rejects.toBe(FAILURE);
    expect(work).toHaveBeenCalledTimes(1);
  });

  test('ends with the reason of its signal, even during a pause', async () => {
    const reason = new Error('stop');
    const leaving = new AbortController();
    const long = { ...POLICY, firstPauseMs: 60_000, maxPauseMs: 60_000 };
    const onRetry = () => void setImmediate(() => leaving.abort(reason));
    const work = failingWith(new RetryableError(FAILURE));
    await expect(retry(long, { signal: leaving.signal, onRetry }, work)).rejects.toBe(reason);
    await expect(retry(long, { signal: leaving.signal }, work)).rejects.toBe(reason);
  });

  test.each([
    [
      'twice as long each time',
      { attempts: 5 },
      [undefined, undefined, undefined, undefined],
      [10, 20, 40, 80],
    ],
    ['at most as long as allowed', { maxPauseMs: 15 }, [undefined, undefined], [10, 15]],
    ['as long as the server asks', {}, [50, 0], [50, 0]],
    [
      'no longer than allowed, even if the server asks for more',
      { maxPauseMs: 50 },
      [Infinity, undefined],
      [50, 20],
    ],
  ])('pauses %s', async (_how, policy, waits, pauses) => {
    const work = failingWith(...waits.map((milliseconds) => new RetryableError(FAILURE, milliseconds)));
    await retry({ ...POLICY, ...policy }, { signal: never }, work);
    expect(vi.mocked(wait).mock.calls.map(([milliseconds]) => milliseconds)).toEqual(pauses);
  });
});

test.each([
  [408, true],
  [429, true],
  [500, true],
  [503, true],
  [400, false],
  [404, false],
  [200, false],
])('status %i is retryable: %s', (status, isRetryable) => {
  expect(isRetryableStatus(status)).toBe(isRetryable);
});

test.each([
  ['0', 0],
  ['120', 120_000],
  ['Wed, 21 Oct 2026 07:28:00 GMT', undefined],
  ['-1', undefined],
  [undefined, undefined],
])('Retry-After %j is %s ms', (header, milliseconds) => {
  expect(parseRetryAfter(header)).toBe(milliseconds);
});

test('the final error of a retryable error is its failure', () => {
  const other = new Error('other');
  expect(toFinalError(new RetryableError(FAILURE))).toBe(FAILURE);
  expect(toFinalError(other)).toBe(other);
  expect(toFinalError('text')).toEqual(new Error('text'));
});
