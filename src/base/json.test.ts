import { expect, test } from 'vitest';
import { jsonOrUndefined } from './json.ts';

test('a JSON text is what it means, and a damaged one nothing', () => {
  expect(jsonOrUndefined('{"a":[1]}')).toEqual({ a: [1] });
  expect(jsonOrUndefined('null')).toBeNull();
  for (const text of ['', '{"a":', 'undefined']) expect(jsonOrUndefined(text)).toBeUndefined();
});
