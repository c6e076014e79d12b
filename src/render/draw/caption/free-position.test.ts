import { expect, test } from 'vitest';
import { findFreePosition } from './free-position.ts';

const ROOM = { from: 10, to: 110 };
const at = (top: number, height: number) => ({ top, height });

test.each([
  ['the preferred position', at(50, 20), [], 50],
  ['a position moved up into the bounds', at(100, 20), [], 90],
  ['a position moved down into the bounds', at(-5, 20), [], 10],
  ['a position above an occupied extent', at(90, 20), [at(90, 20)], 70],
  ['a position below an occupied extent if that is nearer', at(15, 20), [at(10, 20)], 30],
  ['a position above two occupied extents', at(90, 20), [at(90, 20), at(70, 20)], 50],
  ['a gap that is large enough', at(90, 20), [at(90, 20), at(40, 20)], 70],
  ['a position beyond a gap that is too small', at(90, 20), [at(90, 20), at(60, 20)], 40],
  ['no position if there is no room', at(90, 20), [at(10, 100)], undefined],
  ['no position if it is taller than the bounds', at(90, 120), [], undefined],
])('a caption gets %s', (_, wanted, taken, top) => expect(findFreePosition(wanted, taken, ROOM)).toBe(top));
