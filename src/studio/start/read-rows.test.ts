import { expect, it } from 'vitest';
import { decodeTable, MAX_ROWS, readRows } from './read-rows.ts';

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

it('reads a table in UTF-8 or UTF-16, and rejects one in another encoding', () => {
  const decode = (text: string, encoding: BufferEncoding): string =>
    decodeTable(new Uint8Array(Buffer.from(text, encoding)).buffer);
  expect(decode('NAME\nÅsa', 'utf8')).toBe('NAME\nÅsa');
  expect(decode('\uFEFFNAME\nÅsa', 'utf16le')).toBe('NAME\nÅsa');
  expect(() => decode('NAME\nÅsa', 'latin1')).toThrow('Save it in the spreadsheet as "CSV UTF-8"');
});
