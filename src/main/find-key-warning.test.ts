import { expect, it } from 'vitest';
import { findKeyWarning } from './find-key-warning.ts';

it('warns about a key that is short enough to be guessed', () => {
  const long = 'a'.repeat(22);
  const warning = findKeyWarning({ keys: { v1: long, stage: 'secret' } });
  expect(warning).toMatch(/^A key in KINORA_KEYS has 6 characters\. .* at least 22 characters/);
  expect(warning).not.toContain('secret');
  expect(findKeyWarning({ keys: { v1: 'b'.repeat(21), stage: long } })).toContain('21 characters');
});

it('says nothing about long or generated keys', () => {
  expect(findKeyWarning({ keys: { v1: 'a'.repeat(22), stage: 'b'.repeat(40) } })).toBeUndefined();
  expect(findKeyWarning({ keys: undefined })).toBeUndefined();
});
