import { expect, it } from 'vitest';
import { readNumber } from './read-number.ts';

it.each<[string, number]>([
  ['-0.03', -0.03],
  ['.5', 0.5],
  ['-.5', -0.5],
  ['1,5', 1.5],
  ['2.', 2],
  [' 7 ', 7],
  ['-0', 0],
  ['1e3', 1000],
  ['1080/3', 360],
  ['1080 ÷ 3', 360],
  ['2×3', 6],
  ['0.1+0.2', 0.3],
  ['2+3*4', 14],
  ['(2+3)*4', 20],
  ['10-2-3', 5],
  ['1920/2/2', 480],
  ['-(2+1)', -3],
  ['−3', -3],
  ['3 s', 3],
  ['1/4s', 0.25],
])('%s is %s', (text, value) => {
  expect(readNumber(text, 's')).toEqual({ kind: 'number', value });
});

it.each(['-', '.', '-.', '1080/', '(', '(2', '2)', '1/0', '1 2', '1..2', '*3', ','])(
  '%s is unfinished',
  (text) => {
    expect(readNumber(text)).toEqual({ kind: 'unfinished' });
  },
);

it.each(['{{ WIDTH }}', '80vw', 'auto', 'Infinity', '-x'])('%s stays a text', (text) => {
  expect(readNumber(text)).toEqual({ kind: 'text', value: text });
});
