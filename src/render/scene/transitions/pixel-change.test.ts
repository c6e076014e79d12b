import { expect, it } from 'vitest';
import { glitchLineAt, glitchSplit, listGlitchBlocks } from './glitch.ts';
import { pageCurlAt } from './page-turn.ts';
import type { PixelChange } from './pixel-change.ts';
import { transitionAt } from './transition.ts';
import { sceneAt } from '../scene.ts';
import { transitionLightAt } from './transition-light.ts';
import { timelineOf, visualClip } from '../visual-clip.fixture.ts';

function change(kind: PixelChange['kind'], along: number, more: Partial<PixelChange> = {}): PixelChange {
  const way = kind === 'glitch' ? 'horizontal' : 'right';
  return { kind, way, along, time: along, amount: 0.5, seed: 0, role: 'comes', ...more };
}

const PLACES = [0.03, 0.2, 0.4, 0.6, 0.8, 0.97];
const lines = (given: PixelChange) => PLACES.map((place) => glitchLineAt(given, place));
const lights = (given: PixelChange) =>
  PLACES.flatMap((x) => PLACES.map((y) => transitionLightAt(given, x, y, 16 / 9)));

it('a transition says how its clip changes', () => {
  const step = { kind: 'glitch', way: 'vertical', directions: [], seconds: 0.5, easing: 'linear' } as const;
  const expected = { kind: 'glitch', way: 'vertical', along: 0.5, time: 0.25, amount: 0.5, seed: 0 };
  expect(transitionAt('in', step, 0.5).change).toEqual({ ...expected, role: 'comes' });
  expect(transitionAt('out', step, 0.5).change).toEqual({ ...expected, role: 'goes' });
  const covered = { ...step, isCovered: true, amount: 1, seed: 7 } as const;
  expect(transitionAt('out', covered, 0.5).change).toEqual({
    ...expected,
    amount: 1,
    seed: 7,
    role: 'yields',
  });
});

it.each([0, 1])('a glitch changes nothing at %d', (along) => {
  expect(lines(change('glitch', along))).toEqual(PLACES.map(() => ({ shift: 0, isSeen: along === 1 })));
  expect(Math.abs(glitchSplit(change('glitch', along)))).toBeLessThan(1e-6);
  expect(listGlitchBlocks(change('glitch', along))).toEqual([]);
});

it('a glitch is the same for the same seed and moment, and another one for others', () => {
  const middle = change('glitch', 0.5);
  expect(lines(middle)).toEqual(lines({ ...middle }));
  expect(lines({ ...middle, seed: 1 })).not.toEqual(lines(middle));
  expect(lines({ ...middle, time: 0.7 })).not.toEqual(lines(middle));
  expect(Math.max(...lines(middle).map(({ shift }) => Math.abs(shift)))).toBeLessThan(0.4);
  const seen = (role: PixelChange['role']) => lines({ ...middle, role }).map(({ isSeen }) => isSeen);
  expect(seen('goes')).toEqual(seen('comes').map((isSeen) => !isSeen));
  expect(seen('yields')).toEqual(PLACES.map(() => true));
});

it.each(['lightLeak', 'filmBurn'] as const)('a %s begins and ends without light', (kind) => {
  for (const along of [0, 1]) {
    const found = lights(change(kind, along));
    expect(Math.max(...found.map(({ red }) => red))).toBeLessThan(0.01);
    expect(found.every(({ seen }) => seen === along)).toBe(true);
  }
});

it.each(['glitch', 'lightLeak', 'filmBurn'] as const)(
  'a clip yields to the next one in a %s only where that is whole, and is gone at the end',
  (kind) => {
    const seenAt = (along: number, role: PixelChange['role']) =>
      kind === 'glitch'
        ? lines(change(kind, along, { role })).map(({ isSeen }) => Number(isSeen))
        : lights(change(kind, along, { role })).map(({ seen }) => seen);
    for (let along = 0; along < 1; along += 0.05) {
      const comes = seenAt(along, 'comes');
      for (const [index, seen] of seenAt(along, 'yields').entries())
        if (seen < 1) expect(comes[index]).toBe(1);
    }
    expect(Math.max(...seenAt(1, 'yields'))).toBe(0);
  },
);

it.each(['lightLeak', 'filmBurn'] as const)(
  'a %s hides where one clip takes the place of the other',
  (kind) => {
    for (const along of [0.3, 0.4, 0.5, 0.6, 0.7])
      for (const { seen, red } of lights(change(kind, along)))
        if (seen > 0.3 && seen < 0.7) expect(red).toBeGreaterThan(0.3);
  },
);

it('light is white where it is strong, and red at its edge', () => {
  const found = lights(change('lightLeak', 0.4)).filter(({ red }) => red > 0.02);
  for (const { red, green, blue } of found) expect(red >= green && green >= blue).toBe(true);
  const [strongest] = found.toSorted((one, other) => other.red - one.red);
  expect(strongest?.blue).toBeGreaterThan(0.3);
});

it('light moves in its direction', () => {
  const middleOf = (way: PixelChange['way'], along: number) => {
    const given = change('lightLeak', along, { way });
    const found = PLACES.map((x) => ({ x, red: transitionLightAt(given, x, 0.5, 1).red }));
    return found.reduce((sum, { x, red }) => sum + x * red, 0) / found.reduce((sum, { red }) => sum + red, 0);
  };
  expect(middleOf('right', 0.3)).toBeLessThan(middleOf('right', 0.7));
  expect(middleOf('left', 0.3)).toBeGreaterThan(middleOf('left', 0.7));
});

it.each(['left', 'right', 'up', 'down'] as const)(
  'a page that turns %s lies at first, and is gone at last',
  (way) => {
    const size = { width: 160, height: 90 };
    const liftedAt = (along: number) => {
      const { across, down, fold, radius } = pageCurlAt(change('pageTurn', along, { way }), size);
      const corners = [0, 160].flatMap((x) => [0, 90].map((y) => across * x + down * y - fold));
      return { most: Math.max(...corners), least: Math.min(...corners), radius };
    };
    expect(liftedAt(0).most).toBeCloseTo(0);
    expect(liftedAt(1).least).toBeGreaterThan(2 * liftedAt(1).radius);
    const { across, down } = pageCurlAt(change('pageTurn', 0.5, { way }), size);
    const main = { left: across, right: -across, up: down, down: -down }[way];
    expect(main).toBeGreaterThan(0.9);
  },
);

it('the page of the earlier clip is on top of the later one', () => {
  const step = { kind: 'pageTurn', way: 'left', directions: [], seconds: 1, easing: 'linear' } as const;
  const clips = [
    visualClip({ field: 'one', from: 0, to: 50, transition: { out: step } }),
    visualClip({ field: 'two', from: 25, to: 75, transition: { in: { ...step, isCovered: true } } }),
  ];
  const fieldsAt = (frame: number) => sceneAt(timelineOf(clips), frame).map(({ clip }) => clip.field);
  expect([fieldsAt(24), fieldsAt(25), fieldsAt(40), fieldsAt(50)]).toEqual([
    ['one'],
    ['two', 'one'],
    ['two', 'one'],
    ['two'],
  ]);
});
