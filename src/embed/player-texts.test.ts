import { expect, it } from 'vitest';
import { fillText, formatPlayerTime } from './player-texts.ts';

it('writes times as players do', () => {
  expect([0, 65.9, 3725, Number.NaN].map(formatPlayerTime)).toEqual(['0:00', '1:05', '1:02:05', '0:00']);
});

it('fills in the values of a text, and leaves what it does not know', () => {
  expect(fillText('{time} von {duration} {x}', { time: '0:01', duration: '0:04' })).toBe('0:01 von 0:04 {x}');
});
