import { expect, test } from 'vitest';
import { KinoraError } from '../../base/errors.ts';
import type { DrawnAsset } from '../resolve/timeline.ts';
import { BUILT_IN_FONTS } from '../fonts/font-library.ts';
import { checkFonts } from './asset-drawing.ts';

function failureOf(asset: DrawnAsset): string {
  try {
    checkFonts(asset, BUILT_IN_FONTS, 'asset');
    return 'none';
  } catch (error) {
    return error instanceof KinoraError ? `${error.code}: ${error.message}` : String(error);
  }
}

test('a font that is not known is told, with its field', () => {
  expect(failureOf({ type: 'text', text: '', font: { family: 'Comic Sans' } })).toMatch(
    /^font_not_found: asset\.font\.family: "Comic Sans" is not a known font/,
  );
  expect(failureOf({ type: 'text', text: '', font: { weight: 700 } })).toBe('none');
});

test('letters that no font has are a warning, each once', () => {
  expect(
    checkFonts(
      { type: 'text', text: 'Grüße,\tЖизнь 日本 😀\nΩ — “été”\u00ad\u200b' },
      BUILT_IN_FONTS,
      'asset',
    ),
  ).toEqual([]);
  expect(checkFonts({ type: 'text', text: 'A\u{13000}\u{13001}\u{13000}' }, BUILT_IN_FONTS, 'asset')).toEqual(
    [
      {
        field: 'asset.text',
        text: 'asset.text: no font has a letter for "\u{13000}", "\u{13001}"; a box stands there instead.',
      },
    ],
  );
});

test('letters of an ellipsis that no font has are a warning of their own', () => {
  expect(checkFonts({ type: 'text', text: 'A', ellipsis: '\u{13000}' }, BUILT_IN_FONTS, 'asset')).toEqual([
    {
      field: 'asset.ellipsis',
      text: 'asset.ellipsis: no font has a letter for "\u{13000}"; a box stands there instead.',
    },
  ]);
});

test('a font that texts in a drawing cannot be in is a warning', () => {
  const src = '<svg><text font-family="Clear Sans">A</text></svg>';
  expect(checkFonts({ type: 'svg', src }, BUILT_IN_FONTS, 'asset')).toEqual([
    {
      field: 'asset.src',
      text: 'asset.src: texts in a drawing cannot be in "Clear Sans", which is a WOFF2 file; they are in Open Sans instead.',
    },
  ]);
});

test('a font that texts in a drawing name and that is not known is a warning, with the nearest', () => {
  const warnings = (family: string): string[] =>
    checkFonts(
      { type: 'svg', src: `<svg><text font-family="${family}">A</text></svg>` },
      BUILT_IN_FONTS,
      'asset',
    ).map(({ text }) => text);
  const start =
    /^asset\.src: a text in a drawing is in Open Sans instead of the font it names: "Robotto" is not a known font; the nearest is "Roboto"/;
  for (const family of ['Robotto', "'Robotto', serif", 'Robotto, Montserratt']) {
    expect(warnings(family)).toEqual([expect.stringMatching(start)]);
  }
  for (const family of ['Robotto, Roboto, serif', 'sans-serif', 'open sans'])
    expect(warnings(family)).toEqual([]);
});

test('what a drawing has outside of itself is a warning; what it has inside is none', () => {
  const warnings = (inside: string): string[] =>
    checkFonts({ type: 'svg', src: `<svg>${inside}</svg>` }, BUILT_IN_FONTS, 'asset').map(({ text }) => text);
  expect(warnings('<image width="9" xlink:href="http://a.example/x.png"/><use href="b.svg#c"/>')).toEqual([
    'asset.src: a drawing shows only what is in its own markup; what it takes from elsewhere is left out (2 in all).',
  ]);
  const own = '<image href="data:image/png;base64,AA=="/><use href="#a"/><a href="http://a.example"><g/></a>';
  expect(warnings(own)).toEqual([]);
});
