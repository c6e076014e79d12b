import { expect, it } from 'vitest';
import { MAX_ROWS, readRows } from './read-rows.ts';

const FIELDS = ['NAME', 'CITY'];

it('reads rows with quotes, in any order of columns, and names the columns that are not used', () => {
  expect(readRows('\uFEFFCITY, NAME ,AGE\r\n"Paris, ""again""",Ada,7\r\nRom,Bea,8\r\n\r\n', FIELDS)).toEqual({
    rows: [
      { CITY: 'Paris, "again"', NAME: 'Ada' },
      { CITY: 'Rom', NAME: 'Bea' },
    ],
    unknown: ['AGE'],
  });
  expect(readRows('NAME\nAda', FIELDS)).toEqual({ rows: [{ NAME: 'Ada' }], unknown: [] });
  expect(readRows('NAME;CITY\nAda;Rom', FIELDS).rows).toEqual([{ NAME: 'Ada', CITY: 'Rom' }]);
});

it.each([
  ['', 'must name fields'],
  ['name,city\nAda,Rom', 'must name fields of the template, such as NAME and CITY'],
  ['NAME,CITY\n', 'no row below'],
  ['NAME,CITY\nAda\n', 'Row 2 cannot be read'],
  [`NAME\n${'Ada\n'.repeat(MAX_ROWS + 1)}`, 'at most 500'],
])('says what is wrong with %j', (text, message) => {
  expect(() => readRows(text, FIELDS)).toThrow(message);
});
