import { expect, it } from 'vitest';
import { describeMissing } from './capture-page.ts';

it('says what a drawing or a page cannot show', () => {
  expect(describeMissing({ unreadable: 2, missing: ['a', 'b'], noun: 'drawing' })).toEqual([
    '2 of the pictures of the drawing cannot be read; blank space is shown instead.',
    'no font has a glyph for "a", "b"; a box is drawn instead.',
  ]);
  expect(describeMissing({ unreadable: 0, missing: [], noun: 'page' })).toEqual([]);
});
