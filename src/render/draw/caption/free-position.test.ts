import { expect, test } from 'vitest';
import { findFreePosition } from './free-position.ts';

const ROOM = { from: 10, to: 110 };
const at = (top: number, height: number) => ({ top, height });

test.each([
  ['the wanted one', at(50, 20), [], 50],
  ['moved up into the room', at(100, 20), [], 90],
  ['moved down into the room', at(-5, 20), [], 10],
  ['above what is there', at(90, 20), [at(90, 20)], 70],
  ['below what is there, where that is nearer', at(15, 20), [at(10, 20)], 30],
  ['above two', at(90, 20), [at(90, 20), at(70, 20)], 50],
  ['a gap that is large enough', at(90, 20), [at(90, 20), at(40, 20)], 70],
  ['beyond a gap that is too small', at(90, 20), [at(90, 20), at(60, 20)], 40],
  ['none where there is no room', at(90, 20), [at(10, 100)], undefined],
  ['none for what is higher than the room', at(90, 120), [], undefined],
])('a caption takes %s', (_, wanted, taken, top) => expect(findFreePosition(wanted, taken, ROOM)).toBe(top));
