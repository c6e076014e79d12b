import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { areIntact, BlockChecksums, CHECKED_BYTES } from './block-checksums.ts';

const FILE = randomBytes(2 * CHECKED_BYTES + 1000);

function checksumsOf(bytes: Buffer, step: number): string {
  const checksums = new BlockChecksums();
  for (let at = 0; at < bytes.length; at += step) checksums.update(bytes.subarray(at, at + step));
  return checksums.finish();
}

it('tells for each part of a file if it is damaged', () => {
  const checksums = checksumsOf(FILE, FILE.length);
  expect(areIntact(FILE, 0, checksums)).toBe(true);
  expect(areIntact(FILE.subarray(CHECKED_BYTES), 1, checksums)).toBe(true);
  expect(areIntact(FILE.subarray(2 * CHECKED_BYTES), 2, checksums)).toBe(true);
  const damaged = Buffer.from(FILE);
  damaged[CHECKED_BYTES + 5]! ^= 1;
  expect(areIntact(damaged.subarray(0, CHECKED_BYTES), 0, checksums)).toBe(true);
  expect(areIntact(damaged.subarray(CHECKED_BYTES), 1, checksums)).toBe(false);
});

it('rejects a part that is too short, too long or elsewhere', () => {
  const checksums = checksumsOf(FILE, FILE.length);
  const last = FILE.subarray(2 * CHECKED_BYTES);
  expect(areIntact(last.subarray(1), 2, checksums)).toBe(false);
  expect(areIntact(Buffer.concat([last, last]), 2, checksums)).toBe(false);
  expect(areIntact(FILE.subarray(0, CHECKED_BYTES), 1, checksums)).toBe(false);
  expect(areIntact(last, 3, checksums)).toBe(false);
});

it('does not depend on how the bytes of the file arrive', () => {
  const whole = checksumsOf(FILE, FILE.length);
  for (const step of [1000, CHECKED_BYTES, CHECKED_BYTES + 1]) expect(checksumsOf(FILE, step)).toBe(whole);
});
