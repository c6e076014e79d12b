import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { afterAll, describe, expect, it, test } from 'vitest';
import { FAMILY_NAMES } from './font-files.ts';
import { FILES } from './fonts.fixture.ts';
import { BUILT_IN, type Fonts, fontsWith } from './fonts.ts';
import { letteringOf, useLettering } from './lettering.ts';
import { nearestFace, openFont, type OwnFont } from './own-font.ts';

const folder = mkdtempSync(join(tmpdir(), 'kinora-fonts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a file. @returns its path. */
function written(name: string, bytes: Uint8Array | string): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

/** A TTF file with another name for its family, the face and so on: in UTF-16 and of the same length. */
function renamed(path: string, from: string, to: string, file: string): string {
  const bytes = readFileSync(path);
  const [old, name] = [utf16(from), utf16(to)];
  for (let at = bytes.indexOf(old); at >= 0; at = bytes.indexOf(old, at)) name.copy(bytes, at);
  return written(file, bytes);
}

function utf16(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16();
}

/** A font of a family "Own", and what else a client calls it. */
const OWN = {
  light: renamed(FILES.light, 'Montserrat', 'Own Family', 'a.ttf'),
  extraBold: renamed(FILES.extraBold, 'Montserrat', 'Own Family', 'b.ttf'),
  extraBoldItalic: renamed(FILES.extraBoldItalic, 'Montserrat', 'Own Family', 'c.ttf'),
};

function fonts(...files: readonly (readonly [path: string, fileName: string])[]): Fonts {
  return fontsWith(files.map(([path, fileName]) => openFont(path, fileName)));
}

describe('a font of an edit is found', () => {
  const found = fonts([OWN.extraBold, 'My_Font'], [FILES.variable, 'x'], [FILES.woff, 'Corporate-Bold']);

  it.each<[string, string, string]>([
    ['by the name of its family', 'Own Family', OWN.extraBold],
    ['whatever the spaces and capitals', '  own family ', OWN.extraBold],
    ['by the name of the family that it has in old programs', 'Own Family ExtraBold', OWN.extraBold],
    ['by its PostScript name', 'OwnFamily-ExtraBold', OWN.extraBold],
    ['by the name of its file', 'My_Font', OWN.extraBold],
    ['by the name of its file with a word for a weight', 'My Font Light', OWN.extraBold],
    ['by a name that ends in a weight', 'Noto Sans SC Thin', FILES.variable],
    ['by that name without the weight', 'Noto Sans SC', FILES.variable],
    ['by the name of its file alone where it has no other', 'Corporate Bold', FILES.woff],
    ['by the name of its file without the weight', 'corporate', FILES.woff],
  ])('%s', (_, name, path) => {
    expect(found.face(name).path).toBe(path);
  });

  test('and the built-in ones as well', () => {
    expect(found.face('Roboto Bold')).toEqual(BUILT_IN.face('Roboto', 700));
  });

  test('before the built-in one of its name', () => {
    const own = fonts([FILES.extraBold, 'x']);
    expect(own.face('Montserrat', 400)).toMatchObject({ path: FILES.extraBold, weight: 800 });
  });
});

describe('of the fonts of a family', () => {
  const found = fonts([OWN.light, 'a'], [OWN.extraBold, 'b'], [OWN.extraBoldItalic, 'c']);

  it.each<[string, number | undefined, boolean, string, number]>([
    ['Own Family', undefined, false, OWN.light, 300],
    ['Own Family', 549, false, OWN.light, 300],
    // Of two that are as near the bolder.
    ['Own Family', 550, false, OWN.extraBold, 800],
    ['Own Family Bold', undefined, false, OWN.extraBold, 800],
    ['Own Family ExtraBold', 300, false, OWN.light, 300],
    ['Own Family', 300, true, OWN.extraBoldItalic, 800],
    ['Own Family Italic', undefined, false, OWN.extraBoldItalic, 800],
  ])('%s, %s, italic %s', (name, weight, italic, path, expected) => {
    expect(found.face(name, weight, italic)).toMatchObject({ path, weight: expected });
  });

  test('upright ones are leaned over where none is italic', () => {
    expect(fonts([OWN.light, 'a']).face('Own Family', 300, true)).toMatchObject({
      italic: false,
      leaned: true,
    });
  });
});

describe('a variable font', () => {
  it.each([
    [1, 100],
    [450, 450],
    [1000, 900],
  ])('takes the weight %s as %s', (weight, expected) => {
    expect(fonts([FILES.variable, 'x']).face('Noto Sans SC', weight)).toMatchObject({ weight: expected });
  });

  test('takes a word for a weight', () => {
    expect(fonts([FILES.variable, 'x']).face('Noto Sans SC SemiBold')).toMatchObject({ weight: 600 });
  });

  test('is slanted by its axes', () => {
    const font: OwnFont = {
      ...openFont(FILES.variable, 'x'),
      axes: { wght: { min: 100, max: 900 }, slnt: { min: -10, max: 0 }, ital: { min: 0, max: 1 } },
    };
    const italic = { italic: true, axes: { ital: 1, slnt: -10 } };
    expect(nearestFace([font], 400, true)).toMatchObject(italic);
    expect(nearestFace([font], 400, true)).not.toHaveProperty('leaned');
    expect(nearestFace([font], 400, false)).not.toHaveProperty('axes');
  });
});

/** The pixels of a text. */
function drawn(text: string, found: Fonts, ...asked: Parameters<Fonts['face']>): Uint8ClampedArray {
  const context = createCanvas(500, 100).getContext('2d');
  const lettering = letteringOf(text, found.face(...asked));
  useLettering(context, lettering, 60);
  context.fillText(lettering.text, 20, 75);
  return context.getImageData(0, 0, 500, 100).data;
}

function ink(pixels: Uint8ClampedArray): number {
  return pixels.reduce((sum, value, index) => (index % 4 === 3 ? sum + value : sum), 0);
}

describe('what is drawn', () => {
  test('is the font of the edit, as the same file is drawn that is built in', () => {
    const own = fonts([OWN.extraBold, 'a']);
    expect(drawn('Hello', own, 'Own Family')).toEqual(drawn('Hello', BUILT_IN, 'Montserrat', 800));
  });

  test('has the weight of a variable font, in many steps', () => {
    const own = fonts([FILES.variable, 'x']);
    const inks = [300, 350, 400, 700].map((weight) => ink(drawn('Hello', own, 'x', weight)));
    expect(inks).toEqual(inks.toSorted((a, b) => a - b));
    expect(new Set(inks).size).toBe(4);
  });

  test('leans where italics are wanted and there are none, by a quarter of its height', () => {
    const left = (pixels: Uint8ClampedArray, row: number): number => {
      for (let x = 0; x < 500; x++) if ((pixels[(row * 500 + x) * 4 + 3] ?? 0) > 127) return x;
      return NaN;
    };
    const upright = drawn('I', BUILT_IN, 'Didact Gothic');
    const leaned = drawn('I', BUILT_IN, 'Didact Gothic', 400, true);
    expect(left(upright, 40) - left(upright, 70)).toBe(0);
    expect(Math.abs(left(leaned, 40) - left(leaned, 70) - 30 / 4)).toBeLessThanOrEqual(1);
  });

  test('has letters from elsewhere that the font lacks', () => {
    const own = fonts([FILES.woff, 'x']);
    expect(letteringOf('aЖ我😀', own.face('x')).missing).toEqual([]);
    expect(ink(drawn('Ж', own, 'x'))).toBeGreaterThan(1000);
  });

  test('is the right one of two files with one name', () => {
    const one = renamed(FILES.light, 'Montserrat', 'One Family', 'same.ttf');
    const own = fonts([one, 'a'], [OWN.extraBold, 'b']);
    expect(ink(drawn('Hello', own, 'One Family'))).toBeLessThan(ink(drawn('Hello', own, 'Own Family')));
  });
});

describe('what is no font', () => {
  const ttf = readFileSync(FILES.light);

  it.each<[string, Uint8Array | string, string]>([
    ['text', 'hello', 'is not a font that can be read: the file is damaged'],
    ['the beginning of a font', ttf.subarray(0, 3000), 'the file is damaged'],
    ['a font of noughts', Buffer.concat([ttf.subarray(0, 300), Buffer.alloc(9000)]), 'the file is damaged'],
    [
      'a collection',
      Buffer.concat([Buffer.from('ttcf\0\x01\0\0\0\0\0\x01\0\0\0\x10', 'latin1'), ttf]),
      'is a collection of fonts; give the one that is meant as a file of its own',
    ],
  ])('is told: %s', (name, bytes, message) => {
    expect(() => openFont(written(`${name}.ttf`, bytes), 'x')).toThrow(message);
  });
});

test('a font that is not known is told, with the nearest of all', () => {
  const own = fonts([OWN.light, 'a'], [OWN.extraBold, 'b']);
  expect(() => own.face('Own Famly')).toThrow(
    `"Own Famly" is not a known font; the nearest is "Own Family" (known are Own Family, ${FAMILY_NAMES.join(', ')}); the files of other fonts go into timeline.fonts.`,
  );
  expect(() => own.face('Robotto')).toThrow('the nearest is "Roboto"');
});

test('all built-in fonts but the emoji have the letters of western Europe', () => {
  const letters = Array.from({ length: 0x100 }, (_, code) => String.fromCodePoint(code)).join('');
  for (const name of FAMILY_NAMES)
    for (const weight of [100, 200, 300, 400, 500, 600, 700, 800, 900])
      for (const italic of [false, true]) {
        const { western, ...face } = BUILT_IN.face(name, weight, italic);
        const all = letteringOf(letters, face).fonts.length === 1;
        expect(all, `${name} ${weight}`).toBe(western);
      }
});
