import { describe, expect, it, test } from 'vitest';
import { type FrameIndex, toSeconds } from '../../base/time.ts';
import type { ResolvedTween } from '../resolve/animated-number.ts';
import type { Matte, VisualClip, TransitionStep } from '../resolve/timeline.ts';
import { mapPoint } from './matrix.ts';
import { sceneAt } from './scene.ts';
import { visualClip, stillVisual, timelineOf } from './visual-clip.fixture.ts';

function opacities(clip: VisualClip, frames: readonly number[], framesPerSecond = 25): number[] {
  const timeline = timelineOf([clip], framesPerSecond);
  return frames.map((frame) => sceneAt(timeline, frame)[0]?.opacity ?? 0);
}

function fade(seconds: number): TransitionStep {
  return { kind: 'fade', directions: [], seconds };
}

function rounded(numbers: readonly number[]): number[] {
  return numbers.map((number) => Math.round(number * 10_000) / 10_000);
}

test('a clip is visible from its first frame to the frame before its end', () => {
  const timeline = timelineOf([visualClip({ from: 10, to: 12 })]);
  expect([9, 10, 11, 12].map((frame) => sceneAt(timeline, frame).length)).toEqual([0, 1, 1, 0]);
});

test('overlapping clips keep the order of the timeline, the lowest first', () => {
  const clips = [
    visualClip({ field: 'low' }),
    visualClip({ field: 'middle', from: 5 }),
    visualClip({ field: 'top', to: 10 }),
  ];
  const at = (frame: number): string[] => sceneAt(timelineOf(clips), frame).map(({ clip }) => clip.field);
  expect([at(0), at(5), at(10)]).toEqual([
    ['low', 'top'],
    ['low', 'middle', 'top'],
    ['low', 'middle'],
  ]);
});

test('the time of a layer counts exactly from the start of its clip', () => {
  const timeline = timelineOf([visualClip({ from: 10, to: 100 })], 29.97);
  expect(sceneAt(timeline, 10)[0]?.time.toFraction()).toBe('0');
  expect(sceneAt(timeline, 13)[0]?.time.toFraction()).toBe('1001/10000');
});

test('a layer has the placement of its clip', () => {
  const [layer] = sceneAt(timelineOf([visualClip({ position: 'topLeft', scale: 0.5 })]), 0);
  expect(layer?.placement.visible).toEqual({ x: 0, y: 0, width: 400, height: 300 });
});

describe('mattes', () => {
  const matte = (from: number, to: number): Matte => ({
    // Whole frame numbers, as the resolver produces them.
    from: from as FrameIndex,
    to: to as FrameIndex,
    field: 'matte',
    visual: { kind: 'still', media: { kind: 'still', path: '/matte', width: 10, height: 10 } },
    isInverted: false,
  });

  test('apply in their frames, with the time since their start', () => {
    const timeline = timelineOf([visualClip({ mattes: [matte(5, 10), matte(9, 25)] })]);
    const times = [4, 5, 9, 10].map((frame) =>
      sceneAt(timeline, frame).flatMap(({ mattes }) => mattes.map(({ time }) => time.valueOf())),
    );
    expect(times).toEqual([[], [0], [0.16, 0], [0.04]]);
  });

  it.each<[string, Parameters<typeof visualClip>[0], number[]]>([
    ['the output if the picture is cut at it', {}, [0, 0, 800, 600]],
    [
      'the whole picture, even if it is cropped',
      { fit: 'contain', crop: { top: 0, bottom: 0, left: 0.5, right: 0 } },
      [100, 0, 600, 600],
    ],
    ['the box', { fit: 'none', box: { width: 100, height: 80 } }, [350, 260, 100, 80]],
    ['a picture that is scaled and moved', { scale: 0.5, offset: { x: 0.25, y: 0 } }, [400, 150, 400, 300]],
    [
      'the box of a drawing',
      { visual: { kind: 'drawn', length: 1, asset: { type: 'text', text: 'a', width: 200, height: 100 } } },
      [300, 250, 200, 100],
    ],
    ['the viewport behind which the picture moves', { effect: 'slideLeft' }, [0, 0, 800, 600]],
  ])('cover %s', (_, given, rect) => {
    const [layer] = sceneAt(timelineOf([visualClip(given)]), 0);
    expect(Object.values(layer?.uncropped ?? {})).toEqual(rect);
  });
});

describe('opacity', () => {
  it.each<[number, number]>([
    [1, 1],
    [0.3, 0.3],
    [7, 1],
  ])('%s is drawn as %s', (opacity, shown) => {
    expect(opacities(visualClip({ opacity }), [0, 24])).toEqual([shown, shown]);
  });

  it.each([0, -1])('%s leaves no layer', (opacity) => {
    expect(sceneAt(timelineOf([visualClip({ opacity })]), 0)).toEqual([]);
  });
});

// The curve cubic-bezier(0.42, 0, 0.58, 1) is 0.0197 at 0.1, 0.1292 at 0.25, 0.5 at 0.5, and symmetric about
// its middle.
describe('fades (contract 2.9)', () => {
  test('in: starts at 0, is slow at both ends, and ends at full opacity', () => {
    const clip = visualClip({ from: 100, to: 150, transition: { in: fade(0.8) } });
    const found = rounded(opacities(clip, [100, 102, 105, 110, 115, 118, 120, 149]));
    expect(found).toEqual([0, 0.0197, 0.1292, 0.5, 0.8708, 0.9803, 1, 1]);
  });

  test('out: begins its own length before the end of the clip and ends with it', () => {
    const clip = visualClip({ from: 100, to: 150, transition: { out: fade(0.8) } });
    const found = rounded(opacities(clip, [100, 130, 132, 135, 140, 145, 148]));
    expect(found).toEqual([1, 1, 0.9803, 0.8708, 0.5, 0.1292, 0.0197]);
  });

  test('a fade at one end does not affect the other end of the clip', () => {
    expect(opacities(visualClip({ transition: { in: fade(1) } }), [24])[0]).toBeGreaterThan(0.99);
    expect(opacities(visualClip({ transition: { in: fade(0.2) } }), [24])).toEqual([1]);
    expect(opacities(visualClip({ transition: { out: fade(0.2) } }), [0])).toEqual([1]);
  });

  test('in and out meet in the middle of a short clip', () => {
    const clip = visualClip({ to: 20, transition: { in: fade(0.4), out: fade(0.4) } });
    expect(rounded(opacities(clip, [0, 5, 10, 15]))).toEqual([0, 0.5, 1, 0.5]);
  });

  test('multiply the opacity of the clip', () => {
    const clip = visualClip({ opacity: 0.5, to: 40, transition: { in: fade(0.8), out: fade(0.8) } });
    expect(rounded(opacities(clip, [10, 20, 30]))).toEqual([0.25, 0.5, 0.25]);
  });

  test('use the exact frame rate', () => {
    // Frame 15 of 30 frames in 1001/1000 s is at 0.5005 s: the middle of the fade.
    const clip = visualClip({ to: 60, transition: { in: fade(1.001) } });
    expect(rounded(opacities(clip, [15, 29, 30], 29.97))).toEqual([0.5, 0.9979, 1]);
  });

  test('the first frame of a fade in is not drawn at all', () => {
    expect(sceneAt(timelineOf([visualClip({ transition: { in: fade(1) } })]), 0)).toEqual([]);
  });
});

describe('a layer is moved by', () => {
  /** Maps the top left and the bottom right corner of the visible rectangle, rounded to tenths of a pixel. */
  function corners(clip: VisualClip, frame: number): number[] {
    const [layer] = sceneAt(timelineOf([clip]), frame);
    if (!layer) return [];
    const { x, y, width, height } = layer.placement.visible;
    const [from, to] = [mapPoint(layer.matrix, x, y), mapPoint(layer.matrix, x + width, y + height)];
    return [from.x, from.y, to.x, to.y].map((number) => Math.round(number * 10) / 10 + 0);
  }
  const line = (from: number, to: number): ResolvedTween[] => [
    { from, to, start: toSeconds(0), end: toSeconds(1), curve: 'linear' },
  ];
  const slide: TransitionStep = { kind: 'carousel', directions: ['Left'], seconds: 0.8 };

  it.each<[string, Partial<VisualClip>, number, number[]]>([
    ['nothing', {}, 5, [0, 0, 800, 600]],
    ['tweens of the scale', { scale: line(0.5, 1) }, 5, [160, 120, 640, 480]],
    [
      'a scale that is anchored in every frame',
      { scale: line(0.5, 1), position: 'topLeft' },
      5,
      [0, 0, 480, 360],
    ],
    [
      'tweens of the offset, with y up',
      { offset: { x: line(0, 1), y: line(0, 0.5) } },
      5,
      [160, -60, 960, 540],
    ],
    ['tweens of the angle', { angle: line(0, 450) }, 5, [700, -100, 100, 700]],
    // After a fifth of the second, the scale about the middle is 1.06.
    ['an effect', { effect: 'zoomIn' }, 5, [-24, -18, 824, 618]],
    [
      'an effect about the middle of a small clip',
      { effect: 'zoomIn', scale: 0.5, position: 'topLeft' },
      5,
      [-12, -9, 412, 309],
    ],
    // The picture is not cut, so the whole clip moves: scaled by 1.24, from 96 to -96, now at 57.6.
    ['a slide', { effect: 'slideLeft', fit: 'cover' }, 5, [-38.4, -72, 953.6, 672]],
    ['a slide of a cut picture (its edges stay)', { effect: 'slideLeft' }, 5, [0, 0, 800, 600]],
    ['a transition', { transition: { in: slide } }, 5, [600, 0, 1400, 600]],
    [
      'an offset and a transition',
      { offset: { x: -0.5, y: 0 }, transition: { in: slide } },
      5,
      [200, 0, 1000, 600],
    ],
    ['an effect and a transition', { effect: 'zoomIn', transition: { in: slide } }, 5, [576, -18, 1424, 618]],
    ['mirroring', { flip: { horizontal: true, vertical: false } }, 5, [800, 0, 0, 600]],
    // The picture moves behind its box, so the visible rectangle stays.
    ['an effect in a box', { effect: 'zoomIn', box: { width: 200, height: 100 } }, 5, [300, 250, 500, 350]],
  ])('%s', (_, given, frame, expected) => {
    expect(corners(visualClip(given), frame)).toEqual(expected);
  });

  test('an effect moves the picture behind the edges of its box', () => {
    const at = (effect: NonNullable<VisualClip['effect']>) =>
      sceneAt(timelineOf([visualClip({ effect, box: { width: 200, height: 100 } })]), 0)[0]?.placement.whole;
    expect(at('zoomOut')).toEqual({ x: 270, y: 170, width: 260, height: 260 });
    // The square of 200 overflows the height of 100 by 50 on each side.
    expect(at('slideDown')).toEqual({ x: 300, y: 150, width: 200, height: 200 });
  });

  test('a slide moves a cut picture behind its edges, enlarged if it overflows too little', () => {
    const [layer] = sceneAt(timelineOf([visualClip({ effect: 'slideUpFast' })]), 0);
    // The square of 800 overflows, but 1.4 times 600 is 840: scaled by 1.05, and 120 lower.
    expect(layer?.placement).toEqual({
      whole: { x: -20, y: 0, width: 840, height: 840 },
      visible: { x: 0, y: 0, width: 800, height: 600 },
    });
  });

  test('a wide picture slides from one end to the other behind the edges of the output', () => {
    const clip = visualClip({ effect: 'slideLeft', visual: stillVisual(1600, 300), scale: 0.5 });
    const [layer] = sceneAt(timelineOf([clip]), 0);
    // The picture fills the output at 3200x600. At scale 0.5 it is 1600x300, and half of the output is
    // visible.
    expect(layer?.placement).toEqual({
      whole: { x: 200, y: 150, width: 1600, height: 300 },
      visible: { x: 200, y: 150, width: 400, height: 300 },
    });
  });

  test('opacities multiply and are clamped to 0 to 1', () => {
    const clip = visualClip({ opacity: line(0, 2), transition: { in: fade(0.8) } });
    expect(rounded(opacities(clip, [5, 10, 15]))).toEqual([0.0517, 0.4, 0.8708]);
  });

  test('a wipe and a reveal reach the layer', () => {
    const wipe: TransitionStep = { kind: 'wipe', directions: ['Left'], seconds: 0.4 };
    const reveal: TransitionStep = { kind: 'reveal', directions: [], seconds: 0.4 };
    const at = (frame: number) =>
      sceneAt(timelineOf([visualClip({ transition: { in: wipe, out: reveal } })]), frame)[0];
    expect(rounded([at(5)?.wipe?.left ?? 0, at(5)?.wipe?.right ?? 0])).toEqual([-0.0882, 1.0882]);
    expect([at(5)?.columns, at(10)?.wipe]).toEqual([{ from: 0, to: 1 }, undefined]);
    expect(rounded([at(20)?.columns.from ?? 1, at(20)?.columns.to ?? 0])).toEqual([0, 0.1976]);
  });

  test('a mirrored layer is wiped and revealed from the same side', () => {
    const wipe: TransitionStep = { kind: 'wipe', directions: ['Left'], seconds: 0.4 };
    const reveal: TransitionStep = { kind: 'reveal', directions: [], seconds: 0.4 };
    const clip = visualClip({
      flip: { horizontal: true, vertical: false },
      transition: { in: wipe, out: reveal },
    });
    const at = (frame: number) => sceneAt(timelineOf([clip]), frame)[0];
    expect(rounded([at(5)?.wipe?.left ?? 0, at(5)?.wipe?.right ?? 0])).toEqual([1.0882, -0.0882]);
    expect(rounded([at(20)?.columns.from ?? 1, at(20)?.columns.to ?? 0])).toEqual([0.8024, 1]);
  });

  it.each<[string, Partial<VisualClip>]>([
    ['has no size', { scale: 0 }],
    ['has a negative scale', { scale: line(-1, -2) }],
    ['is cropped away', { crop: { left: 0.5, right: 0.5, top: 0, bottom: 0 } }],
    ['is not revealed yet', { transition: { in: { kind: 'reveal', directions: [], seconds: 1 } } }],
  ])('there is no layer for a clip that %s', (_, given) => {
    expect(sceneAt(timelineOf([visualClip(given)]), 0)).toEqual([]);
  });
});

test('a part of an effect continues where the part before it ends', () => {
  const whole = timelineOf([visualClip({ effect: 'slideLeft' })]);
  const part = (from: number, to: number) =>
    timelineOf([
      visualClip({
        from: from * 25,
        to: to * 25,
        effect: 'slideLeft',
        effectPart: { from, to },
      }),
    ]);
  const parts = [part(0, 0.4), part(0.4, 1)];
  for (let frame = 0; frame < 25; frame++) {
    const [shown, expected] = [parts[frame < 10 ? 0 : 1]!, whole].map(
      (timeline) => sceneAt(timeline, frame)[0],
    );
    expect(shown?.placement.whole.x).toBeCloseTo(expected?.placement.whole.x ?? NaN, 9);
  }
});
