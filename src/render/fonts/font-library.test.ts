import { existsSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { KinoraError } from '../../base/errors.ts';
import { BUILT_IN_FONTS } from './font-library.ts';
import { FAMILY_NAMES } from '../../edit/model.ts';

function failureOf(name: string): string {
  try {
    BUILT_IN_FONTS.findFace(name, undefined);
  } catch (error) {
    if (error instanceof KinoraError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'none';
}

describe('the font name of a client', () => {
  it.each<[string, number | undefined, string, number]>([
    ['Open Sans', undefined, 'Open Sans', 400],
    ['OpenSans', undefined, 'Open Sans', 400],
    ['  open-sans ', undefined, 'Open Sans', 400],
    ['Montserrat', 700, 'Montserrat', 700],
    ['Montserrat ExtraBold', undefined, 'Montserrat', 800],
    ['Montserrat SemiBold', undefined, 'Montserrat', 600],
    ['OpenSans Bold', undefined, 'Open Sans', 700],
    ['WorkSans Light', undefined, 'Work Sans', 300],
    ['Work Sans ExtraLight', undefined, 'Work Sans', 200],
    ['Roboto Regular', undefined, 'Roboto', 400],
    ['roboto_black', undefined, 'Roboto', 900],
    ['Montserrat ExtraBold', 300, 'Montserrat', 300],
    ['Roboto', 1, 'Roboto', 100],
    ['Roboto', 449, 'Roboto', 400],
    ['Roboto', 450, 'Roboto', 500],
    ['Roboto', 1000, 'Roboto', 900],
    // The nearest weight of the family.
    ['Open Sans Black', undefined, 'Open Sans', 800],
    ['Permanent Marker', 700, 'Permanent Marker', 400],
    ['UniNeue', undefined, 'Uni Neue', 700],
    ['Arapey Regular', undefined, 'Arapey', 400],
    ['ClearSans', 700, 'Clear Sans', 400],
    ['Noto Emoji', undefined, 'NotoEmoji', 400],
    ['Montserrat DemiBold', undefined, 'Montserrat', 600],
    ['Roboto Heavy', undefined, 'Roboto', 900],
  ])('%s, %s is %s, %s', (name, weight, family, expected) => {
    expect(BUILT_IN_FONTS.findFace(name, weight)).toMatchObject({ family, weight: expected, italic: false });
  });
});

test('every built-in family is found', () => {
  expect(FAMILY_NAMES).toEqual([
    'Arapey',
    'Clear Sans',
    'Didact Gothic',
    'Montserrat',
    'MovLette',
    'NotoEmoji',
    'Open Sans',
    'Permanent Marker',
    'Roboto',
    'Sue Ellen Francisco',
    'Uni Neue',
    'Work Sans',
  ]);
  for (const name of FAMILY_NAMES)
    expect(existsSync(BUILT_IN_FONTS.findFace(name, undefined).path), name).toBe(true);
});

describe('italics', () => {
  it.each<[string, number, boolean]>([
    ['Montserrat Bold Italic', 700, true],
    ['Open Sans Italic', 400, true],
    ['Arapey Italic', 400, true],
    ['RobotoBlackItalic', 900, true],
    ['Work Sans Italic', 400, true],
    // The family has no italic.
    ['Permanent Marker Italic', 400, false],
  ])('%s is of the weight %s', (name, weight, italic) => {
    expect(BUILT_IN_FONTS.findFace(name, undefined)).toMatchObject({ weight, italic });
  });
});

test('italics can be requested separately from the name', () => {
  expect(BUILT_IN_FONTS.findFace('Roboto', 700, true)).toMatchObject({ weight: 700, italic: true });
  expect(BUILT_IN_FONTS.findFace('Roboto Italic', 700, false)).toMatchObject({ weight: 700, italic: true });
});

describe('the weight of a rich text', () => {
  it.each<[string | number, number]>([
    ['400', 400],
    ['bold', 700],
    [' Semi Bold ', 600],
    ['DEMIBOLD', 600],
    ['extra-light', 200],
    ['hairline', 100],
    ['normal', 400],
    ['black', 900],
    [1000, 900],
  ])('%s is %s', (weight, expected) => {
    expect(BUILT_IN_FONTS.findFace('Montserrat Light', weight)).toMatchObject({ weight: expected });
  });

  test.each(['', 'fat', '0', '1001', 'toString'])('%j is none', (weight) => {
    expect(() => BUILT_IN_FONTS.findFace('Montserrat', weight)).toThrow(
      `"${weight}" is not a font weight; use a number from 1 to 1000 or a word such as "bold".`,
    );
  });
});

const KNOWN = `(known fonts: ${FAMILY_NAMES.join(', ')}); add the files of other fonts to timeline.fonts.`;

describe('an unknown font is an error that names the nearest one', () => {
  it.each<[string, string]>([
    ['Robotto', `font_not_found: "Robotto" is not a known font; the nearest is "Roboto" ${KNOWN}`],
    [
      'Monserat Bold',
      `font_not_found: "Monserat Bold" is not a known font; the nearest is "Montserrat" ${KNOWN}`,
    ],
    ['bold', `font_not_found: "bold" is not a known font; the nearest is "Roboto" ${KNOWN}`],
  ])('%s', (name, message) => {
    expect(failureOf(name)).toBe(message);
  });

  test('for any name', () => {
    for (const name of ['', ' ', '../../secret', 'toString', '__proto__'])
      expect(failureOf(name)).toMatch(/^font_not_found: ".*" is not a known font/);
  });
});
