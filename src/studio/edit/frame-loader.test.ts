import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { FrameLoader, type FramePace, type PictureSource } from './frame-loader.ts';
import type { FrameQuality, WantedFrame } from './wanted-frame.ts';

const wanted = (at: number, quality: FrameQuality = 'fast', text = 'edit'): WantedFrame => {
  return { text, edit: {}, output: 0, at, quality };
};

/** Returns a loader whose requests end when the test says so. @param pace what the limit of the requests allows. */
function open(pace: Partial<FramePace> = {}) {
  const requests: { at: number | number[]; signal: AbortSignal; finish: () => Promise<void> }[] = [];
  const ask = <Answer>(at: number | number[], answer: Answer, signal: AbortSignal): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const finish = async (): Promise<void> => {
        resolve(answer);
        await wait(0);
      };
      requests.push({ at, signal, finish });
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
  const source: PictureSource = {
    frame: ({ at }, signal) => ask(at, new Blob(), signal),
    frames: (frames, signal) => {
      const moments = frames.map(({ at }) => at);
      return ask(
        moments,
        moments.map(() => Promise.resolve(new Blob())),
        signal,
      );
    },
  };
  const shown: number[] = [];
  const waits: number[] = [];
  const free = { isBlocked: false, pictureWait: () => 0, spareWait: () => 0, notePicture: () => undefined };
  const loader = new FrameLoader(
    source,
    { ...free, ...pace },
    {
      onFrame: (_url, { at }) => shown.push(at),
      onError: () => shown.push(-1),
      onBusy: () => undefined,
      onWait: (milliseconds) => waits.push(milliseconds),
    },
  );
  return { loader, requests, shown, waits, asked: () => requests.map(({ at }) => at) };
}

/** Lets the loader take what it asks for next. */
const settle = (): Promise<void> => wait(0);

describe('frames that are asked ahead', () => {
  it('come with one request, are not shown, and are there at once when they are wanted', async () => {
    const { loader, requests, shown, asked } = open();
    loader.askAhead([wanted(1), wanted(2)]);
    await settle();
    expect(asked()).toEqual([[1, 2]]);
    await requests[0]!.finish();
    expect(shown).toEqual([]);
    loader.want(wanted(2));
    // The likeliest are there: the others can wait.
    loader.askAhead([wanted(2), wanted(1), wanted(3)]);
    await settle();
    expect([shown, asked()]).toEqual([[2], [[1, 2]]]);
  });

  it('wait for what is wanted, and are abandoned when anything is', async () => {
    const { loader, requests, asked, shown } = open();
    loader.want(wanted(0));
    loader.askAhead([wanted(1), wanted(2), wanted(3)]);
    await settle();
    expect(asked()).toEqual([0]);
    await requests[0]!.finish();
    expect(asked()).toEqual([0, [1, 2, 3]]);
    loader.want(wanted(5));
    // The process of the edit would end with the request. It may finish.
    expect(requests[1]!.signal.aborted).toBe(false);
    await requests[1]!.finish();
    expect(asked()).toEqual([0, [1, 2, 3], 5]);
    await requests[2]!.finish();
    expect(shown).toEqual([0, 5]);
  });

  it('hold up nobody for more than a second, and those of another edit not at all', async () => {
    const { loader, requests, asked } = open();
    loader.askAhead([wanted(1)]);
    await settle();
    loader.want(wanted(5));
    expect(requests[0]!.signal.aborted).toBe(false);
    await expect.poll(() => requests[0]!.signal.aborted, { timeout: 5000 }).toBe(true);
    await expect.poll(asked).toEqual([[1], 5]);
    loader.want(wanted(5, 'fast', 'another edit'));
    expect(requests[1]!.signal.aborted).toBe(true);
  });

  it('that are wanted while they are on their way are shown, and asked for once', async () => {
    const { loader, requests, asked, shown } = open();
    loader.askAhead([wanted(1), wanted(2)]);
    await settle();
    loader.want(wanted(2));
    await requests[0]!.finish();
    expect([asked(), shown]).toEqual([[[1, 2]], [2]]);
  });
});

it.each([0, 1, 2, 3, 4, 5, 6, 7, 8])(
  'a frame is asked for that is wanted when another one has arrived, %d steps later',
  async (steps) => {
    const { loader, requests, asked } = open();
    loader.want(wanted(1));
    await settle();
    const finished = requests[0]!.finish();
    for (let step = 0; step < steps; step++) await Promise.resolve();
    loader.want(wanted(2));
    await finished;
    expect(asked()).toEqual([1, 2]);
  },
);

describe('the limit of the requests', () => {
  it('delays a frame, says so, and asks for the latest only', async () => {
    let pause = 60;
    const { loader, asked, waits } = open({ pictureWait: () => pause });
    loader.want(wanted(1));
    loader.want(wanted(2));
    pause = 0;
    await expect.poll(asked).toEqual([2]);
    expect(waits).toEqual([60, 0]);
  });

  it('leaves out what nobody waits for', async () => {
    const { loader, asked } = open({ spareWait: () => 1000 });
    loader.askAhead([wanted(1)]);
    await settle();
    expect(asked()).toEqual([]);
  });

  it('cancels a request that would be tried again later', async () => {
    const { loader, requests, asked } = open({ isBlocked: true });
    loader.want(wanted(1));
    await settle();
    loader.want(wanted(2));
    expect(requests[0]!.signal.aborted).toBe(true);
    await expect.poll(asked).toEqual([1, 2]);
  });
});

it('shows no exact frame that a later request has passed', async () => {
  const { loader, requests, shown } = open();
  loader.want(wanted(1, 'exact'));
  await settle();
  loader.want(wanted(2));
  await requests[0]!.finish();
  await requests[1]!.finish();
  expect(shown).toEqual([2]);
});
