import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { SECRET_BOX_KEY_BYTES } from '../base/secret-box-key-bytes.ts';
import { createSecretBox } from './secret-box.ts';

const box = createSecretBox(randomBytes(SECRET_BOX_KEY_BYTES));

test('decrypts what it encrypted, and reveals nothing of it', () => {
  const sealed = box.encrypt('{"token":"secret"}', 'credentials/me/s3');
  expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain('secret');
  expect(box.decrypt(sealed, 'credentials/me/s3')).toBe('{"token":"secret"}');
  expect(box.encrypt('{"token":"secret"}', 'credentials/me/s3')).not.toBe(sealed);
});

test('does not decrypt for another owner, with another key, or a changed or truncated text', () => {
  const sealed = box.encrypt('secret', 'credentials/me/s3');
  const bytes = Buffer.from(sealed, 'base64');
  bytes[bytes.length - 1]! ^= 1;
  expect(() => box.decrypt(sealed, 'credentials/you/s3')).toThrow('another key');
  expect(() =>
    createSecretBox(randomBytes(SECRET_BOX_KEY_BYTES)).decrypt(sealed, 'credentials/me/s3'),
  ).toThrow('another key');
  expect(() => box.decrypt(bytes.toString('base64'), 'credentials/me/s3')).toThrow('another key');
  expect(() => box.decrypt('', 'credentials/me/s3')).toThrow('another key');
});
