import { expect, it } from 'vitest';
import { BUILT_IN_FONTS } from '../../fonts/font-library.ts';
import { listBrowserFeatures, listSvgFeatures } from './svg-features.ts';

const wrap = (inner: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" style="width:50px">${inner}</svg>`;

it.each<[string, string, readonly string[]]>([
  ['an element', '<foreignObject/>', ['foreignObject']],
  ['an element that needs an extension', '<foreignObject requiredExtensions="x"/>', []],
  ['an attribute', '<path pathLength="1"/>', ['pathLength']],
  ['a style', '<g style="transform:none;mask-type:alpha"/>', ['mask-type in a style']],
  ['a function', '<g fill="var(--a, rgb(1,2,3))"/>', ['var()']],
  ['a part of a colour', '<g fill="rgb(1 2 3 / 4%)"/>', ['the way that rgb() is written']],
  ['a selector', '<style>g:nth-child(2), g ~ g, :hover{fill:red}</style>', [':nth-child', 'the selector ~']],
  ['a rule in a rule', '<style>g{rect{fill:red}}</style>', ['nested rules']],
  ['declarations that are no styles', '<style>@font-face{width:1px}</style>', []],
  ['a style that cannot be read', '<g style="fill:attr(a type(<b>))"/>', ['the value of fill']],
  ['names that every object has', '<g __proto__="1" valueOf="1" style="__proto__:1;constructor:1"/>', []],
  [
    'a picture with letters that are no base64',
    '<image width="1" height="1" href="data:image/png;base64,ab_d"/>',
    [],
  ],
  ['the style of the whole drawing in one of its parts', '<g style="width:50px"/>', ['width in a style']],
  ['a text without a size', '<text>a</text>', ['text without font-size']],
  ['a text with the size of its group', '<g font-size="9"><text x="1em">a</text></g>', []],
  [
    'a moved word from right to left',
    '<text font-size="9"><tspan dy="9">\u05d0</tspan></text>',
    ['text from right to left'],
  ],
  [
    'a drawing in the drawing',
    `<image width="1" height="1" href="data:image/svg+xml,${encodeURIComponent(wrap('<textPath/>'))}"/>`,
    ['textPath'],
  ],
])('finds %s', (_what, inner, features) => {
  expect(listBrowserFeatures(wrap(inner))).toEqual(features);
});

it('finds characters that no font of the renderer has', () => {
  expect(listSvgFeatures(wrap('<text font-size="9">\u6211</text>'), BUILT_IN_FONTS)).toEqual([
    'the character "\u6211"',
  ]);
});

it('reads a long style sheet in linear time', () => {
  const css = 'a:not(b){c:d}' + ':not('.repeat(50_000) + '}'.repeat(50_000) + 'a{b:'.repeat(50_000);
  expect(listBrowserFeatures(wrap(`<style>${css}</style>`))).toContain(':not');
});
