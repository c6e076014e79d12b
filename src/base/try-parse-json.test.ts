import { expect, test } from 'vitest';
import { tryParseJson } from './try-parse-json.ts';

test('a JSON text is what it means, and a damaged one nothing', () => {
  expect(tryParseJson('{"a":[1]}')).toEqual({ a: [1] });
  expect(tryParseJson('null')).toBeNull();
  for (const text of ['', '{"a":', 'undefined']) expect(tryParseJson(text)).toBeUndefined();
});
