import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { SEAL_KEY_BYTES, sealWith } from './seal.ts';

const seal = sealWith(randomBytes(SEAL_KEY_BYTES));

test('opens what it closed, and nothing can be read of that', () => {
  const sealed = seal.close('{"token":"secret"}', 'credentials/me/s3');
  expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain('secret');
  expect(seal.open(sealed, 'credentials/me/s3')).toBe('{"token":"secret"}');
  expect(seal.close('{"token":"secret"}', 'credentials/me/s3')).not.toBe(sealed);
});

test('opens nothing for another owner, with another key, changed or cut', () => {
  const sealed = seal.close('secret', 'credentials/me/s3');
  const bytes = Buffer.from(sealed, 'base64');
  bytes[bytes.length - 1]! ^= 1;
  expect(() => seal.open(sealed, 'credentials/you/s3')).toThrow('another key');
  expect(() => sealWith(randomBytes(SEAL_KEY_BYTES)).open(sealed, 'credentials/me/s3')).toThrow(
    'another key',
  );
  expect(() => seal.open(bytes.toString('base64'), 'credentials/me/s3')).toThrow('another key');
  expect(() => seal.open('', 'credentials/me/s3')).toThrow('another key');
});
