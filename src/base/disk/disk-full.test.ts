import { writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type ErrorCode, KinoraError, toKinoraError } from '../errors.ts';
import { isDiskFull } from './disk-full.ts';

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: write`), { code });
}

describe('an error of a full disk', () => {
  it.each([
    ['of Node.js', systemError('ENOSPC')],
    ['of a quota', systemError('EDQUOT')],
    ['of PostgreSQL', systemError('53100')],
    ['of FFmpeg', Object.assign(new Error('Could not write to the file'), { code: -28 })],
    ['of a library without codes', new Error('unable to write to file: No space left on device')],
    ['that another error wraps', new Error('broken', { cause: systemError('ENOSPC') })],
    ['among several', new AggregateError([new Error('other'), systemError('ENOSPC')])],
  ])('%s is known', (_, error) => {
    expect(isDiskFull(error)).toBe(true);
    expect(toKinoraError(error)).toMatchObject({
      code: 'disk_full',
      message: 'The disk of Kinora is full. Try again later.',
      cause: error,
    });
  });

  it.skipIf(!existsSync('/dev/full'))('of a real device is known', async () => {
    const error: unknown = await writeFile('/dev/full', 'x').catch((thrown: unknown) => thrown);
    expect(isDiskFull(error)).toBe(true);
  });

  it.each<[ErrorCode, string]>([
    ['asset_unreachable', 'disk_full'],
    ['asset_not_media', 'disk_full'],
    ['storage_failed', 'disk_full'],
    ['internal', 'disk_full'],
    // The setting names the full disk.
    ['invalid_setting', 'invalid_setting'],
    // Its text may come from the disk of another machine.
    ['destination_failed', 'destination_failed'],
  ])('that blames %s becomes %s', (code, expected) => {
    const error = new KinoraError(code, 'Somebody is to blame.', { cause: systemError('ENOSPC') });
    expect(toKinoraError(error).code).toBe(expected);
  });
});

it('other errors stay what they are', () => {
  const error = new KinoraError('asset_not_found', 'Not found.', { cause: systemError('ENOENT') });
  expect(toKinoraError(error)).toBe(error);
  expect(toKinoraError(systemError('EACCES')).code).toBe('internal');
  expect(isDiskFull('ENOSPC')).toBe(false);
});

it('a chain of causes without an end is followed for a while', () => {
  const error = new Error('round');
  error.cause = error;
  expect(isDiskFull(error)).toBe(false);
});
