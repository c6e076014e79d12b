import type { ChildProcess } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { KinoraError } from '../../base/errors.ts';
import { readCpuMilliseconds, readResidentBytes } from './memory.ts';
import { type ProcessLimits, startWatchdog } from './watchdog.ts';

vi.mock('./memory.ts', { spy: true });

const PLENTY: ProcessLimits = { memoryBytes: 2 ** 50, timeMs: 10_000, stallMs: 10_000 };

/** Returns a fake child and the mock of its `kill`. @param pid if undefined, its memory is not checked. */
function childOf(pid?: number): { child: ChildProcess; kill: ReturnType<typeof vi.fn> } {
  const kill = vi.fn();
  // The watchdog uses no other members of a process.
  return { child: { pid, kill } as unknown as ChildProcess, kill };
}

function formatReason(reason: KinoraError | undefined): string {
  return reason ? `${reason.code}: ${reason.message}` : 'none';
}

describe('time', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('a child that takes too long is killed, even if it makes progress', () => {
    const { child, kill } = childOf();
    const watchdog = startWatchdog(child, { ...PLENTY, timeMs: 60_000, stallMs: 5000 });
    for (let second = 0; second < 60; second++) {
      vi.advanceTimersByTime(1000);
      watchdog.onProgress();
    }
    expect(formatReason(watchdog.reason)).toBe('none');
    vi.advanceTimersByTime(1000);
    expect(formatReason(watchdog.reason)).toBe(
      'render_timed_out: The work took longer than 60 seconds and was stopped.',
    );
    expect(kill).toHaveBeenCalledWith('SIGKILL');
    watchdog.stop();
  });

  test('a child that makes no progress is killed', () => {
    const { child, kill } = childOf();
    const watchdog = startWatchdog(child, { ...PLENTY, timeMs: 60_000, stallMs: 5000 });
    vi.advanceTimersByTime(4000);
    watchdog.onProgress();
    vi.advanceTimersByTime(5000);
    expect(kill).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1000);
    expect(formatReason(watchdog.reason)).toBe('render_stalled: The render made no progress for 5 seconds.');
    expect(kill).toHaveBeenCalledWith('SIGKILL');
    watchdog.stop();
  });

  test('the first reason is kept', () => {
    const { child } = childOf();
    const watchdog = startWatchdog(child, PLENTY);
    watchdog.end(new KinoraError('cancelled', 'It was cancelled.'));
    vi.advanceTimersByTime(20_000);
    expect(formatReason(watchdog.reason)).toBe('cancelled: It was cancelled.');
    watchdog.stop();
  });

  test('a stopped watchdog kills nothing', () => {
    const { child, kill } = childOf();
    const watchdog = startWatchdog(child, PLENTY);
    watchdog.stop();
    vi.advanceTimersByTime(60_000);
    expect([kill.mock.calls.length, formatReason(watchdog.reason)]).toEqual([0, 'none']);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe.runIf(process.platform === 'linux')('memory', () => {
  test('a child that uses too much is killed', async () => {
    const { child, kill } = childOf(process.pid);
    const watchdog = startWatchdog(child, { ...PLENTY, memoryBytes: 3 * 2 ** 20 });
    await vi.waitFor(() => expect(kill).toHaveBeenCalledWith('SIGKILL'), 5000);
    expect(formatReason(watchdog.reason)).toBe(
      'render_out_of_memory: The render needed more than 3 MiB of memory. Make the output or its sources smaller.',
    );
    watchdog.stop();
  });
});

describe.runIf(process.platform === 'linux')('a child that makes no progress for 5 seconds', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.mocked(readCpuMilliseconds).mockReset();
    vi.mocked(readResidentBytes).mockReset();
  });

  it.each([
    ['waited', 0.4, 'render_stalled: The render made no progress for 5 seconds.'],
    [
      'computed',
      0.6,
      'render_too_complex: The render computed for 5 seconds, the maximum, without getting any further. Make the edit and its sources simpler.',
    ],
  ])('%s', async (_, share, reason) => {
    vi.useFakeTimers();
    let now = 0;
    // Before its progress, the child computed all the time.
    vi.mocked(readCpuMilliseconds).mockImplementation(() =>
      Promise.resolve(now < 10_000 ? now : 10_000 + share * (now - 10_000)),
    );
    vi.mocked(readResidentBytes).mockResolvedValue(0);
    const watchdog = startWatchdog(childOf(1).child, { ...PLENTY, timeMs: 60_000, stallMs: 5000 });
    for (; watchdog.reason === undefined && now < 30_000; now += 250) {
      if (now <= 10_000) watchdog.onProgress();
      await vi.advanceTimersByTimeAsync(250);
    }
    expect(formatReason(watchdog.reason)).toBe(reason);
    watchdog.stop();
  });
});
