import type { ChildProcess } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { KinoraError } from '../../base/errors.ts';
import { type ProcessLimits, startWatchdog } from './watchdog.ts';

const PLENTY: ProcessLimits = { memoryBytes: 2 ** 50, timeMs: 10_000, stallMs: 10_000 };

/** A child of which only the number matters, and that it is killed. @param pid undefined: its memory is not looked at. */
function childOf(pid?: number): { child: ChildProcess; kill: ReturnType<typeof vi.fn> } {
  const kill = vi.fn();
  // The watcher uses these two and nothing else of a process.
  return { child: { pid, kill } as unknown as ChildProcess, kill };
}

function said(reason: KinoraError | undefined): string {
  return reason ? `${reason.code}: ${reason.message}` : 'none';
}

describe('time', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('a child that takes too long is killed, however it moves', () => {
    const { child, kill } = childOf();
    const watcher = startWatchdog(child, { ...PLENTY, timeMs: 60_000, stallMs: 5000 });
    for (let second = 0; second < 60; second++) {
      vi.advanceTimersByTime(1000);
      watcher.onProgress();
    }
    expect(said(watcher.reason)).toBe('none');
    vi.advanceTimersByTime(1000);
    expect(said(watcher.reason)).toBe(
      'render_timed_out: The work took longer than 60 seconds and was ended.',
    );
    expect(kill).toHaveBeenCalledWith('SIGKILL');
    watcher.stop();
  });

  test('a child that does not move is killed', () => {
    const { child, kill } = childOf();
    const watcher = startWatchdog(child, { ...PLENTY, timeMs: 60_000, stallMs: 5000 });
    vi.advanceTimersByTime(4000);
    watcher.onProgress();
    vi.advanceTimersByTime(5000);
    expect(kill).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1000);
    expect(said(watcher.reason)).toBe('render_stalled: The render made no progress for 5 seconds.');
    expect(kill).toHaveBeenCalledWith('SIGKILL');
    watcher.stop();
  });

  test('the first reason counts', () => {
    const { child } = childOf();
    const watcher = startWatchdog(child, PLENTY);
    watcher.end(new KinoraError('cancelled', 'It was cancelled.'));
    vi.advanceTimersByTime(20_000);
    expect(said(watcher.reason)).toBe('cancelled: It was cancelled.');
    watcher.stop();
  });

  test('nobody is killed after the end', () => {
    const { child, kill } = childOf();
    const watcher = startWatchdog(child, PLENTY);
    watcher.stop();
    vi.advanceTimersByTime(60_000);
    expect([kill.mock.calls.length, said(watcher.reason)]).toEqual([0, 'none']);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe.runIf(process.platform === 'linux')('memory', () => {
  test('a child that holds too much is killed', async () => {
    const { child, kill } = childOf(process.pid);
    const watcher = startWatchdog(child, { ...PLENTY, memoryBytes: 3 * 2 ** 20 });
    await vi.waitFor(() => expect(kill).toHaveBeenCalledWith('SIGKILL'), 5000);
    expect(said(watcher.reason)).toBe(
      'render_out_of_memory: The render needed more than 3 MiB of memory; make the output or its sources smaller.',
    );
    watcher.stop();
  });
});
