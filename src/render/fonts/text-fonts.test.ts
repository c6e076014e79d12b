import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import { describe, expect, it, test } from 'vitest';
import { BUILT_IN_FONTS } from './font-library.ts';
import { applyFonts, selectFonts } from './text-fonts.ts';

const OPEN_SANS = BUILT_IN_FONTS.findFace('Open Sans', undefined);

/** Returns the fallback fonts of a text in Open Sans, without the common prefix of their names. */
function fallbackFontsOf(text: string, weight?: number): string[] {
  const { fonts } = selectFonts(text, BUILT_IN_FONTS.findFace('Open Sans', weight));
  return fonts.slice(1).map((name) => name.replace(/^Kinora /, ''));
}

describe('characters that a font lacks come from another font of Kinora', () => {
  it.each<[string, string, RegExp]>([
    ['Arabic', 'مرحبا بالعالم', /^NotoSansArabic_400Regular$/],
    ['Devanagari', 'नमस्ते', /^NotoSansDevanagari_400Regular$/],
    ['Thai', 'สวัสดีครับ', /^NotoSansThai_400Regular$/],
    ['Chinese', '我喜欢音乐', /^noto-sans-sc-/],
    ['traditional Chinese', '繁體中文臺灣龍龜', /^noto-sans-(sc|jp)-/],
    ['Japanese', '東京です', /^noto-sans-jp-/],
    ['Korean', '안녕하세요', /^noto-sans-kr-/],
    ['emoji', '😀👨‍👩‍👧👍🏽🇩🇪❤️', /^NotoColorEmoji_400Regular$/],
    ['signs', '✓★', /^(NotoSansSymbols2_400Regular|noto-sans-sc-\d+-wght-normal)$/],
  ])('%s', (_, text, expected) => {
    const found = fallbackFontsOf(text);
    expect(found.length).toBeGreaterThan(0);
    for (const name of found) expect(name).toMatch(expected);
    expect(selectFonts(text, OPEN_SANS).missing).toEqual([]);
  });

  test('including Hebrew, Greek and Cyrillic for a font that has only Latin', () => {
    const { fonts, missing } = selectFonts('aשלום Ωμέγα Жизнь', BUILT_IN_FONTS.findFace('Arapey', undefined));
    expect(missing).toEqual([]);
    expect(fonts).toEqual(['Kinora Arapey_400Regular', 'Kinora OpenSans_400Regular']);
  });

  test('with the same weight', () => {
    expect(fallbackFontsOf('مرحبا', 700)).toEqual(['NotoSansArabic_700Bold']);
  });

  test('but not if the font has all characters', () => {
    expect(fallbackFontsOf('Grüße, Жизнь Ωμέγα\t— “été” 100 %\u00ad\u200b\n')).toEqual([]);
  });
});

describe('a character that no font has', () => {
  test('becomes one box, with its accents', () => {
    const { text, missing } = selectFonts('a\u{13000}\u0301b\u{13000}', OPEN_SANS);
    expect(text).toBe('a□b□');
    expect(missing).toEqual(['\u{13000}']);
  });

  test('is drawn as that box', () => {
    expect(inkOf('\u{13000}', 400)).toBeGreaterThan(0);
  });
});

/** Returns the sum of the alpha of a text at 60 px. */
function inkOf(text: string, weight: number): number {
  const context = createCanvas(800, 120).getContext('2d');
  const textFonts = selectFonts(text, BUILT_IN_FONTS.findFace('Open Sans', weight));
  applyFonts(context, textFonts, 60);
  context.fillText(textFonts.text, 10, 80);
  const { data } = context.getImageData(0, 0, 800, 120);
  let sum = 0;
  for (let at = 3; at < data.length; at += 4) sum += data[at] ?? 0;
  return sum;
}

test.each([['音楽です'], ['음악'], ['我喜欢']])('%s has the weight that is asked for', (text) => {
  expect(inkOf(text, 400)).toBeGreaterThan(1.3 * inkOf(text, 300));
  expect(inkOf(text, 800)).toBeGreaterThan(1.3 * inkOf(text, 400));
});

describe('a mark that no font has', () => {
  test('is left out, and its letter stays', () => {
    expect(selectFonts('S\u0336A\u0336', OPEN_SANS)).toMatchObject({ text: 'SA', missing: ['\u0336'] });
  });

  test('is part of the box of a letter that no font has', () => {
    expect(selectFonts('\u{13000}\u0336a', OPEN_SANS).text).toBe('\u25a1a');
  });

  test('is a box if it stands alone', () => {
    expect(selectFonts('\u0336', OPEN_SANS).text).toBe('\u25a1');
  });
});

test('letters that a font lacks come from its companions first', () => {
  // MovLette has no Cyrillic, and Open Sans would be the first of the built-in ones.
  const face = BUILT_IN_FONTS.findFace('MovLette');
  const companion = BUILT_IN_FONTS.findFace('Roboto');
  const { fonts } = selectFonts('a\u0416', { ...face, companions: [companion.path] });
  expect(fonts.slice(1)).toEqual([expect.stringContaining('Roboto')]);
});

test("a system font with the name of one of Kinora's fonts has no effect", () => {
  const before = inkOf('Hello', 400);
  GlobalFonts.registerFromPath(BUILT_IN_FONTS.findFace('Permanent Marker', undefined).path, 'Open Sans');
  expect(inkOf('Hello', 400)).toBe(before);
});

test('every character is drawn without system fonts', () => {
  for (const character of 'aЖΩשمनส我す안😀✓') expect(inkOf(character, 400), character).toBeGreaterThan(1000);
});
