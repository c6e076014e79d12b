import { expect, it, test } from 'vitest';
import { describeSvgExcess } from './svg-budget.ts';

function nestGroups(count: number, inner = '<rect width="1" height="1"/>'): string {
  return `<svg>${'<g opacity=".9">'.repeat(count)}${inner}${'</g>'.repeat(count)}</svg>`;
}

/** Groups that each use the next one ten times. */
function chainUses(length: number): string {
  const groups = Array.from(
    { length },
    (_, index) => `<g id="a${index}">${`<use href="#a${index + 1}"/>`.repeat(10)}</g>`,
  );
  return `<svg><defs>${groups.join('')}</defs><use xlink:href="#a0"/></svg>`;
}

test('elements may be nested up to fifty levels', () => {
  // The outermost and the innermost are elements, too.
  expect(describeSvgExcess(nestGroups(48))).toBeUndefined();
  expect(describeSvgExcess(nestGroups(49))).toMatch(/^nests more than 50 elements/);
  expect(describeSvgExcess(nestGroups(200_000))).toMatch(/^nests more than 50 elements/);
});

test('a referenced element counts at each use', () => {
  expect(describeSvgExcess(chainUses(20))).toBeUndefined();
  expect(describeSvgExcess(chainUses(30))).toMatch(/^nests more than 50 elements/);
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
