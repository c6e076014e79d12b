import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { KinoraClient } from '../../client/index.ts';
import { FrameLoader, type FrameQuality, type WantedFrame } from './frame-loader.ts';

const wanted = (at: number, quality: FrameQuality = 'fast', text = 'edit'): WantedFrame => {
  return { text, edit: {}, at, quality };
};

/** Returns a loader whose requests end when the test says so. */
function open() {
  const requests: { at: number; signal: AbortSignal; finish: () => Promise<void> }[] = [];
  const client = {
    frame: (_edit: object, at: number, { signal }: { signal: AbortSignal }) =>
      new Promise<Uint8Array>((resolve, reject) => {
        const finish = async (): Promise<void> => {
          resolve(new Uint8Array(1));
          await wait(0);
        };
        requests.push({ at, signal, finish });
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      }),
  };
  const shown: number[] = [];
  const loader = new FrameLoader(client as unknown as KinoraClient, {
    onFrame: (_url, { at }) => shown.push(at),
    onError: () => shown.push(-1),
    onBusy: () => undefined,
  });
  return { loader, requests, shown, asked: () => requests.map(({ at }) => at) };
}

describe('frames that are asked ahead', () => {
  it('come one at a time, are not shown, and are there at once when they are wanted', async () => {
    const { loader, requests, shown, asked } = open();
    loader.askAhead([wanted(1), wanted(2)]);
    expect(asked()).toEqual([1]);
    await requests[0]!.finish();
    expect(asked()).toEqual([1, 2]);
    await requests[1]!.finish();
    expect(shown).toEqual([]);
    loader.want(wanted(2));
    expect([shown, asked()]).toEqual([[2], [1, 2]]);
  });

  it('wait for what is wanted, and are abandoned when anything is', async () => {
    const { loader, requests, asked, shown } = open();
    loader.want(wanted(0));
    loader.askAhead([wanted(1), wanted(2), wanted(3)]);
    expect(asked()).toEqual([0]);
    await requests[0]!.finish();
    expect(asked()).toEqual([0, 1]);
    loader.want(wanted(5));
    // The process of the edit would end with the request. It may finish.
    expect(requests[1]!.signal.aborted).toBe(false);
    await requests[1]!.finish();
    expect(asked()).toEqual([0, 1, 5]);
    await requests[2]!.finish();
    expect([asked(), shown]).toEqual([
      [0, 1, 5],
      [0, 5],
    ]);
  });

  it('hold up nobody for more than a second, and those of another edit not at all', async () => {
    const { loader, requests, asked } = open();
    loader.askAhead([wanted(1)]);
    loader.want(wanted(5));
    expect(requests[0]!.signal.aborted).toBe(false);
    await expect.poll(() => requests[0]!.signal.aborted, { timeout: 5000 }).toBe(true);
    await expect.poll(asked).toEqual([1, 5]);
    loader.want(wanted(5, 'fast', 'another edit'));
    expect(requests[1]!.signal.aborted).toBe(true);
  });

  it('that are wanted while they are on their way are shown, and asked for once', async () => {
    const { loader, requests, asked, shown } = open();
    loader.askAhead([wanted(1)]);
    loader.want(wanted(1));
    await requests[0]!.finish();
    expect([asked(), shown]).toEqual([[1], [1]]);
  });
});

it('shows no exact frame that a later request has passed', async () => {
  const { loader, requests, shown } = open();
  loader.want(wanted(1, 'exact'));
  loader.want(wanted(2));
  await requests[0]!.finish();
  await requests[1]!.finish();
  expect(shown).toEqual([2]);
});
