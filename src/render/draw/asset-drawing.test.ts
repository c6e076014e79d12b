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

test('an unknown font is an error with its field', () => {
  expect(failureOf({ type: 'text', text: '', font: { family: 'Comic Sans' } })).toMatch(
    /^font_not_found: asset\.font\.family: "Comic Sans" is not a known font/,
  );
  expect(failureOf({ type: 'text', text: '', font: { weight: 700 } })).toBe('none');
});

test('characters that no font has are a warning, each once', () => {
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
        text: 'No font has a glyph for "\u{13000}", "\u{13001}". A box is drawn instead.',
      },
    ],
  );
});

test('unknown fonts and missing characters of a span are told with their field', () => {
  const spans = [{ text: 'A' }, { text: '\u{13000}', font: { weight: 700 } }];
  const asset = { type: 'rich-text', text: 'A\u{13000}' } as const;
  expect(checkFonts({ ...asset, spans }, BUILT_IN_FONTS, 'asset')).toEqual([
    { field: 'asset.spans', text: 'No font has a glyph for "\u{13000}". A box is drawn instead.' },
  ]);
  const unknown = [{ text: 'A' }, { text: '\u{13000}', font: { family: 'Comic Sans' } }];
  expect(failureOf({ ...asset, spans: unknown })).toMatch(
    /^font_not_found: asset\.spans\[1\]\.font\.family: /,
  );
});

test('characters of an ellipsis that no font has are a separate warning', () => {
  expect(checkFonts({ type: 'text', text: 'A', ellipsis: '\u{13000}' }, BUILT_IN_FONTS, 'asset')).toEqual([
    {
      field: 'asset.ellipsis',
      text: 'No font has a glyph for "\u{13000}". A box is drawn instead.',
    },
  ]);
});

test('a font that an SVG cannot use is a warning', () => {
  const src = '<svg><text font-family="Clear Sans">A</text></svg>';
  expect(checkFonts({ type: 'svg', src }, BUILT_IN_FONTS, 'asset')).toEqual([
    {
      field: 'asset.src',
      text: 'An SVG cannot use "Clear Sans", because it is a WOFF2 file. Its texts use Open Sans instead.',
    },
  ]);
});

test('an unknown font in an SVG is a warning with the nearest font', () => {
  const warnings = (family: string): string[] =>
    checkFonts(
      { type: 'svg', src: `<svg><text font-family="${family}">A</text></svg>` },
      BUILT_IN_FONTS,
      'asset',
    ).map(({ text }) => text);
  const start =
    /^A text in the SVG uses Open Sans instead of the font it names: "Robotto" is not a known font; the nearest is "Roboto"/;
  for (const family of ['Robotto', "'Robotto', serif", 'Robotto, Montserratt']) {
    expect(warnings(family)).toEqual([expect.stringMatching(start)]);
  }
  for (const family of ['Robotto, Roboto, serif', 'sans-serif', 'open sans'])
    expect(warnings(family)).toEqual([]);
});

test('external references of an SVG are a warning, embedded content is not', () => {
  const warnings = (inside: string): string[] =>
    checkFonts({ type: 'svg', src: `<svg>${inside}</svg>` }, BUILT_IN_FONTS, 'asset').map(({ text }) => text);
  expect(warnings('<image width="9" xlink:href="http://a.example/x.png"/><use href="b.svg#c"/>')).toEqual([
    'An SVG shows only what is in its own markup. External references are left out (2 in all).',
  ]);
  const own = '<image href="data:image/png;base64,AA=="/><use href="#a"/><a href="http://a.example"><g/></a>';
  expect(warnings(own)).toEqual([]);
});

test('references in a comment of an SVG are none', () => {
  const src = '<svg><!-- <use href="other.svg#a"/> --><rect/><!-- <image href="a.png"/></svg>';
  expect(checkFonts({ type: 'svg', src }, BUILT_IN_FONTS, 'asset')).toEqual([]);
});

test('an unknown font of an SVG is looked up once, however many weights there are', () => {
  const weights = Array.from({ length: 500 }, (_, index) => `<g font-weight="${index + 100}"/>`).join('');
  const src = `<svg><text font-family="Unknown">a</text>${weights}</svg>`;
  const asked: string[] = [];
  const fonts: typeof BUILT_IN_FONTS = {
    findFace: (name, ...rest) => {
      asked.push(name);
      return BUILT_IN_FONTS.findFace(name, ...rest);
    },
  };
  checkFonts({ type: 'svg', src }, fonts, 'asset');
  expect(asked.filter((name) => name === 'Unknown')).toHaveLength(1);
});
