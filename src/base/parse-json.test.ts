import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KinoraError } from './errors.ts';
import { decodeText, parseJson } from './parse-json.ts';

function failure(text: string): string {
  try {
    parseJson(text, 'The body');
  } catch (error) {
    if (error instanceof KinoraError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'none';
}

const objectOf = (count: number) =>
  `{${Array.from({ length: count }, (_, index) => `"p,${index}":[1,1]`).join()}}`;

describe('parseJson', () => {
  it('rejects an object with more than 10,000 properties, at any depth', () => {
    expect(failure(objectOf(10_000))).toBe('none');
    expect(failure(`[{"a":{}},${'0,'.repeat(20_000)}\n${objectOf(10_001)}]`)).toMatch(
      /^not_json: The body has too many properties: line 2, column \d+: an object can have at most 10,000 properties\.$/,
    );
  });

  it('reads JSON', () => {
    expect(parseJson('{"a": [1, "b", null]}', 'edit.json')).toEqual({ a: [1, 'b', null] });
  });

  it.each([
    ['{"a": x}', 'line 1, column 7: this is neither a string in double quotes nor a number'],
    ['{\n  "a": 1,\n}', 'line 3, column 1: a property name in double quotes is expected'],
    ['{\n  "a": 1\n  "b": 2\n}', 'line 3, column 3: a comma is expected'],
    ['{\n  "a": "one\n}', 'line 2, column 8: this string has no closing quote on its line'],
    ['{"a": 1', 'line 1, column 8: a closing brace is expected'],
    ['', 'line 1, column 1: a value is expected'],
    ['// hello\n{}', 'line 1, column 1: JSON does not allow comments'],
    ["{'a': 1}", 'line 1, column 2: this is neither'],
  ])('reports the position of the error in %j', (text, where) => {
    expect(() => parseJson(text, 'edit.json')).toThrow(`edit.json is not JSON: ${where}`);
  });

  it('rejects a byte order mark, such as a second one that decoding leaves', () => {
    expect(failure('\uFEFF{}')).toMatch(/: line 1, column 1: /);
  });

  it('accepts a hundred nested lists and objects, and reports the position of more', () => {
    const nested = (deep: number) => `${'[{"a":\n'.repeat(deep / 2)}0${'}]'.repeat(deep / 2)}`;
    expect(failure(nested(100))).toBe('none');
    expect(failure(nested(102))).toBe(
      'not_json: The body is nested too deeply: line 51, column 1: lists and objects can be nested at most 100 deep.',
    );
    const brackets = JSON.stringify('[{"\\"[{'.repeat(1000));
    expect(failure(`[${brackets}, ${brackets}, ${'[],'.repeat(1000)}[]]`)).toBe('none');
  });

  it.each([
    ['{"a": {"__proto__": 1}}', 'line 1, column 8', '__proto__'],
    ['{"a": 1,\n "\\u005F_proto_\\u005f": 1}', 'line 2, column 2', '__proto__'],
    ['[{"constructor": {"x": 0, "prototype": {}}}]', 'line 1, column 27', 'prototype'],
    ['{"c\\u006fnstructor": {"protot\\u0079pe": {}}}', 'line 1, column 23', 'prototype'],
  ])('rejects the property name in %s', (text, where, name) => {
    const message = `The body has a forbidden property name: ${where}: a property must not be named "${name}" here.`;
    expect(failure(text)).toBe(`not_json: ${message}`);
  });

  it.each(['{"prototype": 1, "constructor": [1]}', '["__proto__", "constructor", "\\u0061"]'])(
    'accepts %s, which is harmless',
    (text) => {
      expect(parseJson(text, 'x')).toEqual(JSON.parse(text));
    },
  );

  it.each([
    ['open lists', '['.repeat(1e6), /nested too deeply/],
    ['lines, then open lists', '\n'.repeat(1e6) + '['.repeat(101), /line 1000001, column 101/],
    ['commas', `[${','.repeat(1e6)}`, /a value is expected/],
    ['quotes', '"'.repeat(1e6), /there is text after the end/],
    ['backslashes', `"${'\\'.repeat(1e6)}`, /has no closing quote on its line/],
    ['NUL characters', '\0'.repeat(1e6), /this is neither/],
    ['comments', '/*'.repeat(1e6), /does not allow comments/],
    ['lone surrogates', `"${'\ud800'.repeat(1e6)}"`, /^none$/],
  ])('handles a million %s', (_, text, expected) => {
    expect(failure(text)).toMatch(expected);
  });

  it('throws only its own error, and only for texts that JSON.parse rejects, too', () => {
    const pieces = [
      ...'{}[],:"\\/*-+.eE01 \t\n\r\0\u00a0\u2028\ufeff'.split(''),
      '"a"',
      'true',
      'nul',
      '\\u00',
      '"\\ud800"',
    ];
    const text = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (json) => {
        expect(failure(json) === 'none').toBe(isJson(json));
      }),
      { numRuns: 2000, seed: 3 },
    );
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('decodeText', () => {
  it('reads UTF-8 without its byte order mark', () => {
    expect(decodeText(Buffer.from('\uFEFFä😀\0'), 'x')).toBe('ä😀\0');
  });

  it.each([[[0xff]], [[0xc3]], [[0xed, 0xa0, 0x80]], [[0xc0, 0x80]]])('rejects the bytes %j', (bytes) => {
    expect(() => decodeText(Buffer.from(bytes), 'The body')).toThrow(
      'The body is not JSON: it is not valid UTF-8 text.',
    );
  });
});

describe('numbers', () => {
  it.each(['1e999', '-1e999', '1E+0309', `1${'0'.repeat(309)}`, `${'1'.repeat(250)}e99`, '1.5e400'])(
    'that are too large are rejected: %s',
    (number) => {
      expect(() => parseJson(`{"a":\n [${number}]}`, 'The body')).toThrow(
        'The body has a number that is too large: line 2, column 3: the largest allowed number is about 1.8e308.',
      );
      expect(() => parseJson(number, 'The body')).toThrow('line 1, column 1: the largest');
    },
  );

  it.each(['1e308', '1e-999', '"1e999"', '[": 1e999"]', '0.000001e300'])(
    'that are not too large are accepted: %s',
    (text) => {
      expect(parseJson(text, 'The body')).toEqual(JSON.parse(text));
    },
  );
});
