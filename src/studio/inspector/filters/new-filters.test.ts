import { expect, it } from 'vitest';
import { parseEdit } from '../../../edit/index.ts';
import { ClipFilter } from '../../../edit/schema/filters.ts';
import { describeLook } from '../looks.ts';
import { createFilter, NAMED_CURVES } from './new-filters.ts';

const TYPES = ClipFilter.options.map(({ shape }) => shape.type.value);

it.each(TYPES)('a new filter is valid and has a picture: %s', (type) => {
  const filter = createFilter(type);
  const filters = [type === 'lut' ? { ...filter, src: 'https://example.com/a.cube' } : filter];
  const asset = { type: 'image', src: 'https://example.com/a.png' };
  const edit = {
    timeline: { tracks: [{ clips: [{ asset, start: 0, length: 1, filters }] }] },
    output: { format: 'mp4', resolution: 'hd' },
  };
  expect(parseEdit(edit)).toMatchObject({ ok: true });
  expect(Object.keys(describeLook('filters', type))).not.toEqual([]);
});

it('has curves from left to right', () => {
  for (const points of Object.values(NAMED_CURVES))
    expect(points.every(([x], index) => index === 0 || x > (points[index - 1]?.[0] ?? 0))).toBe(true);
});
