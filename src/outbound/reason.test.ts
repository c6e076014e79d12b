import { expect, it, test } from 'vitest';
import { cleanReason, findJsonReason, findReason } from './reason.ts';

it.each([
  ['<Error><Code>NoSuchKey</Code><Message>No.\nId 1</Message></Error>', 'NoSuchKey: No.'],
  ['{"error":{"code":"denied","message":"Not yours."}}', 'denied: Not yours'],
  ['{"error":"invalid_grant","error_description":"Too old."}', 'invalid_grant: Too old'],
  ['{"error":{"type":"x","messages":["a.","b."]}}', 'a; b'],
  ['{"error":{"type":"x"},"message":"Outside."}', 'Outside'],
  ['out of paper', 'out of paper'],
  ['<html>No</html>', 'it responded with 503 Service Unavailable'],
  [' ', 'it responded with 503 Service Unavailable'],
])('the body %s has the reason %s', (body, reason) => {
  expect(findReason(503, body)).toBe(reason);
});

test('only JSON counts as a reason where a text may come from a proxy', () => {
  expect(findJsonReason('out of paper')).toBe('');
  expect(findJsonReason('{"error":{"code":"denied","message":"Not yours."}}')).toBe('Not yours');
});

test('a body with very many levels has a reason, too', () => {
  const deep = `${'{"error":'.repeat(5000)}{"message":"Deep."}${'}'.repeat(5000)}`;
  expect(findJsonReason(deep)).toBe('Deep');
});

it.each([
  ['a\n\u0000b\u202E  c.', 'a b c'],
  ['The key SECRET is blocked.', 'The key ... is blocked'],
  ['not SECRET', 'not ...'],
  ['see https://user:pass@a.example/b?token=x#y now', 'see https://a.example/b now'],
  ['x'.repeat(1000), 'x'.repeat(300)],
])('the reason %j is cleaned', (reason, cleaned) => {
  expect(cleanReason(reason, ['', 'SECRET'])).toBe(cleaned);
  expect(cleanReason('bad key P4ssw0rd.', ['P4ssw0rd.'])).toBe('bad key ...');
});
