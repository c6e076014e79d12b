import { describe, expect, it } from 'vitest';
import { toSeconds, ZERO } from '../../base/time.ts';
import { type Clip, listClips } from '../../edit/model.ts';
import type { Media } from '../media/media.ts';
import { clip, editOf } from './edit.fixture.ts';
import { filterWarnings, resolveFilters } from './filters.ts';
import { filtersAt } from './resolved-filter.ts';

type Filters = NonNullable<Clip['filters']>;

const NONE = new Map<string, Media>();
const LUT: Media = { kind: 'lut', id: 'hash', text: 'LUT_3D_SIZE 2' };

const NEUTRAL: Filters = [
  { type: 'exposure', value: 0 },
  { type: 'contrast', value: 1 },
  { type: 'saturation', value: 1 },
  { type: 'vibrance', value: 0 },
  { type: 'temperature', value: 0 },
  { type: 'tint', value: [{ from: 0, to: 0, start: 1, length: 2 }] },
  { type: 'hue', value: 0 },
  {
    type: 'curves',
    rgb: [
      [0, 0],
      [0.4, 0.4],
      [1, 1],
    ],
  },
  { type: 'levels' },
  { type: 'shadows', value: 0 },
  { type: 'highlights', value: 0 },
  { type: 'lut', src: 'a.cube', amount: 0 },
  { type: 'vignette', amount: 0, size: [{ from: 0, to: 1, length: 1 }] },
  { type: 'blur', radius: 0 },
  { type: 'directionalBlur', length: 0 },
  { type: 'sharpen', amount: 0 },
  { type: 'grain', amount: 0 },
  { type: 'pixelate', size: 1 },
  { type: 'glow', amount: 0 },
  { type: 'chromaticAberration', value: 0 },
  { type: 'edges', value: 0 },
  { type: 'posterize', value: 256 },
  { type: 'invert', value: 0 },
  { type: 'invert', region: { width: 0 } },
];

describe('filters that change nothing', () => {
  it.each(NEUTRAL)('are left out, with a warning: %j', (filter) => {
    expect(resolveFilters([filter], new Map([['a.cube', LUT]]))).toEqual({});
    const [location] = listClips(editOf([[clip({ filters: [filter] })]]));
    expect(filterWarnings(location!)).toMatchObject([{ field: 'timeline.tracks[0].clips[0].filters[0]' }]);
  });

  it('are left out while they change nothing', () => {
    const exposure = { type: 'exposure', value: [{ from: 0, to: 1, start: 1, length: 1 }] } as const;
    const { filters } = resolveFilters([exposure as unknown as Filters[number]], NONE);
    expect(filtersAt(filters, ZERO)).toEqual([]);
    expect(filtersAt(filters, toSeconds(1.5))).toEqual([{ type: 'exposure', value: 0.5 }]);
    const turning = { type: 'hue', value: [{ from: 0, to: 360, start: 0, length: 2 }] } as Filters[number];
    expect(resolveFilters([turning], NONE).filters).toHaveLength(1);
  });
});

it('keeps numbers between the ends of their tweens', () => {
  const tween = { from: 1, to: 50, start: 0, length: 1, interpolation: 'bezier', easing: 'easeInBack' };
  const { filters } = resolveFilters([{ type: 'pixelate', size: [tween] } as Filters[number]], NONE);
  // The curve is below 1 here, where squares have no size.
  expect(filtersAt(filters, toSeconds(0.4))).toEqual([]);
});

it('keeps the order, the points of curves and the file of a lookup table', () => {
  const filters: Filters = [
    { type: 'lut', src: 'a.cube', amount: 0.5 },
    {
      type: 'curves',
      g: [
        [0, 0],
        [0.5, [{ from: 0.5, to: 0.7, start: 0, length: 1 }]],
        [1, 1],
      ],
    },
    { type: 'duotone', dark: '#000', light: '#fff' },
  ];
  const resolved = resolveFilters(filters, new Map([['a.cube', LUT]]));
  expect(filtersAt(resolved.filters, toSeconds(0.5))).toEqual([
    { type: 'lut', amount: 0.5, lut: LUT },
    {
      type: 'curves',
      g: [
        [0, 0],
        [0.5, 0.6],
        [1, 1],
      ],
    },
    { type: 'duotone', dark: '#000', light: '#fff' },
  ]);
});

describe('the region of a filter', () => {
  it.each([
    [{ x: 1, width: 0.2 }, 1],
    [{ y: -0.5, height: 0.5 }, 1],
    [{ x: 0.9, width: 0.2 }, 0],
    [{ x: [{ from: -1, to: 2, start: 0, length: 1 }], width: 0.2 }, 0],
  ])('is warned of outside of the picture: %j', (region, count) => {
    const [location] = listClips(editOf([[clip({ filters: [{ type: 'invert', region }] })]]));
    expect(filterWarnings(location!).map(({ field }) => field)).toEqual(
      Array.from({ length: count }, () => 'timeline.tracks[0].clips[0].filters[0].region'),
    );
  });

  it('has the numbers of the moment', () => {
    const region = { x: [{ from: 0, to: 1, start: 0, length: 2 }], feather: 4, shape: 'ellipse' as const };
    const { filters } = resolveFilters([{ type: 'invert', region }], NONE);
    expect(filtersAt(filters, toSeconds(1))).toEqual([
      { type: 'invert', region: { x: 0.5, feather: 4, shape: 'ellipse' } },
    ]);
  });
});
