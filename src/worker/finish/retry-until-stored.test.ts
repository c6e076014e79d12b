import { describe, expect, it, vi } from 'vitest';
import { KinoraError } from '../../base/errors.ts';
import { SILENT } from '../../base/logger.ts';
import type { Storage } from '../../hosting/storage.ts';
import { isAwaited, isGivenUp, retryUntilStored, type StorageRetryLimits } from './retry-until-stored.ts';

const FAST: StorageRetryLimits = { limitMs: 60_000, refusalLimitMs: 60_000, firstPauseMs: 1, maxPauseMs: 2 };

/** A storage stands for an outage, and is not called itself. */
const newStorage = () => ({}) as unknown as Storage;
const away = () => new KinoraError('storage_failed', 'The storage of Kinora could not store the file.');
const withCode = (code: string) => Object.assign(new Error(code), { code });

function createOptions(limits: Partial<StorageRetryLimits> = {}) {
  const lines: string[] = [];
  const log = { ...SILENT, warn: (_fields: object, line: string) => void lines.push(line) };
  const stop = new AbortController();
  const options = { storage: newStorage(), log, signal: stop.signal, limits: { ...FAST, ...limits } };
  return { lines, stop, options };
}

describe('storing while the storage is away', () => {
  it.each([
    ['S3 fails', away()],
    ['its disk is full', new KinoraError('disk_full', 'The disk is full.')],
    ['its disk is broken', withCode('EIO')],
    ['its disk was mounted read-only', withCode('EROFS')],
    ['its server is unreachable', withCode('ESTALE')],
  ])('goes on until it succeeds: %s', async (_what, error) => {
    const { options, lines } = createOptions();
    const store = vi.fn<() => Promise<void>>().mockRejectedValueOnce(error).mockRejectedValueOnce(error);
    const onAway = vi.fn(() => {
      expect(isAwaited(options.storage)).toBe(true);
      return Promise.resolve();
    });
    await retryUntilStored(store, { ...options, onAway });
    expect(store).toHaveBeenCalledTimes(3);
    expect(onAway).toHaveBeenCalledOnce();
    expect(lines).toEqual([
      'The storage is away. Finished files are kept and stored when it is back.',
      'The storage is back.',
    ]);
  });

  it('does not wait, and says nothing, if the storage works', async () => {
    const { options, lines } = createOptions();
    const store = vi.fn(() => Promise.resolve());
    await retryUntilStored(store, options);
    expect(store).toHaveBeenCalledOnce();
    expect(lines).toEqual([]);
  });

  it('tells of one outage once, and wakes all who wait when one of them succeeds', async () => {
    // The first one waits so long that only the success of the second one can wake it.
    const { options, lines } = createOptions({ firstPauseMs: 60_000, maxPauseMs: 60_000 });
    const first = vi.fn<() => Promise<void>>().mockRejectedValueOnce(away());
    const second = vi.fn<() => Promise<void>>().mockRejectedValueOnce(away());
    const waiting = retryUntilStored(first, options);
    await retryUntilStored(second, { ...options, limits: FAST });
    await waiting;
    expect(first).toHaveBeenCalledTimes(2);
    expect(lines).toHaveLength(2);
  });

  it('ends at once with the reason of its signal', async () => {
    const { options, stop } = createOptions({ firstPauseMs: 60_000, maxPauseMs: 60_000 });
    const reason = new KinoraError('cancelled', 'The render was cancelled.');
    const onAway = () => {
      setTimeout(() => stop.abort(reason), 1);
      return Promise.resolve();
    };
    const waiting = retryUntilStored(() => Promise.reject(away()), { ...options, onAway });
    await expect(waiting).rejects.toBe(reason);
    expect(isAwaited(options.storage)).toBe(false);
  });

  it('does not repeat what another error prevents', async () => {
    const { options } = createOptions();
    const store = vi.fn(() => Promise.reject(withCode('ENOENT')));
    await expect(retryUntilStored(store, options)).rejects.toThrow('ENOENT');
    expect(store).toHaveBeenCalledOnce();
  });

  it('gives up after its limit with the true reason', async () => {
    const { options } = createOptions({ limitMs: 5 });
    const error = away();
    await expect(retryUntilStored(() => Promise.reject(error), options)).rejects.toBe(error);
    expect([isGivenUp(error), isGivenUp(away())]).toEqual([true, false]);
    const broken = retryUntilStored(() => Promise.reject(withCode('EIO')), options);
    await expect(broken).rejects.toMatchObject({ code: 'storage_failed' });
  });

  it('gives up earlier if the storage rejects the file', async () => {
    const { options, lines } = createOptions({ refusalLimitMs: 5 });
    const cause = new KinoraError('destination_refused', 'S3 refused the file: it is too large.');
    const rejected = new KinoraError('storage_failed', 'The storage could not store the file.', { cause });
    await expect(retryUntilStored(() => Promise.reject(rejected), options)).rejects.toBe(rejected);
    expect(lines).toEqual(['The storage rejects a file. Trying again.']);
  });
});
