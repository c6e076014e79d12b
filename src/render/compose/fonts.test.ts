import { createRequire } from 'node:module';
import { GlobalFonts } from '@napi-rs/canvas';
import { describe, expect, it, test } from 'vitest';
import { KinoraError } from '../../base/errors.ts';
import { faceOf } from './fonts.ts';

function failure(name: string): string {
  try {
    faceOf(name, undefined);
  } catch (error) {
    if (error instanceof KinoraError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'none';
}

/** How many faces Skia has of a family. */
function facesOf(family: string): number {
  return GlobalFonts.families.find((each) => each.family === family)?.styles.length ?? 0;
}

// The first of the tests: in it nobody has asked for Work Sans yet.
test('a family of the system with the same name does not stand in the way of ours', () => {
  const regular = createRequire(import.meta.url).resolve(
    '@expo-google-fonts/open-sans/400Regular/OpenSans_400Regular.ttf',
  );
  GlobalFonts.registerFromPath(regular, 'Work Sans');
  expect(facesOf('Work Sans')).toBe(1);
  faceOf('Work Sans', undefined);
  expect(facesOf('Work Sans')).toBeGreaterThanOrEqual(9);
});

describe('a font as a client writes it', () => {
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
    // Other weights would be taken for the size.
    ['Roboto', 1, 'Roboto', 100],
    ['Roboto', 449, 'Roboto', 400],
    ['Roboto', 450, 'Roboto', 500],
    ['Roboto', 1000, 'Roboto', 900],
  ])('%s, %s is %s, %s', (name, weight, family, expected) => {
    expect(faceOf(name, weight)).toEqual({ family, weight: expected });
  });
});

const KNOWN = '(known are Open Sans, Montserrat, Roboto, Work Sans).';

describe('a font that is not known is told, with the nearest', () => {
  it.each<[string, string]>([
    ['Robotto', `font_not_found: "Robotto" is not a known font; the nearest is "Roboto" ${KNOWN}`],
    [
      'Monserat Bold',
      `font_not_found: "Monserat Bold" is not a known font; the nearest is "Montserrat" ${KNOWN}`,
    ],
    ['bold', `font_not_found: "bold" is not a known font; the nearest is "Roboto" ${KNOWN}`],
  ])('%s', (name, message) => {
    expect(failure(name)).toBe(message);
  });

  test('whatever it is', () => {
    for (const name of ['', ' ', '../../secret', 'toString', '__proto__'])
      expect(failure(name)).toMatch(/^font_not_found: ".*" is not a known font/);
  });
});

test('the files of a family are given to Skia once', () => {
  faceOf('Roboto', undefined);
  const faces = facesOf('Roboto');
  faceOf('Roboto', 700);
  expect(faces).toBeGreaterThan(1);
  expect(facesOf('Roboto')).toBe(faces);
});
