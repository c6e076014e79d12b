import { expect, it } from 'vitest';
import type { TextAsset } from '../../../edit/index.ts';
import { BUILT_IN_FONTS } from '../../fonts/font-library.ts';
import { checkTextOverflow } from './check-text-overflow.ts';

// Two lines of 32 pixels.
const TEXT: TextAsset = { type: 'text', text: 'one\ntwo', width: 200, height: 60 };

it.each<[string, Partial<TextAsset>, number]>([
  ['gives a warning', {}, 1],
  ['fits a taller box', { height: 64 }, 0],
  ['fits at a smaller font size', { font: { size: 30 } }, 0],
  ['fits with an ellipsis', { ellipsis: '…' }, 0],
])('a text that is taller than its box %s', (_, given, count) => {
  expect(
    checkTextOverflow({ ...TEXT, ...given }, { width: 640, height: 360 }, BUILT_IN_FONTS, 'asset'),
  ).toHaveLength(count);
});

it('is reported with its box and a solution', () => {
  expect(checkTextOverflow(TEXT, { width: 640, height: 360 }, BUILT_IN_FONTS, 'asset')).toEqual([
    {
      field: 'asset.text',
      text: 'asset.text: the lines are taller than their box of 200x60 pixels and are cut off at its edges; set a smaller font.size, a larger height or an ellipsis.',
    },
  ]);
});
