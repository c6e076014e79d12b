import { beforeEach, expect, test } from 'vitest';
import type { Visual, VisualClip } from '../resolve/timeline.ts';
import { visualClip, timelineOf, videoVisual } from '../scene/visual-clip.fixture.ts';
import { StillPreloader } from './still-preloader.ts';

/** The preloads that were started: `b at 1` is the image of clip b, started before frame 1. */
let started: string[];
beforeEach(() => {
  started = [];
});

const clip = (
  field: string,
  from: number,
  to: number,
  given: Parameters<typeof visualClip>[0] = {},
): VisualClip => visualClip({ field, from, to, ...given });
const TITLE: Visual = { kind: 'drawn', length: 1, asset: { type: 'title', text: 'a' } };
const VIDEO = videoVisual({ width: 400, height: 400 }, 400, 400);

/**
 * Shows frames one after another. Preloads finish immediately.
 *
 * @param fault the error of every preload, if they must fail.
 */
async function show(clips: readonly VisualClip[], frames: Iterable<number>, fault?: Error): Promise<void> {
  let now = 0;
  const preloader = new StillPreloader(timelineOf(clips), (layer) => {
    started.push(`${layer.clip.field} at ${now}`);
    return fault ? Promise.reject(fault) : Promise.resolve();
  });
  for (now of frames) {
    await preloader.onFrame(
      now,
      clips.filter(({ from, to }) => from <= now && now < to),
    );
  }
}

const upTo = (frames: number): number[] => Array.from({ length: frames }, (_, frame) => frame);

test('each still is preloaded while the one before it is shown', async () => {
  await show([clip('a', 0, 10), clip('b', 10, 20), clip('c', 20, 30)], upTo(30));
  expect(started).toEqual(['b at 1', 'c at 10']);
});

test('no third still is preloaded while two cross-fade', async () => {
  await show([clip('a', 0, 15), clip('b', 10, 25), clip('c', 20, 30)], upTo(30));
  expect(started).toEqual(['b at 1', 'c at 15']);
});

test('single frames preload nothing', async () => {
  const clips = [clip('a', 0, 10), clip('b', 10, 20)];
  await show(clips, [0]);
  await show(clips, [5, 2, 7]);
  expect(started).toEqual([]);
});

test('a still is preloaded below a title, but not below a video that may hide it', async () => {
  const second = clip('b', 10, 20);
  await show([second, clip('above', 0, 20, { visual: VIDEO })], upTo(12));
  expect(started).toEqual([]);
  await show([second, clip('above', 0, 20, { visual: TITLE })], upTo(12));
  expect(started).toEqual(['b at 1']);
});

test('a still that fades in is preloaded for the first frame in which it is visible', async () => {
  const times: number[] = [];
  const coming = clip('b', 10, 20, { transition: { in: { kind: 'fade', directions: [], seconds: 0.2 } } });
  const preloader = new StillPreloader(timelineOf([coming]), ({ time }) => {
    times.push(time.valueOf());
    return Promise.resolve();
  });
  for (const frame of [0, 1]) await preloader.onFrame(frame, []);
  expect(times).toEqual([0.04]);
});

test('the first frame of a still waits for its preload', async () => {
  const image = Promise.withResolvers<undefined>();
  const preloader = new StillPreloader(timelineOf([clip('a', 0, 2), clip('b', 2, 4)]), () => image.promise);
  for (const frame of [0, 1]) await preloader.onFrame(frame, []);
  const order: string[] = [];
  const shown = preloader.onFrame(2, []).then(() => order.push('shown'));
  setImmediate(() => {
    order.push('loaded');
    image.resolve(undefined);
  });
  await shown;
  expect(order).toEqual(['loaded', 'shown']);
});

test('a failed preload does not fail the frames', async () => {
  await show([clip('a', 0, 10), clip('b', 10, 20)], upTo(20), new Error('It is damaged.'));
  expect(started).toEqual(['b at 1']);
});
