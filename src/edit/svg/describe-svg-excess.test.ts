import { gzipSync } from 'node:zlib';
import { describe, expect, it, test } from 'vitest';
import { describeSvgExcess } from './describe-svg-excess.ts';
import { HOSTILE_SVGS, pngOf } from './hostile-svgs.fixture.ts';

function nestGroups(count: number, inner = '<rect width="1" height="1"/>'): string {
  return `<svg>${'<g opacity=".9">'.repeat(count)}${inner}${'</g>'.repeat(count)}</svg>`;
}

/** Groups that each use the next one. @param times how often. */
function chainUses(length: number, times = 1): string {
  const groups = Array.from(
    { length },
    (_, index) => `<g id="a${index}">${`<use href="#a${index + 1}"/>`.repeat(times)}</g>`,
  );
  return `<svg><defs>${groups.join('')}</defs><use xlink:href="#a0"/></svg>`;
}

test('elements may be nested up to fifty levels', () => {
  // The outermost and the innermost are elements, too.
  expect(describeSvgExcess(nestGroups(48))).toBeUndefined();
  expect(describeSvgExcess(nestGroups(49))).toMatch(/^nests more than 50 elements/);
  expect(describeSvgExcess(nestGroups(40_000))).toMatch(/^nests more than 50 elements/);
});

test('a referenced element counts at each use', () => {
  expect(describeSvgExcess(chainUses(20))).toBeUndefined();
  expect(describeSvgExcess(chainUses(30))).toMatch(/^nests more than 50 elements/);
  expect(describeSvgExcess(chainUses(3, 10))).toBeUndefined();
  expect(describeSvgExcess(chainUses(6, 10))).toMatch(/^draws more than 100,000 elements/);
  expect(describeSvgExcess('<svg><g id="a"><use href="#a"/></g></svg>')).toBeUndefined();
});

const SHADOW = '<filter id="f"><feOffset dx="1"/><feGaussianBlur stdDeviation="2"/><feMerge/></filter>';

it.each([
  ['an attribute', '', '<rect filter="url(#f)"/>'],
  ['an inline style', '', `<rect style="fill:red; filter : url('#f')"/>`],
])('filter steps referenced by %s count each time', (_, style, rect) => {
  const drawing = (count: number): string => `<svg>${style}<defs>${SHADOW}</defs>${rect.repeat(count)}</svg>`;
  expect(describeSvgExcess(drawing(100))).toBeUndefined();
  expect(describeSvgExcess(drawing(125))).toMatch(/^has more than 500 filter steps/);
});

it.each(['.soft', 'g > rect', '*', 'circle, rect.soft'])('filters in a style for "%s" count', (selector) => {
  const style = `<style>text { fill: red } ${selector} { filter: url(#f) }</style>`;
  const drawing = (count: number): string => `<svg>${style}${'<rect class="x soft"/>'.repeat(count)}</svg>`;
  expect(describeSvgExcess(drawing(400))).toBeUndefined();
  expect(describeSvgExcess(drawing(501))).toMatch(/^has more than 500 filter steps/);
});

test('elements that are not drawn do not count', () => {
  const comment = `<!-- ${'<g>'.repeat(60)} -->`;
  expect(
    describeSvgExcess(`<svg>${comment}<style><![CDATA[${'<g>'.repeat(60)}]]></style></svg>`),
  ).toBeUndefined();
});

test('entities must not hide elements', () => {
  expect(describeSvgExcess('<!DOCTYPE svg [<!ENTITY a "<g></g>">]><svg>&a;</svg>')).toMatch(
    /^has entities that contain markup/,
  );
  expect(describeSvgExcess('<!DOCTYPE svg [<!ENTITY a "&#60;g/>">]><svg>&a;</svg>')).toMatch(
    /^has entities that contain markup/,
  );
  expect(describeSvgExcess('<!DOCTYPE svg [<!ENTITY a "red">]><svg fill="&a;"/>')).toBeUndefined();
});

test('entities must be few and short', () => {
  const declare = (count: number, text: string): string =>
    `<!DOCTYPE svg [${Array.from({ length: count }, (_, index) => `<!ENTITY e${index} "${text}">`).join('')}]>`;
  expect(describeSvgExcess(`${declare(200, 'red')}<svg fill="&e7;"/>`)).toBeUndefined();
  expect(describeSvgExcess(`${declare(201, 'red')}<svg/>`)).toMatch(/^has more than 200 entities/);
  const long = `${declare(1, 'a'.repeat(9000))}<svg>${'<g id="&e0;"/>'.repeat(200)}</svg>`;
  expect(describeSvgExcess(long)).toMatch(/^has entities that become more than a million characters/);
  const empty = `<!DOCTYPE svg [<!ENTITY z "">${Array.from({ length: 20 }, (_, index) => `<!ENTITY e${index} "${`&${index === 0 ? 'z' : `e${index - 1}`};`.repeat(99)}">`).join('')}]>`;
  expect(describeSvgExcess(`${empty}<svg fill="&e19;"/>`)).toBeUndefined();
});

test.each([
  ['in an entity', '<!DOCTYPE svg [<!ENTITY e "1000">]>', '&e;'],
  ['in character references', '', '&#49;&#x30;00'],
])('a number is understood %s', (_, doctype, octaves) => {
  const filter = `<filter id="f"><feTurbulence numOctaves="${octaves}"/></filter>`;
  expect(describeSvgExcess(`${doctype}<svg>${filter}</svg>`)).toMatch(/^has more than 500 filter steps/);
});

test.each([
  ['octaves', '<feTurbulence numOctaves="501"/>', '<feTurbulence numOctaves="50"/>'],
  ['a radius', '<feMorphology radius="400"/>', '<feMorphology radius="20"/>'],
  ['a kernel', '<feConvolveMatrix order="120"/>', '<feConvolveMatrix order="9 9"/>'],
])('a filter step counts by its %s', (_, hostile, fine) => {
  expect(describeSvgExcess(`<svg><filter>${hostile}</filter></svg>`)).toMatch(
    /^has more than 500 filter steps/,
  );
  expect(describeSvgExcess(`<svg><filter>${fine}</filter></svg>`)).toBeUndefined();
});

test('an inherited pattern counts for every element inside', () => {
  const pattern = `<pattern id="p">${'<rect/>'.repeat(100)}</pattern>`;
  const drawing = (count: number): string =>
    `<svg>${pattern}<g fill="url(#p)">${'<rect/>'.repeat(count)}</g></svg>`;
  expect(describeSvgExcess(drawing(900))).toBeUndefined();
  expect(describeSvgExcess(drawing(1000))).toMatch(/^draws more than 100,000 elements/);
});

test('a marker counts for every point of a path', () => {
  const marker = `<marker id="m">${'<rect/>'.repeat(100)}</marker>`;
  const drawing = (points: number): string =>
    `<svg><style>path { marker-mid: url(#m) }</style>${marker}<path d="${'L10 '.repeat(points)}"/></svg>`;
  expect(describeSvgExcess(drawing(500))).toBeUndefined();
  expect(describeSvgExcess(drawing(1000))).toMatch(/^draws more than 100,000 elements/);
});

function gifOf(width: number, height: number): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\0\0\0', 'latin1');
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  return head;
}

/** Returns a JPEG whose size follows a segment of metadata. */
function jpegOf(width: number, height: number): Buffer {
  const frame = Buffer.from('\xff\xd8\xff\xe0\0\x04ab\xff\xc2\0\x11\x08\0\0\0\0...', 'latin1');
  frame.writeUInt16BE(height, 13);
  frame.writeUInt16BE(width, 15);
  return frame;
}

describe('an embedded image counts', () => {
  const embed = (type: string, bytes: Buffer): string =>
    `<svg><image xlink:href="data:image/${type};base64,${bytes.toString('base64')}"/></svg>`;

  test.each([
    ['png', (side: number) => pngOf(side, side)],
    ['gif', (side: number) => gifOf(side, side)],
    ['jpeg', (side: number) => jpegOf(side, side)],
  ])('by the pixels of a %s', (type, make) => {
    expect(describeSvgExcess(embed(type, make(10_000)))).toBeUndefined();
    expect(describeSvgExcess(embed(type, make(10_001)))).toMatch(/^embeds more than 100 megapixels/);
  });

  test('by the content of a drawing', () => {
    const deep = Buffer.from(nestGroups(60));
    const filters = Buffer.from(`<svg><filter>${'<feFlood/>'.repeat(501)}</filter></svg>`);
    expect(describeSvgExcess(embed('svg+xml', deep))).toMatch(/^nests more than 50 elements/);
    expect(describeSvgExcess(embed('svg+xml', filters))).toMatch(/^has more than 500 filter steps/);
    expect(
      describeSvgExcess(
        `<svg><image href="data:image/svg+xml,${encodeURIComponent(String(filters))}"/></svg>`,
      ),
    ).toMatch(/^has more than 500 filter steps/);
    expect(describeSvgExcess(embed('svg+xml', gzipSync(filters)))).toMatch(/^embeds a compressed SVG/);
    expect(describeSvgExcess(embed('svg+xml', Buffer.from('<svg/>')))).toBeUndefined();
  });
});

test('a marked-up text that does not end is left to the renderer', () => {
  for (const opener of ['<!--', '<![CDATA[', '<?a', '<g ', '<g a="', '<!DOCTYPE svg ['])
    expect(describeSvgExcess(`<svg>${opener.repeat(50_000)}`)).toBeUndefined();
});

/** Drawings that are quick, not well-formed, or ended by the time limit of the renderer. */
const LEFT_TO_THE_RENDERER = new Set([
  'blur with 1e6',
  'a filter region of 1e9',
  'a pattern with tiny tiles',
  'a pattern with a huge tile',
  '10,000 masked elements',
  '10,000 layers',
  '10,000 layers by style',
  'dashes of 0.001 in 2,000 paths',
  'a stroke of 1e9',
  'round strokes of a path of 60,000 points',
  'coordinates of 1e30',
  '100,000 comments that do not end',
  '60,000 comments',
  '50,000 CDATA openers',
  '100,000 svg openers',
  '100,000 processing instructions',
  '40,000 elements with ids',
  '5,000 gradients',
  'a gradient with 25,000 stops',
  'nested svg elements, 45 levels',
  '300 groups with 40 layers',
  'switch, nested 45 levels',
  'a filter image of itself',
  '300 paths with 100 curves, enlarged',
]);

test.each(Object.entries(HOSTILE_SVGS))('%s', (name, make) => {
  if (LEFT_TO_THE_RENDERER.has(name)) expect(describeSvgExcess(make())).toBeUndefined();
  else expect(describeSvgExcess(make())).toMatch(/^(has|draws|nests|embeds|compares) .*; /);
});
