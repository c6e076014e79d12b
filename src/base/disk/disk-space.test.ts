import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SILENT } from '../logger.ts';
import { watchDiskSpace } from './disk-space.ts';

const GB = 1e9;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Watches two disks of 10 GB whose free space the test sets. */
function watch(floorBytes = GB) {
  const free = { home: 5 * GB, files: 5 * GB };
  const lines: string[] = [];
  const note = (level: string) => (facts: object, text: string) =>
    lines.push(`${level} ${text} ${JSON.stringify(facts)}`);
  const measureDisk = vi.fn((folder: string) =>
    Promise.resolve({ free: free[folder as keyof typeof free], size: 10 * GB }),
  );
  const log = { ...SILENT, error: note('error'), warn: note('warn') } as typeof SILENT;
  const space = watchDiskSpace({ folders: ['home', 'files'], floorBytes, log, measureDisk });
  return { free, lines, measureDisk, space };
}

it('takes work while every disk has the floor free', async () => {
  const { free, space } = watch();
  expect(await space.canTakeWork()).toBe(true);
  await space.check();
  free.files = 0.9 * GB;
  vi.advanceTimersByTime(2000);
  expect(await space.canTakeWork()).toBe(false);
  await expect(space.check()).rejects.toMatchObject({ code: 'disk_full', status: 503 });
});

it('writes one line when space runs out and one when it is back', async () => {
  const { free, lines, space } = watch();
  const look = async (gigabytes: number) => {
    free.home = gigabytes * GB;
    vi.advanceTimersByTime(2000);
    return await space.canTakeWork();
  };
  expect([await look(0.5), await look(0.2), await look(0.5)]).toEqual([false, false, false]);
  // A disk at the floor would otherwise write lines all the time.
  expect(await look(1.01)).toBe(false);
  expect(await look(2)).toBe(true);
  expect(lines).toEqual([
    'error The disk has less free space than KINORA_MIN_FREE_GB. Taking no work until it has more. {"freeBytes":500000000,"floorBytes":1000000000}',
    'warn The disk has enough free space again. Taking work. {"freeBytes":2000000000,"floorBytes":1000000000}',
  ]);
});

it('measures at most once in a second', async () => {
  const { measureDisk, space } = watch();
  await Promise.all([space.canTakeWork(), space.canTakeWork(), space.check()]);
  expect(measureDisk).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(1001);
  await space.canTakeWork();
  expect(measureDisk).toHaveBeenCalledTimes(4);
});

it('takes no work if a disk cannot be measured', async () => {
  const { measureDisk, lines, space } = watch();
  measureDisk.mockRejectedValue(new Error('gone'));
  expect(await space.canTakeWork()).toBe(false);
  expect(lines).toEqual([expect.stringContaining('error The free space of a folder cannot be measured')]);
  await expect(space.check()).rejects.toMatchObject({ code: 'storage_failed', status: 503 });
  expect(space.problem).toContain('the folder or its disk is gone');
});

it('has no floor if it is 0', async () => {
  const { free, space } = watch(0);
  free.home = 0;
  expect(await space.canTakeWork()).toBe(true);
});

it('measures the room of the fullest disk without the floor', async () => {
  const { free, space } = watch();
  free.files = 3 * GB;
  expect(await space.measure()).toEqual({ usable: 2 * GB, whole: 9 * GB });
});

it('measures a real folder', async () => {
  vi.useRealTimers();
  const { usable, whole } = await watchDiskSpace({ folders: ['/'], floorBytes: 0, log: SILENT }).measure();
  expect(whole).toBeGreaterThan(usable);
});
