import { expect, it } from 'vitest';
import { describeExpiry } from './address-expiry.ts';

it('says until when a signed address works', () => {
  const url = 'https://kinora.example/files/v1/a/b.mp4?expires=1800000000&signature=abc';
  expect(describeExpiry(url)).toMatch(/^The address of the file works until .*2027.*add the file again\.$/);
});

it.each([
  'https://kinora.example/files/v1/a/b.mp4',
  'https://media.example/a.mp4?expires=1800000000',
  'https://media.example/a.mp4?expires=soon&signature=abc',
  'alias://voice',
])('says nothing of %s', (url) => {
  expect(describeExpiry(url)).toBeUndefined();
});
