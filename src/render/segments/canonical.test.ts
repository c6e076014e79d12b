import { describe, expect, it } from 'vitest';
import { toSeconds } from '../../base/time.ts';
import { writeCanonically } from './canonical.ts';

const CONTENTS = new Map([['/one', 'hash']]);
const write = (value: unknown) => writeCanonically(value, CONTENTS);

describe('the canonical text of a value', () => {
  it('does not depend on the order of its properties, nor on absent ones', () => {
    expect(write({ a: 1, b: [2, { c: null }] })).toBe(write({ b: [2, { c: null, d: undefined }], a: 1 }));
  });

  it.each([
    ['a number and a text', 1, '1'],
    ['a fraction and a number', toSeconds(2), 2],
    ['fractions', toSeconds(1 / 3), toSeconds(0.333)],
    ['true and a text', true, 'true'],
    ['null and an empty object', null, {}],
    ['the borders of texts', ['a,b'], ['a', 'b']],
    ['numbers that are not finite', Infinity, NaN],
  ])('tells %s apart', (_, one, other) => {
    expect(write({ value: one })).not.toBe(write({ value: other }));
  });

  it('has the content of a file in place of its path', () => {
    const contents = new Map([['/other', 'hash']]);
    expect(write({ path: '/one' })).toBe(writeCanonically({ path: '/other' }, contents));
    expect(write({ path: '/one' })).not.toBe(write({ path: '/unknown' }));
  });

  it('does not take the text of a client for a path or for a content', () => {
    const contents = new Map([['/other', 'hash']]);
    expect(write({ text: '/one' })).not.toBe(writeCanonically({ text: '/other' }, contents));
    expect(write({ path: '/one' })).not.toBe(write({ path: 'hash' }));
    expect(write({ path: '/one' })).not.toBe(write({ path: 'c(hash)' }));
  });

  it('is another one each time if the properties of an object do not tell everything', () => {
    for (const value of [new Map([[1, 2]]), new Set([1]), new Date(0)])
      expect(write(value)).not.toBe(write(value));
  });
});
