import { expect, it } from 'vitest';
import { expandColour, parseColour } from './colour.ts';

it.each([
  ['#f80', '#ff8800', { red: 255, green: 136, blue: 0, alpha: 255 }],
  ['#aBc', '#aaBBcc', { red: 170, green: 187, blue: 204, alpha: 255 }],
  ['#102030', '#102030', { red: 16, green: 32, blue: 48, alpha: 255 }],
  ['#80102030', '#80102030', { red: 16, green: 32, blue: 48, alpha: 128 }],
  ['#ff000000', '#ff000000', { red: 0, green: 0, blue: 0, alpha: 255 }],
])('%s is %s', (colour, expanded, parts) => {
  expect(expandColour(colour)).toBe(expanded);
  expect(parseColour(colour)).toEqual(parts);
});

it('leaves a text that is not a colour as it is', () => {
  expect(expandColour('https://example.com/#f80')).toBe('https://example.com/#f80');
});
