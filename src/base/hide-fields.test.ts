import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { hideFields } from './hide-fields.ts';

it('hides fields from logs, but not from the code', () => {
  const account = { name: 'ada', key: 'S3CRET', token: { value: 'S3CRET' } };
  hideFields(account, 'key', 'token');
  expect([account.key, account.token.value]).toEqual(['S3CRET', 'S3CRET']);
  expect(inspect(account, { depth: 5 })).toBe("{ name: 'ada' }");
  expect(JSON.stringify(account)).toBe('{"name":"ada"}');
});
