import { describe, expect, it, test } from 'vitest';
import type { SeenClip } from '../resolve/timeline.ts';
import { sceneAt } from './scene.ts';
import { seen, timelineOf } from './seen-clip.fixture.ts';

function opacities(clip: SeenClip, frames: readonly number[], framesPerSecond = 25): number[] {
  const timeline = timelineOf([clip], framesPerSecond);
  return frames.map((frame) => sceneAt(timeline, frame)[0]?.opacity ?? 0);
}

function rounded(numbers: readonly number[]): number[] {
  return numbers.map((number) => Math.round(number * 10_000) / 10_000);
}

test('a clip is there from its first frame to before its end', () => {
  const timeline = timelineOf([seen({ from: 10, to: 12 })]);
  expect([9, 10, 11, 12].map((frame) => sceneAt(timeline, frame).length)).toEqual([0, 1, 1, 0]);
});

test('clips that overlap keep the order of the timeline, the lowest first', () => {
  const clips = [seen({ field: 'low' }), seen({ field: 'middle', from: 5 }), seen({ field: 'top', to: 10 })];
  const at = (frame: number): string[] => sceneAt(timelineOf(clips), frame).map(({ clip }) => clip.field);
  expect([at(0), at(5), at(10)]).toEqual([
    ['low', 'top'],
    ['low', 'middle', 'top'],
    ['low', 'middle'],
  ]);
});

test('the time of a layer counts from the start of its clip, exactly', () => {
  const timeline = timelineOf([seen({ from: 10, to: 100 })], 29.97);
  expect(sceneAt(timeline, 10)[0]?.time.toFraction()).toBe('0');
  expect(sceneAt(timeline, 13)[0]?.time.toFraction()).toBe('1001/10000');
});

test('a layer lies where its clip is placed', () => {
  const [layer] = sceneAt(timelineOf([seen({ position: 'topLeft', scale: 0.5 })]), 0);
  expect(layer?.placement.visible).toEqual({ x: 0, y: 0, width: 400, height: 300 });
});

describe('opacity', () => {
  it.each<[number, number]>([
    [1, 1],
    [0.3, 0.3],
    [7, 1],
  ])('%s is %s', (opacity, shown) => {
    expect(opacities(seen({ opacity }), [0, 24])).toEqual([shown, shown]);
  });

  it.each([0, -1])('%s leaves no layer', (opacity) => {
    expect(sceneAt(timelineOf([seen({ opacity })]), 0)).toEqual([]);
  });
});

// The curve of cubic-bezier(0.42, 0, 0.58, 1): 0.0197 at 0.1, 0.1292 at 0.25, 0.5 at 0.5, and turned about its middle.
describe('fades (contract 2.9)', () => {
  test('in: from nothing, slow at both ends, to all of it when the time is over', () => {
    const clip = seen({ from: 100, to: 150, fadeIn: 0.8 });
    const found = rounded(opacities(clip, [100, 102, 105, 110, 115, 118, 120, 149]));
    expect(found).toEqual([0, 0.0197, 0.1292, 0.5, 0.8708, 0.9803, 1, 1]);
  });

  test('out: begins its length before the end, and ends with it', () => {
    const clip = seen({ from: 100, to: 150, fadeOut: 0.8 });
    const found = rounded(opacities(clip, [100, 130, 132, 135, 140, 145, 148]));
    expect(found).toEqual([1, 1, 0.9803, 0.8708, 0.5, 0.1292, 0.0197]);
  });

  test('a clip that only fades in stays to its last frame; one that only fades out is there at its first', () => {
    expect(opacities(seen({ fadeIn: 1 }), [24])[0]).toBeGreaterThan(0.99);
    expect(opacities(seen({ fadeIn: 0.2 }), [24])).toEqual([1]);
    expect(opacities(seen({ fadeOut: 0.2 }), [0])).toEqual([1]);
  });

  test('in and out meet in the middle of a short clip', () => {
    const clip = seen({ to: 20, fadeIn: 0.4, fadeOut: 0.4 });
    expect(rounded(opacities(clip, [0, 5, 10, 15]))).toEqual([0, 0.5, 1, 0.5]);
  });

  test('they multiply the opacity of the clip', () => {
    const clip = seen({ opacity: 0.5, to: 40, fadeIn: 0.8, fadeOut: 0.8 });
    expect(rounded(opacities(clip, [10, 20, 30]))).toEqual([0.25, 0.5, 0.25]);
  });

  test('they take the exact rate', () => {
    // Frame 15 of 30 frames, 1001/1000 s, lies at 0.5005 s: the middle of the fade.
    const clip = seen({ to: 60, fadeIn: 1.001 });
    expect(rounded(opacities(clip, [15, 29, 30], 29.97))).toEqual([0.5, 0.9979, 1]);
  });

  test('the first frame of a fade in is not drawn at all', () => {
    expect(sceneAt(timelineOf([seen({ fadeIn: 1 })]), 0)).toEqual([]);
  });
});
