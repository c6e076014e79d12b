import { expect, test } from 'vitest';
import { tryParseJson } from './try-parse-json.ts';

test('returns the value of a JSON text, and undefined for an invalid one', () => {
  expect(tryParseJson('{"a":[1]}')).toEqual({ a: [1] });
  expect(tryParseJson('null')).toBeNull();
  for (const text of ['', '{"a":', 'undefined']) expect(tryParseJson(text)).toBeUndefined();
});
