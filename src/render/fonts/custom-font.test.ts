import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { afterAll, describe, expect, it, test } from 'vitest';
import { FAMILY_NAMES } from '../../edit/model.ts';
import { FONT_FILES } from './font-files.fixture.ts';
import { BUILT_IN_FONTS, createFontLibrary, type FontLibrary } from './font-library.ts';
import { applyFonts, selectFonts } from './text-fonts.ts';
import { type CustomFont, findNearestFace, openCustomFont } from './custom-font.ts';

const folder = mkdtempSync(join(tmpdir(), 'kinora-fonts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a file and returns its path. */
function writeFont(name: string, bytes: Uint8Array | string): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

/** Returns a TTF file with its names replaced by others of the same length in UTF-16. */
function copyRenamed(path: string, from: string, to: string, file: string): string {
  const bytes = readFileSync(path);
  const [old, name] = [utf16(from), utf16(to)];
  for (let at = bytes.indexOf(old); at >= 0; at = bytes.indexOf(old, at)) name.copy(bytes, at);
  return writeFont(file, bytes);
}

function utf16(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16();
}

/** Returns a font of a family "Own" with further names. */
const OWN = {
  light: copyRenamed(FONT_FILES.light, 'Montserrat', 'Own Family', 'a.ttf'),
  extraBold: copyRenamed(FONT_FILES.extraBold, 'Montserrat', 'Own Family', 'b.ttf'),
  extraBoldItalic: copyRenamed(FONT_FILES.extraBoldItalic, 'Montserrat', 'Own Family', 'c.ttf'),
};

function openLibrary(...files: readonly (readonly [path: string, fileName: string])[]): FontLibrary {
  return createFontLibrary(files.map(([path, fileName]) => openCustomFont(path, fileName)));
}

describe('a font of an edit is found', () => {
  const found = openLibrary(
    [OWN.extraBold, 'My_Font'],
    [FONT_FILES.variable, 'x'],
    [FONT_FILES.woff, 'Corporate-Bold'],
  );

  it.each<[string, string, string]>([
    ['by the name of its family', 'Own Family', OWN.extraBold],
    ['regardless of spaces and capitals', '  own family ', OWN.extraBold],
    ['by its legacy family name', 'Own Family ExtraBold', OWN.extraBold],
    ['by its PostScript name', 'OwnFamily-ExtraBold', OWN.extraBold],
    ['by the name of its file', 'My_Font', OWN.extraBold],
    ['by the name of its file with a weight', 'My Font Light', OWN.extraBold],
    ['by a name that ends in a weight', 'Noto Sans SC Thin', FONT_FILES.variable],
    ['by that name without the weight', 'Noto Sans SC', FONT_FILES.variable],
    ['by the name of its file if it has no other name', 'Corporate Bold', FONT_FILES.woff],
    ['by the name of its file without the weight', 'corporate', FONT_FILES.woff],
  ])('%s', (_, name, path) => {
    expect(found.findFace(name).path).toBe(path);
  });

  test('in addition to the built-in ones', () => {
    expect(found.findFace('Roboto Bold')).toMatchObject(BUILT_IN_FONTS.findFace('Roboto', 700));
  });

  test('before the built-in ones for letters that another one lacks, those of its family first', () => {
    const [latin, chinese] = [FONT_FILES.woff, FONT_FILES.variable];
    const own = openLibrary([latin, 'latin'], [chinese, 'chinese']);
    expect(own.findFace('latin').companions).toEqual([chinese]);
    expect(own.findFace('chinese').companions).toEqual([latin]);
    expect(own.findFace('Roboto').companions).toEqual(expect.arrayContaining([latin, chinese]));
    expect(BUILT_IN_FONTS.findFace('Roboto')).not.toHaveProperty('companions');
  });

  test('before the built-in one of the same name', () => {
    const own = openLibrary([FONT_FILES.extraBold, 'x']);
    expect(own.findFace('Montserrat', 400)).toMatchObject({ path: FONT_FILES.extraBold, weight: 800 });
  });
});

describe('of the fonts of a family', () => {
  const found = openLibrary([OWN.light, 'a'], [OWN.extraBold, 'b'], [OWN.extraBoldItalic, 'c']);

  it.each<[string, number | undefined, boolean, string, number]>([
    ['Own Family', undefined, false, OWN.light, 300],
    ['Own Family', 549, false, OWN.light, 300],
    // If two weights are equally near, the bolder one is chosen.
    ['Own Family', 550, false, OWN.extraBold, 800],
    ['Own Family Bold', undefined, false, OWN.extraBold, 800],
    ['Own Family ExtraBold', 300, false, OWN.light, 300],
    ['Own Family', 300, true, OWN.extraBoldItalic, 800],
    ['Own Family Italic', undefined, false, OWN.extraBoldItalic, 800],
  ])('%s, %s, italic %s', (name, weight, italic, path, expected) => {
    expect(found.findFace(name, weight, italic)).toMatchObject({ path, weight: expected });
  });

  test('upright ones are slanted if there is no italic', () => {
    expect(openLibrary([OWN.light, 'a']).findFace('Own Family', 300, true)).toMatchObject({
      italic: false,
      isSyntheticItalic: true,
    });
  });
});

describe('a variable font', () => {
  it.each([
    [1, 100],
    [450, 450],
    [1000, 900],
  ])('uses the weight %s as %s', (weight, expected) => {
    expect(openLibrary([FONT_FILES.variable, 'x']).findFace('Noto Sans SC', weight)).toMatchObject({
      weight: expected,
    });
  });

  test('accepts a word as a weight', () => {
    expect(openLibrary([FONT_FILES.variable, 'x']).findFace('Noto Sans SC SemiBold')).toMatchObject({
      weight: 600,
    });
  });

  test('is slanted by its axes', () => {
    const font: CustomFont = {
      ...openCustomFont(FONT_FILES.variable, 'x'),
      axes: { wght: { min: 100, max: 900 }, slnt: { min: -10, max: 0 }, ital: { min: 0, max: 1 } },
    };
    const italic = { italic: true, axes: { ital: 1, slnt: -10 } };
    expect(findNearestFace([font], 400, true)).toMatchObject(italic);
    expect(findNearestFace([font], 400, true)).not.toHaveProperty('isSyntheticItalic');
    expect(findNearestFace([font], 400, false)).not.toHaveProperty('axes');
  });
});

/** Returns the pixels of a text. */
function drawText(
  text: string,
  found: FontLibrary,
  ...asked: Parameters<FontLibrary['findFace']>
): Uint8ClampedArray {
  const context = createCanvas(500, 100).getContext('2d');
  const textFonts = selectFonts(text, found.findFace(...asked));
  applyFonts(context, textFonts, 60);
  context.fillText(textFonts.text, 20, 75);
  return context.getImageData(0, 0, 500, 100).data;
}

function countInk(pixels: Uint8ClampedArray): number {
  return pixels.reduce((sum, value, index) => (index % 4 === 3 ? sum + value : sum), 0);
}

describe('what is drawn', () => {
  test('is the font of the edit, equal to the same file as a built-in font', () => {
    const own = openLibrary([OWN.extraBold, 'a']);
    expect(drawText('Hello', own, 'Own Family')).toEqual(
      drawText('Hello', BUILT_IN_FONTS, 'Montserrat', 800),
    );
  });

  test('has any weight of a variable font', () => {
    const own = openLibrary([FONT_FILES.variable, 'x']);
    const inks = [300, 350, 400, 700].map((weight) => countInk(drawText('Hello', own, 'x', weight)));
    expect(inks).toEqual(inks.toSorted((a, b) => a - b));
    expect(new Set(inks).size).toBe(4);
  });

  test('is slanted by a quarter of its height if there is no italic', () => {
    const left = (pixels: Uint8ClampedArray, row: number): number => {
      for (let x = 0; x < 500; x++) if ((pixels[(row * 500 + x) * 4 + 3] ?? 0) > 127) return x;
      return NaN;
    };
    const upright = drawText('I', BUILT_IN_FONTS, 'Didact Gothic');
    const leaned = drawText('I', BUILT_IN_FONTS, 'Didact Gothic', 400, true);
    expect(left(upright, 40) - left(upright, 70)).toBe(0);
    expect(Math.abs(left(leaned, 40) - left(leaned, 70) - 30 / 4)).toBeLessThanOrEqual(1);
  });

  test('uses fallback fonts for characters that the font lacks', () => {
    const own = openLibrary([FONT_FILES.woff, 'x']);
    expect(selectFonts('aЖ我😀', own.findFace('x')).missing).toEqual([]);
    expect(countInk(drawText('Ж', own, 'x'))).toBeGreaterThan(1000);
  });

  test('is the right one of two files with the same name', () => {
    const one = copyRenamed(FONT_FILES.light, 'Montserrat', 'One Family', 'same.ttf');
    const own = openLibrary([one, 'a'], [OWN.extraBold, 'b']);
    expect(countInk(drawText('Hello', own, 'One Family'))).toBeLessThan(
      countInk(drawText('Hello', own, 'Own Family')),
    );
  });
});

describe('an unusable font file', () => {
  const ttf = readFileSync(FONT_FILES.light);

  it.each<[string, Uint8Array | string, string]>([
    ['text', 'hello', 'is not a font that can be read: the file is damaged'],
    ['the beginning of a font', ttf.subarray(0, 3000), 'the file is damaged'],
    ['a font of zeros', Buffer.concat([ttf.subarray(0, 300), Buffer.alloc(9000)]), 'the file is damaged'],
    [
      'a collection',
      Buffer.concat([Buffer.from('ttcf\0\x01\0\0\0\0\0\x01\0\0\0\x10', 'latin1'), ttf]),
      'is a collection of fonts; use a file with a single font',
    ],
  ])('is an error: %s', (name, bytes, message) => {
    expect(() => openCustomFont(writeFont(`${name}.ttf`, bytes), 'x')).toThrow(message);
  });
});

test('an unknown font is an error that names the nearest of all fonts', () => {
  const own = openLibrary([OWN.light, 'a'], [OWN.extraBold, 'b']);
  expect(() => own.findFace('Own Famly')).toThrow(
    `"Own Famly" is not a known font; the nearest is "Own Family" (known fonts: Own Family, ${FAMILY_NAMES.join(', ')}); add the files of other fonts to timeline.fonts.`,
  );
  expect(() => own.findFace('Robotto')).toThrow('the nearest is "Roboto"');
});

test('all built-in fonts except the emoji font contain Latin-1', () => {
  const characters = Array.from({ length: 0x100 }, (_, code) => String.fromCodePoint(code)).join('');
  for (const name of FAMILY_NAMES)
    for (const weight of [100, 200, 300, 400, 500, 600, 700, 800, 900])
      for (const italic of [false, true]) {
        const { hasLatin1, ...face } = BUILT_IN_FONTS.findFace(name, weight, italic);
        const all = selectFonts(characters, face).fonts.length === 1;
        expect(all, `${name} ${weight}`).toBe(hasLatin1);
      }
});
