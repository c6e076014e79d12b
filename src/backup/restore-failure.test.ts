import { expect, it } from 'vitest';
import { describeRestoreFailure } from './restore-failure.ts';

const FULL = Object.assign(new Error('No space.'), { code: 'ENOSPC' });

it.each([
  [false, false, 'The disk is full. Nothing was changed. Make space'],
  [false, true, 'The disk is full. The database and the folders are as they were, but S3 may already have'],
  [
    true,
    false,
    'The disk became full while the content of the backup was put in place, so the restore is not',
  ],
  [
    true,
    true,
    'The disk became full while the content of the backup was put in place, so the restore is not',
  ],
])('says what a full disk has left, if switching is %s and the bucket %s', (isSwitching, hasBucket, text) => {
  expect(describeRestoreFailure(FULL, { isSwitching, hasBucket })).toMatchObject({
    code: 'disk_full',
    message: expect.stringContaining(text) as string,
  });
});

it('leaves other errors as they are', () => {
  const other = new Error('Other.');
  expect(describeRestoreFailure(other, { isSwitching: true, hasBucket: true })).toBe(other);
});
