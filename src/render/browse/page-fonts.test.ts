import { basename } from 'node:path';
import { expect, it, test } from 'vitest';
import { createFontRule, findCjkFonts, findNamedFace, listSystemFonts, parseFamilies } from './page-fonts.ts';

it.each([
  ['Roboto', ['Roboto']],
  ['"Open Sans", Arial, sans-serif', ['Open Sans', 'Arial']],
  ['Arial, "Open Sans"', ['Arial', 'Open Sans']],
  [String.raw`"a \"b\", c", ui-monospace, d e`, ['a "b", c', 'd e']],
  ['serif', []],
])('finds the fonts of %s', (stack, names) => {
  expect(parseFamilies(stack)).toEqual(names);
});

it.each([
  ['Montserrat ExtraBold', 'Montserrat_800ExtraBold.ttf'],
  ['montserrat-lightItalic', 'Montserrat_300Light_Italic.ttf'],
  ['OpenSans', 'OpenSans_400Regular.ttf'],
  ['Montserat', undefined],
])('identifies the face of %s', (name, file) => {
  const face = findNamedFace(name);
  expect(face && basename(face.path)).toBe(file);
});

test('a font rule escapes the family name', () => {
  const font = { family: '"}</style>', path: '/a.ttf', characters: ['日', '😀'] };
  expect(createFontRule(font, 'https://a.example/1')).toBe(
    String.raw`@font-face{font-family:"\22 }\3c /style>";src:url("https://a.example/1");font-weight:1 1000;font-style:normal;unicode-range:U+65e5,U+1f600}`,
  );
});

test('the text decides whether the Chinese or the Japanese fallback font comes first', () => {
  const first = (text: string) =>
    findCjkFonts(['直'], text).find(({ family }) => family === 'Kinora 1')?.path;
  expect(first('直')).toContain('noto-sans-sc');
  expect(first('直す')).toContain('noto-sans-jp');
});

test('no two system fonts have the same file name', () => {
  const names = listSystemFonts().map((path) => basename(path));
  expect(new Set(names).size).toBe(names.length);
  expect(names).toContain('NotoColorEmoji_400Regular.ttf');
});
