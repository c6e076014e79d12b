import { describe, expect, it, test } from 'vitest';
import { toSeconds } from '../../base/time.ts';
import type { ShapeAsset } from '../../edit/model.ts';
import { resolveTransitions } from '../resolve/transitions.ts';
import type { AnimatedNumber } from '../resolve/animated-number.ts';
import type { Visual, VisualClip } from '../resolve/timeline.ts';
import { FrameBudget } from './find-unseen.ts';
import { unseenWarnings, warnIfUnseen } from './unseen-warnings.ts';
import { stillVisual, timelineOf, visualClip } from './visual-clip.fixture.ts';

type ClipFields = Parameters<typeof visualClip>[0];

/** Returns a list of one tween over the given seconds. */
const tween = (from: number, to: number, [start, end] = [0, 1] as [number, number]): AnimatedNumber => [
  { from, to, start: toSeconds(start), end: toSeconds(end), curve: 'linear' },
];
const at = (x: AnimatedNumber, y: AnimatedNumber): VisualClip['offset'] => ({ x, y });
/** A small picture of 200x100. */
const small: ClipFields = { visual: stillVisual(200, 100), fit: 'none' };

const rectangle = (width: number, height: number, more: Partial<ShapeAsset> = {}): Visual => {
  const asset = { type: 'shape', shape: 'rectangle', rectangle: { width, height }, ...more } as ShapeAsset;
  return { kind: 'drawn', asset, length: 1 };
};

/** Returns the warnings about a clip of 1 s in a picture of 800x600. */
const warned = (given: ClipFields) => unseenWarnings(timelineOf([visualClip(given)]));

describe('a clip that is never visible gets a warning', () => {
  it.each<[string, ClipFields, string, string]>([
    [
      'above the picture',
      { ...small, offset: at(0, 0.75) },
      'clip.offset.y',
      'The clip lies outside the picture for all of its 1 s: it is 100 px above the upper edge. "offset.y" moves it up, in heights of the output. Set "offset.y" to a value from -0.416 to 0.416.',
    ],
    [
      'to the right of it, with an exact range for its position',
      { ...small, position: 'topRight', offset: at(0.5, 0) },
      'clip.offset.x',
      'The clip lies outside the picture for all of its 1 s: it is 200 px to the right of the right edge. "offset.x" moves it to the right, in widths of the output. Set "offset.x" to a value from -0.75 to 0.',
    ],
    [
      'beyond a corner',
      { ...small, offset: at(-1, -1) },
      'clip.offset',
      'The clip lies outside the picture for all of its 1 s: it is 300 px to the left of the left edge and 250 px below the lower edge. "offset.x" moves it to the right, in widths of the output. "offset.y" moves it up, in heights of the output. Set "offset.x" to a value from -0.375 to 0.375. Set "offset.y" to a value from -0.416 to 0.416.',
    ],
    [
      'right at the edge',
      { offset: at(0, 1) },
      'clip.offset.y',
      'The clip lies outside the picture for all of its 1 s: it is just above the upper edge. "offset.y" moves it up, in heights of the output. Set "offset.y" to 0.',
    ],
    [
      'if it moves, but never into the picture',
      { ...small, offset: at(0, tween(1, 0.75)) },
      'clip.offset.y',
      'The clip lies outside the picture for all of its 1 s: it stays at least 106 px above the upper edge. "offset.y" moves it up, in heights of the output. Let the tweens of "offset.y" reach a value from -0.416 to 0.416.',
    ],
    [
      'by its scale',
      { scale: tween(0, 0) },
      'clip.scale',
      'The clip is invisible for all of its 1 s, because its scale is 0. Set it to more than 0.',
    ],
    [
      'by its opacity',
      { opacity: 0 },
      'clip.opacity',
      'The clip is invisible for all of its 1 s, because its opacity is 0. Set it to more than 0.',
    ],
    [
      'by its crop and its fit',
      { visual: stillVisual(100, 1000), crop: { top: 0.6, bottom: 0, left: 0, right: 0 } },
      'clip.asset.crop',
      'The clip is invisible for all of its 1 s, because its crop and its fit together leave nothing of the picture. Crop less, or choose the fit "contain".',
    ],
    [
      'if only its box reaches into the picture',
      { visual: rectangle(100, 100), offset: at(-0.7, 0) },
      'clip.offset.x',
      'The clip lies outside the picture for all of its 1 s: it is 110 px to the left of the left edge. "offset.x" moves it to the right, in widths of the output. Set "offset.x" to a value from -0.437 to 0.437.',
    ],
  ])('%s', (_, given, field, text) => {
    expect(warned(given)).toEqual([{ field, text }]);
  });

  it.each<[string, ClipFields]>([
    ['if it is turned about its centre', { ...small, offset: at(0.65, 0), angle: 90 }],
    ['if only the box around it reaches into a corner', { ...small, offset: at(0.6, 0.6), angle: 45 }],
    ['if its effect does not bring it in', { ...small, offset: at(0.75, 0), effect: 'zoomInSlow' }],
    ['if its transition does not bring it in', { ...small, offset: at(3, 0), transition: { in: fade() } }],
    [
      'if its opacity is 0 while it is inside',
      { offset: at(0, tween(0, 2)), opacity: tween(0, 0.001, [0, 0.04]), scale: 0 },
    ],
  ])('%s', (_, given) => {
    expect(warned(given)).toHaveLength(1);
  });
});

function fade() {
  return resolveTransitions({ in: 'fade' }, 1).in ?? expect.unreachable();
}

describe('a clip that is visible gets no warning', () => {
  it.each<[string, ClipFields]>([
    ['for a single frame, on its way through', { ...small, offset: at(tween(-12, 12.5, [0.3, 0.34]), 0) }],
    ['while it slides in by a tween', { ...small, offset: at(0, tween(2, 0)) }],
    ['if the curve of its tween goes too far', { ...small, offset: at(0, backTween(1, 0.6)) }],
    ['while it is enlarged by its effect', { ...small, offset: at(0.65, 0), effect: 'zoomInFast' }],
    [
      'during its transition',
      { ...small, offset: at(0.65, 0), transition: resolveTransitions({ in: 'zoom' }, 1) },
    ],
    ['if its corner reaches into the picture', { ...small, offset: at(0.58, 0.55), angle: -45 }],
    [
      'if its stroke reaches into the picture',
      { visual: rectangle(100, 100, { stroke: { width: 40 } }), offset: at(0.57, 0) },
    ],
    ['for a moment of its opacity', { opacity: tween(0, 1, [0.9, 1]) }],
    ['for a moment of its scale', { scale: tween(0, 1, [0.9, 1]) }],
    ['in the last frame', { ...small, offset: at(tween(-3, 0, [0.95, 0.96]), 0) }],
  ])('%s', (_, given) => {
    expect(warned(given)).toEqual([]);
  });

  function backTween(from: number, to: number): AnimatedNumber {
    return [{ from, to, start: toSeconds(0), end: toSeconds(1), curve: 'easeOutBack' }];
  }
});

it('counts the whole life of a clip, but leaves out clips that are not rendered', () => {
  const range = (from: number, to: number) => ({ ...timelineOf([]).range, from, to }) as never;
  const moving = visualClip({ ...small, from: 10, to: 60, offset: at(0, tween(2, 0, [1.5, 2])) });
  expect(unseenWarnings({ ...timelineOf([moving]), range: range(10, 20) })).toEqual([]);
  const away = visualClip({ ...small, from: 10, to: 60, offset: at(0, 2) });
  expect(unseenWarnings({ ...timelineOf([away]), range: range(50, 70) })).toHaveLength(1);
  expect(unseenWarnings({ ...timelineOf([away]), range: range(60, 70) })).toEqual([]);
});

describe('a clip of ten hours', () => {
  const LONG = 36_000 * 25;

  test.each<[string, ClipFields, number]>([
    ['gets a warning if it cannot reach the picture', { offset: at(0, tween(1.2, 2, [0, 36_000])) }, 1],
    ['gets none if it may reach the picture', { offset: at(tween(9, -9, [20_001, 20_002]), 0) }, 0],
    [
      'gets none if it turns',
      { offset: at(0, tween(3, 2, [0, 36_000])), angle: tween(0, 360, [0, 36_000]) },
      0,
    ],
    ['gets a warning if an effect moves it', { offset: at(0, 3), effect: 'zoomIn' }, 1],
  ])('%s', (_, given, count) => {
    expect(warned({ ...given, from: 0, to: LONG })).toHaveLength(count);
  });

  it('looks at no more frames than its budget allows', () => {
    const clip = visualClip({ ...small, to: 50, offset: at(0, tween(3, 2)), angle: tween(0, 90) });
    expect(warnIfUnseen(clip, timelineOf([]), new FrameBudget(50))).toHaveLength(1);
    expect(warnIfUnseen(clip, timelineOf([]), new FrameBudget(49))).toEqual([]);
  });
});

it('says the same of a clip with hundreds of thousands of tweens', () => {
  const tweens = Array.from({ length: 200_000 }, () => ({
    from: -5,
    to: -5,
    start: toSeconds(0),
    end: toSeconds(0),
    curve: 'linear' as const,
  }));
  expect(warned({ ...small, offset: at(tweens, 0) })).toHaveLength(1);
});
