import { expect, it } from 'vitest';
import { hasLongDelay } from './mp4-boxes.ts';

/** Returns the header of a track. @param rate ticks per second. */
function header(rate: number): Buffer {
  const box = Buffer.alloc(28);
  box.write('mdhd');
  box.writeUInt32BE(rate, 16);
  return box;
}

/** Returns a table with one delay in ticks. */
function delays(ticks: number): Buffer {
  const box = Buffer.alloc(20);
  box.write('ctts');
  box.writeUInt32BE(1, 8);
  box.writeUInt32BE(1, 12);
  box.writeInt32BE(ticks, 16);
  return box;
}

it.each([
  ['of its own track', [header(1000), delays(9000), header(100), delays(1100)], true],
  ['not of another track', [header(100), delays(900), header(1000), delays(1100)], false],
  ['not without a header', [delays(1100)], false],
] as const)('a delay is long by the clock %s', (_, boxes, isLong) => {
  expect(hasLongDelay(Buffer.concat(boxes))).toBe(isLong);
});

it('a header without a clock at the end of the index counts for nothing', () => {
  const end = Buffer.from('mdhdctts\0\0\0\0\0\0\0\x01', 'latin1');
  expect(hasLongDelay(end)).toBe(false);
  expect(hasLongDelay(end.subarray(0, 8))).toBe(false);
});

it('an index full of tables is read once', () => {
  // A search back from each table reads 60 TB.
  const index = Buffer.alloc(16 * 2 ** 20, 'ctts');
  expect(hasLongDelay(index)).toBe(false);
});
