import { expect, it, vi } from 'vitest';
import { KinoraError } from '../../base/errors.ts';
import { createRetryUntilAvailable } from './retry-until-available.ts';

const AWAY = Object.assign(new Error('terminating connection'), { code: '57P01' });
const DEADLOCK = Object.assign(new Error('deadlock detected'), { code: '40P01' });

function failing(times: number, error: Error) {
  return vi.fn(() => (times-- > 0 ? Promise.reject(error) : Promise.resolve('done')));
}

function openFake() {
  const suspect = vi.fn();
  const waitUntilBack = vi.fn((_pauseMs: number, signal: AbortSignal | undefined) => {
    signal?.throwIfAborted();
    return Promise.resolve();
  });
  return {
    suspect,
    waitUntilBack,
    retryUntilAvailable: createRetryUntilAvailable({ suspect, waitUntilBack }),
  };
}

it('repeats work until the database is back, with growing pauses', async () => {
  const { retryUntilAvailable, suspect, waitUntilBack } = openFake();
  const work = failing(10, AWAY);
  expect(await retryUntilAvailable(work)).toBe('done');
  expect(work).toHaveBeenCalledTimes(11);
  expect(suspect).toHaveBeenCalledTimes(10);
  const pauses = waitUntilBack.mock.calls.map(([pauseMs]) => pauseMs);
  expect(pauses[0]).toBeLessThan(300);
  expect(pauses[9]).toBeGreaterThan(3_000);
  expect(Math.max(...pauses)).toBeLessThan(7_000);
});

it('repeats a transaction that another one has beaten', async () => {
  const { retryUntilAvailable, suspect } = openFake();
  expect(await retryUntilAvailable(failing(2, DEADLOCK))).toBe('done');
  expect(suspect).not.toHaveBeenCalled();
});

it('throws every other error at once', async () => {
  const { retryUntilAvailable, waitUntilBack } = openFake();
  const work = failing(1, new KinoraError('not_found', 'There is no such render.'));
  await expect(retryUntilAvailable(work)).rejects.toMatchObject({ code: 'not_found' });
  expect(work).toHaveBeenCalledTimes(1);
  expect(waitUntilBack).not.toHaveBeenCalled();
});

it('gives up after its limit with the error of the database', async () => {
  const { retryUntilAvailable } = openFake();
  await expect(retryUntilAvailable(failing(1, AWAY), { limitMs: 0 })).rejects.toBe(AWAY);
});

it('tries once and then ends with the reason of its signal', async () => {
  const { retryUntilAvailable } = openFake();
  const reason = new KinoraError('stopping', 'The server is stopping.');
  const work = failing(1, AWAY);
  await expect(retryUntilAvailable(work, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  expect(work).toHaveBeenCalledTimes(1);
  expect(await retryUntilAvailable(failing(0, AWAY), { signal: AbortSignal.abort(reason) })).toBe('done');
});
