import { beforeEach, expect, test } from 'vitest';
import type { Visual, VisualClip } from '../resolve/timeline.ts';
import { visualClip, timelineOf, videoVisual } from '../scene/visual-clip.fixture.ts';
import { StillPreloader } from './still-preloader.ts';

/** When looks were begun: `b at 1` is the image of clip b, begun before frame 1. */
let begun: string[];
beforeEach(() => {
  begun = [];
});

const clip = (
  field: string,
  from: number,
  to: number,
  given: Parameters<typeof visualClip>[0] = {},
): VisualClip => visualClip({ field, from, to, ...given });
const TITLE: Visual = { kind: 'drawn', length: 1, asset: { type: 'title', text: 'a' } };
const VIDEO = videoVisual({ width: 400, height: 400 }, 400, 400);

/** Shows frames one after the other; looks are made at once, unless they fail. */
async function show(clips: readonly VisualClip[], frames: Iterable<number>, fault?: Error): Promise<void> {
  let now = 0;
  const preloader = new StillPreloader(timelineOf(clips), (layer) => {
    begun.push(`${layer.clip.field} at ${now}`);
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

test('each photograph is begun while the one before it is seen', async () => {
  await show([clip('a', 0, 10), clip('b', 10, 20), clip('c', 20, 30)], upTo(30));
  expect(begun).toEqual(['b at 1', 'c at 10']);
});

test('while two photographs fade, there is no third one', async () => {
  await show([clip('a', 0, 15), clip('b', 10, 25), clip('c', 20, 30)], upTo(30));
  expect(begun).toEqual(['b at 1', 'c at 15']);
});

test('a single frame begins no other one, wherever it is', async () => {
  const clips = [clip('a', 0, 10), clip('b', 10, 20)];
  await show(clips, [0]);
  await show(clips, [5, 2, 7]);
  expect(begun).toEqual([]);
});

test('what may be hidden when it comes is not begun; a title hides nothing', async () => {
  const second = clip('b', 10, 20);
  await show([second, clip('above', 0, 20, { visual: VIDEO })], upTo(12));
  expect(begun).toEqual([]);
  await show([second, clip('above', 0, 20, { visual: TITLE })], upTo(12));
  expect(begun).toEqual(['b at 1']);
});

test('a photograph that fades in is begun with the frame in which it is first seen', async () => {
  const times: number[] = [];
  const coming = clip('b', 10, 20, { transition: { in: { kind: 'fade', directions: [], seconds: 0.2 } } });
  const preloader = new StillPreloader(timelineOf([coming]), ({ time }) => {
    times.push(time.valueOf());
    return Promise.resolve();
  });
  for (const frame of [0, 1]) await preloader.onFrame(frame, []);
  expect(times).toEqual([0.04]);
});

test('the frame of a photograph waits until its image is made', async () => {
  const image = Promise.withResolvers<undefined>();
  const preloader = new StillPreloader(timelineOf([clip('a', 0, 2), clip('b', 2, 4)]), () => image.promise);
  for (const frame of [0, 1]) await preloader.onFrame(frame, []);
  const order: string[] = [];
  const shown = preloader.onFrame(2, []).then(() => order.push('seen'));
  setImmediate(() => {
    order.push('made');
    image.resolve(undefined);
  });
  await shown;
  expect(order).toEqual(['made', 'seen']);
});

test('what cannot be read fails only who looks at it', async () => {
  await show([clip('a', 0, 10), clip('b', 10, 20)], upTo(20), new Error('It is damaged.'));
  expect(begun).toEqual(['b at 1']);
});
