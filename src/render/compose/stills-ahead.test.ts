import { beforeEach, expect, test } from 'vitest';
import type { Picture, SeenClip } from '../resolve/timeline.ts';
import { seen, timelineOf, video } from '../scene/seen-clip.fixture.ts';
import { StillsAhead } from './stills-ahead.ts';

/** When looks were begun: `b at 1` is the look of clip b, begun before frame 1. */
let begun: string[];
beforeEach(() => {
  begun = [];
});

const clip = (field: string, from: number, to: number, given: Parameters<typeof seen>[0] = {}): SeenClip =>
  seen({ field, from, to, ...given });
const TITLE: Picture = { kind: 'drawn', lasts: 1, asset: { type: 'title', text: 'a' } };
const VIDEO = video({ width: 400, height: 400 }, 400, 400);

/** Shows frames one after the other; looks are made at once, unless they fail. */
async function show(clips: readonly SeenClip[], frames: Iterable<number>, fault?: Error): Promise<void> {
  let now = 0;
  const ahead = new StillsAhead(timelineOf(clips), (layer) => {
    begun.push(`${layer.clip.field} at ${now}`);
    return fault ? Promise.reject(fault) : Promise.resolve();
  });
  for (now of frames) {
    await ahead.at(
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
  await show([second, clip('above', 0, 20, { picture: VIDEO })], upTo(12));
  expect(begun).toEqual([]);
  await show([second, clip('above', 0, 20, { picture: TITLE })], upTo(12));
  expect(begun).toEqual(['b at 1']);
});

test('a photograph that fades in is begun with the frame in which it is first seen', async () => {
  const times: number[] = [];
  const coming = clip('b', 10, 20, { transition: { in: { kind: 'fade', towards: [], seconds: 0.2 } } });
  const ahead = new StillsAhead(timelineOf([coming]), ({ time }) => {
    times.push(time.valueOf());
    return Promise.resolve();
  });
  for (const frame of [0, 1]) await ahead.at(frame, []);
  expect(times).toEqual([0.04]);
});

test('the frame of a photograph waits until its look is made', async () => {
  const made = Promise.withResolvers<undefined>();
  const ahead = new StillsAhead(timelineOf([clip('a', 0, 2), clip('b', 2, 4)]), () => made.promise);
  for (const frame of [0, 1]) await ahead.at(frame, []);
  const order: string[] = [];
  const waited = ahead.at(2, []).then(() => order.push('seen'));
  setImmediate(() => {
    order.push('made');
    made.resolve(undefined);
  });
  await waited;
  expect(order).toEqual(['made', 'seen']);
});

test('what cannot be read fails only who looks at it', async () => {
  await show([clip('a', 0, 10), clip('b', 10, 20)], upTo(20), new Error('It is damaged.'));
  expect(begun).toEqual(['b at 1']);
});
