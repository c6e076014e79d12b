import { expect, test } from 'vitest';
import type { ClipLocation } from '../clips/clip-location.ts';
import { checkDrawings } from './check-drawings.ts';

function clip(src: string, index: number): ClipLocation {
  return { clip: { asset: { type: 'svg', src }, start: 0, length: 1 }, track: 0, index };
}

test('an SVG that is too much to draw is a problem of its markup', () => {
  const fine = '<svg><rect width="9" height="9"/></svg>';
  const hostile = '<svg><filter id="f"><feTurbulence numOctaves="100000000"/></filter></svg>';
  expect(checkDrawings([clip(fine, 0), clip(hostile, 1), clip(hostile, 2)])).toMatchObject([
    {
      field: 'timeline.tracks[0].clips[1].asset.src',
      code: 'out_of_range',
      message: 'timeline.tracks[0].clips[1].asset.src has more than 500 filter steps; use fewer filters.',
    },
    { field: 'timeline.tracks[0].clips[2].asset.src' },
  ]);
});
