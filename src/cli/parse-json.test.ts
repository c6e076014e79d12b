import { describe, expect, it } from 'vitest';
import { parseJson } from './parse-json.ts';

describe('parseJson', () => {
  it('reads JSON', () => {
    expect(parseJson('{"a": [1, "b", null]}', 'edit.json')).toEqual({ a: [1, 'b', null] });
  });

  it.each([
    ['{"a": x}', 'line 1, column 7: this is neither a string in double quotes nor a number'],
    ['{\n  "a": 1,\n}', 'line 3, column 1: a property name in double quotes is expected'],
    ['{\n  "a": 1\n  "b": 2\n}', 'line 3, column 3: a comma is expected'],
    ['{\n  "a": "one\n}', 'line 2, column 8: this string does not end on its line'],
    ['{"a": 1', 'line 1, column 8: a closing brace is expected'],
    ['', 'line 1, column 1: a value is expected'],
    ['// hello\n{}', 'line 1, column 1: JSON has no comments'],
    ["{'a': 1}", 'line 1, column 2: this is neither'],
  ])('says where %j is wrong', (text, where) => {
    expect(() => parseJson(text, 'edit.json')).toThrow(`edit.json is not JSON: ${where}`);
  });
});
