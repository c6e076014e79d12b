import { describe, expect, it } from 'vitest';
import { toRate, toSeconds, ZERO } from '../../../base/time.ts';
import type { Planes } from '../../av/video/video-frame.ts';
import type { Rgb } from '../../grade/colour.ts';
import type { ColourValues } from '../../grade/filter-values.ts';
import { createGrade } from '../../grade/grade.ts';
import { sceneAt } from '../../scene/scene.ts';
import { timelineOf, visualClip } from '../../scene/visual-clip.fixture.ts';
import { rgbToYuv } from '../planes/bt709.ts';
import { createFlatPlanes } from '../planes/planes.fixture.ts';
import { Grader } from './grader.ts';

const [LAYER] = sceneAt({ ...timelineOf([visualClip()]), width: 320, height: 180 }, 0);
const PLACE = { x: 0, y: 0, layer: LAYER! };

const GRADE: readonly ColourValues[] = [
  { type: 'exposure', value: 0.4 },
  {
    type: 'curves',
    rgb: [
      [0, 0],
      [0.25, 0.2],
      [0.75, 0.8],
      [1, 1],
    ],
  },
  { type: 'saturation', value: 1.2 },
  { type: 'temperature', value: 0.3 },
];
const EACH: readonly ColourValues[] = [
  ...GRADE,
  { type: 'contrast', value: 1.4 },
  { type: 'vibrance', value: 0.7 },
  { type: 'tint', value: -0.5 },
  { type: 'hue', value: 70 },
  { type: 'levels', black: 0.1, white: 0.9, gamma: 1.3 },
  { type: 'shadows', value: 0.8 },
  { type: 'highlights', value: -0.8 },
  { type: 'duotone', dark: '#102040', light: '#ffeecc' },
  { type: 'posterize', value: 5 },
  { type: 'invert' },
];

/** Flat blocks of 2x2 pixels with 512 colours, each in BT.709 or in full colour. */
function palette(fullColour: boolean): { readonly planes: Planes; readonly colours: readonly Rgb[] } {
  const colours = Array.from(
    { length: 512 },
    (_, at): Rgb => [at >> 6, (at >> 3) & 7, at & 7].map((level) => level / 7) as Rgb,
  );
  const planes = createFlatPlanes(64, 32, [0, 0, 0]);
  const made = fullColour
    ? {
        ...planes,
        u: { data: new Uint8Array(64 * 32), stride: 64 },
        v: { data: new Uint8Array(64 * 32), stride: 64 },
        fullColour,
      }
    : planes;
  colours.forEach((colour, at) => writeBlock(made, at, colour));
  return { planes: made, colours };
}

function writeBlock({ y, u, v, fullColour }: Planes, at: number, colour: Rgb): void {
  const [red, green, blue] = colour.map((value) => 255 * value) as Rgb;
  const [luma, cb, cr] = fullColour ? [green, blue, red] : rgbToYuv(red, green, blue);
  for (const pixel of pixelsOf(at)) {
    y.data[pixel] = Math.round(luma);
    if (fullColour) {
      u.data[pixel] = Math.round(cb);
      v.data[pixel] = Math.round(cr);
    }
  }
  if (fullColour) return;
  u.data[at] = Math.round(cb);
  v.data[at] = Math.round(cr);
}

function pixelsOf(at: number): readonly number[] {
  const first = 2 * Math.floor(at / 32) * 64 + 2 * (at % 32);
  return [first, first + 1, first + 64, first + 65];
}

/** Returns the mean difference of all samples from the exact result. */
function meanErrorOf(filters: readonly ColourValues[], fullColour: boolean): number {
  const { planes } = palette(fullColour);
  const before = Array.from({ length: 512 }, (_, at) => readBlock(planes, at));
  // Values at one moment are also valid resolved filters: nothing is animated.
  new Grader(filters, toRate(25), 1).at(ZERO)!.apply(planes, planes, PLACE);
  const grade = createGrade(filters);
  const errors = before.flatMap((colour, at) => {
    grade(colour);
    const [red, green, blue] = colour.map((value) => 255 * value) as Rgb;
    const expected = fullColour ? [green, blue, red] : rgbToYuv(red, green, blue);
    return samplesOf(planes, at).map((sample, index) => Math.abs(sample - expected[index]!));
  });
  return errors.reduce((sum, error) => sum + error, 0) / errors.length;
}

function samplesOf({ y, u, v, fullColour }: Planes, at: number): Rgb {
  const [pixel] = pixelsOf(at) as [number];
  const chroma = fullColour ? pixel : at;
  return [y.data[pixel]!, u.data[chroma]!, v.data[chroma]!];
}

function readBlock(planes: Planes, at: number): Rgb {
  const [y, u, v] = samplesOf(planes, at);
  if (planes.fullColour) return [v / 255, y / 255, u / 255];
  const luma = (y - 16) / 219;
  const [cb, cr] = [(u - 128) / 224, (v - 128) / 224];
  const colour = [luma + 1.5748 * cr, luma - 0.187324 * cb - 0.468124 * cr, luma + 1.8556 * cb];
  return colour.map((value) => Math.min(1, Math.max(0, value))) as Rgb;
}

describe('graded planes', () => {
  it.each(EACH.map((values) => [values.type, values] as const))(
    'are those of the formula: %s',
    (_, values) => {
      expect(meanErrorOf([values], true)).toBeLessThanOrEqual(0.3);
    },
  );

  it.each<readonly ColourValues[]>([
    GRADE,
    [{ type: 'hue', value: 70 }],
    [{ type: 'levels', black: 0.1, white: 0.9, gamma: 1.3 }],
    [{ type: 'duotone', dark: '#102040', light: '#ffeecc' }],
    [{ type: 'posterize', value: 5 }],
  ])('of a video are near the formula: %j', (...filters) => {
    expect(meanErrorOf(filters, false)).toBeLessThanOrEqual(0.5);
  });

  it('have no bands: a ramp keeps all levels that it can', () => {
    const planes = createFlatPlanes(256, 2, [0, 128, 128]);
    for (let at = 0; at < 512; at++) planes.y.data[at] = at % 256;
    const down = { type: 'contrast', value: 0.25 } as const;
    const up = { type: 'contrast', value: 4 } as const;
    new Grader([down, up], toRate(25), 1).at(ZERO)!.apply(planes, planes, PLACE);
    expect([...planes.y.data.subarray(16, 236)]).toEqual(Array.from({ length: 220 }, (_, at) => at + 16));
    expect(new Set(planes.u.data)).toEqual(new Set([128]));
  });
});

describe('a vignette', () => {
  const { width, height } = { width: 320, height: 180 };
  const values = { type: 'vignette', amount: 0.8, size: 0.3, softness: 0.5 } as const;

  /** The factor at a pixel, by the formula. */
  function factorAt(x: number, y: number): number {
    const { visible } = LAYER!.placement;
    const across = ((x + 0.5 - visible.x) / visible.width) * 2 - 1;
    const down = ((y + 0.5 - visible.y) / visible.height) * 2 - 1;
    const part = Math.min(1, Math.max(0, (Math.hypot(across, down) / Math.SQRT2 - 0.3) / 0.5));
    return 1 - 0.8 * part ** 2 * (3 - 2 * part);
  }

  it.each([
    ['alone', [values]],
    ['after posterize', [{ type: 'posterize', value: 255.6 } as const, values]],
    ['before another filter', [values, { type: 'invert' } as const]],
  ])('is near the formula: %s', (name, filters) => {
    const planes = createFlatPlanes(width, height, [180, 150, 100]);
    new Grader(filters, toRate(25), 1).at(ZERO)!.apply(planes, planes, PLACE);
    let error = 0;
    for (const [x, y] of [
      [0, 0],
      [20, 160],
      [160, 90],
      [250, 40],
      [319, 179],
    ] as const) {
      const luma = 164 * factorAt(x, y);
      const expected = name.startsWith('before') ? 219 - luma : luma;
      error = Math.max(error, Math.abs(planes.y.data[y * width + x]! - 16 - expected));
    }
    expect(error).toBeLessThanOrEqual(1);
  });

  it('darkens all channels in full colour', () => {
    const plane = () => ({ data: new Uint8Array(width * height).fill(200), stride: width });
    const planes = { width, height, y: plane(), u: plane(), v: plane(), fullColour: true };
    new Grader([values], toRate(25), 1).at(ZERO)!.apply(planes, planes, PLACE);
    for (const { data } of [planes.y, planes.u, planes.v]) {
      for (const [x, y] of [
        [160, 90],
        [0, 0],
      ] as const)
        expect(data[y * width + x]).toBe(Math.round(200 * factorAt(x, y)));
    }
  });
});

describe('a grader', () => {
  const tween = { from: 0, to: 1, start: toSeconds(1), end: toSeconds(2), curve: 'linear' } as const;

  it('follows tweens, and changes nothing while they are neutral', () => {
    const grader = new Grader([{ type: 'exposure', value: [tween] }], toRate(25), 1);
    expect(grader.at(ZERO)).toBeUndefined();
    expect(grader.at(toSeconds(1.5))).toBeDefined();
    const planes = createFlatPlanes(2, 2, [80, 128, 128]);
    grader.at(toSeconds(2))!.apply(planes, planes, PLACE);
    const grey: Rgb = [64 / 219, 64 / 219, 64 / 219];
    createGrade([{ type: 'exposure', value: 1 }])(grey);
    expect(planes.y.data[0]).toBe(Math.round(16 + 219 * grey[0]));
  });

  it('returns the same filter as long as it does the same', () => {
    const grader = new Grader([{ type: 'exposure', value: [tween] }], toRate(25), 1);
    expect(grader.at(toSeconds(3))).toBe(grader.at(toSeconds(2)));
    expect(grader.at(toSeconds(3))).not.toBe(grader.at(toSeconds(1.5)));
  });
});
