import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, test } from 'vitest';
import { type Drawn, drawn } from '../compose/drawn.ts';
import { FILES } from '../fonts/fonts.fixture.ts';
import { BUILT_IN, fontsWith } from '../fonts/fonts.ts';
import { openFont } from '../fonts/own-font.ts';
import { svgDrawing } from './svg.ts';
import { svgFonts } from './svg-fonts.ts';

const OUTPUT = { width: 200, height: 100 };

/** Draws markup on the whole output, or at a scale from its top left corner. */
async function draw(src: string, scale = 1, fonts = BUILT_IN): Promise<Drawn | undefined> {
  const whole = { x: 0, y: 0, width: OUTPUT.width * scale, height: OUTPUT.height * scale };
  return drawn(await svgDrawing({ type: 'svg', src }, OUTPUT, fonts), 0, { whole, visible: whole }, OUTPUT);
}

async function ink(src: string, scale?: number): Promise<Drawn> {
  const found = await draw(src, scale);
  if (!found) throw new Error('Nothing is seen.');
  return found;
}

function svg(inner: string, attributes = 'viewBox="0 0 100 100"'): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inner}</svg>`;
}

function box({ x, y, width, height }: Drawn): number[] {
  return [x, y, width, height];
}

/** Red, green, blue and alpha in the middle of what is seen. */
function middle({ pixels: { data, width, height } }: Drawn): number[] {
  const at = ((height >> 1) * width + (width >> 1)) * 4;
  return [...data.subarray(at, at + 4)];
}

const FULL = '<rect width="100%" height="100%" fill="#ff8000"/>';

describe('a drawing is as large as fits, in the middle', () => {
  it.each<[string, string, number[]]>([
    ['square', svg(FULL), [50, 0, 100, 100]],
    ['wide', svg(FULL, 'viewBox="0 0 400 100"'), [0, 25, 200, 50]],
    ['by its size in pixels', svg(FULL, 'width="20" height="10"'), [0, 0, 200, 100]],
    [
      'without the name of its kind',
      '<svg viewBox="0 0 10 10"><rect width="10" height="10"/></svg>',
      [50, 0, 100, 100],
    ],
    ['with a preamble', `<?xml version="1.0"?>\n<!-- made by hand -->\n${svg(FULL)}`, [50, 0, 100, 100]],
  ])('%s', async (_, markup, expected) => {
    expect(box(await ink(markup))).toEqual(expected);
  });

  test('at any scale as sharp as that', async () => {
    const found = await ink(svg('<rect x="25" y="25" width="25" height="25"/>', 'viewBox="0 0 200 100"'), 2);
    expect(box(found)).toEqual([50, 50, 50, 50]);
    expect(found.pixels.data.every((value, index) => index % 4 !== 3 || value === 255)).toBe(true);
  });
});

test('colours and opacity are those of the drawing', async () => {
  expect(middle(await ink(svg(FULL)))).toEqual([255, 128, 0, 255]);
  const [red = 0, green = 0, blue, alpha] = middle(await ink(svg(`<g opacity="0.5">${FULL}</g>`)));
  expect(Math.abs(red - 255) + Math.abs(green - 128)).toBeLessThanOrEqual(3);
  expect([blue, alpha]).toEqual([0, 128]);
});

describe('nothing is taken from outside of the drawing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-svg-'));
  const file = join(folder, 'a.svg');
  writeFileSync(file, svg(FULL));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each<[string, string]>([
    ['a file by its path', file],
    ['a file by its address', `file://${file}`],
    ['an address', 'http://127.0.0.1:9/a.png'],
  ])('%s', async (_, href) => {
    expect(await draw(svg(`<image href="${href}" width="100" height="100"/>`))).toBeUndefined();
  });

  test('but a picture inside of it is seen', async () => {
    const inner = Buffer.from(svg(FULL)).toString('base64');
    const href = `data:image/svg+xml;base64,${inner}`;
    expect(box(await ink(svg(`<image href="${href}" width="100" height="100"/>`)))).toEqual([
      50, 0, 100, 100,
    ]);
  });
});

describe('what is no drawing is told', () => {
  it.each<[string, string, RegExp]>([
    [
      'text',
      'hello',
      /^is not the markup of an SVG, "<svg \.\.\.>"; a file of one goes into an asset of type "image"\.$/,
    ],
    ['another kind of XML', '<html/>', /^is not an SVG that can be drawn: .*root node\.$/],
    [
      'an entity from a file',
      '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>',
      /unknown entity reference/,
    ],
    [
      'entities that grow without end',
      `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">${Array.from('bcdefghij', (name, index) => `<!ENTITY ${name} "${`&${'abcdefghi'[index]};`.repeat(10)}">`).join('')}]>${svg('<text>&j;</text>')}`,
      /entity reference loop/,
    ],
  ])('%s', async (_, src, message) => {
    await expect(draw(src)).rejects.toMatchObject({
      name: 'SvgError',
      message: expect.stringMatching(message) as string,
    });
  });

  test('and a drawing that is too thin to be seen is not drawn', async () => {
    expect(await draw(svg(FULL, 'width="3000" height="1"'))).toBeUndefined();
  });
});

describe('texts', () => {
  const text = (words: string, style = ''): string =>
    svg(`<text x="5" y="60" font-size="30" ${style}>${words}</text>`);

  test('are drawn in fonts of ours', async () => {
    const plain = await ink(text('Hello'));
    expect(plain.width).toBeGreaterThan(50);
    expect(box(await ink(text('Hello', 'font-family="Permanent Marker"')))).not.toEqual(box(plain));
    expect((await ink(text('Hello', 'font-weight="700"'))).width).toBeGreaterThan(plain.width);
  });

  test('have letters that Open Sans lacks', async () => {
    expect((await ink(text('مرحبا'))).width).toBeGreaterThan(20);
    expect(svgFonts(text('مرحبا'), BUILT_IN).missing).toEqual([]);
  });

  test('have none for Chinese and emoji, which is known before', () => {
    expect(svgFonts(text('a我b😀'), BUILT_IN).missing).toEqual(['我', '😀']);
  });

  const widths = (...styles: readonly string[]): Promise<number[]> =>
    Promise.all(styles.map(async (style) => (await ink(text('Hello', style))).width));

  test('are in any family of ours, however it is named', async () => {
    const [plain = 0, wide = 0, spaced, first] = await widths(
      '',
      'font-family="MovLette"',
      `style="font-family: 'Mov Lette', serif; fill: red"`,
      'font-family="Helvetica, movlette"',
    );
    expect(wide).toBeGreaterThan(1.3 * plain);
    expect([spaced, first]).toEqual([wide, wide]);
  });

  test('have the weights that they name, in numbers or in the name', async () => {
    const [black, named, regular = 0] = await widths(
      'font-family="Montserrat" font-weight="900"',
      'font-family="Montserrat Black"',
      'font-family="Montserrat"',
    );
    expect(named).toBe(black);
    expect(black).toBeGreaterThan(1.05 * regular);
  });

  test('may be in a font that the edit brings', async () => {
    const fonts = fontsWith([openFont(FILES.extraBold, 'My Brand'), openFont(FILES.woff, 'packed')]);
    const brought = async (style: string): Promise<Drawn> => {
      const found = await draw(text('Hello', style), 1, fonts);
      if (!found) throw new Error('Nothing is seen.');
      return found;
    };
    const same = await ink(text('Hello', 'font-family="Montserrat" font-weight="800"'));
    expect((await brought('font-family="my brand"')).pixels).toEqual(same.pixels);
    expect((await brought('font-family="packed"')).pixels).not.toEqual((await brought('')).pixels);
  });

  test('cannot be in a font of a form that the program does not read, which is known before', () => {
    const fonts = fontsWith([openFont(FILES.variable, 'My Brand')]);
    const { unusable, missing } = svgFonts(text('Hello', 'font-family="My Brand"'), fonts);
    expect({ unusable, missing }).toEqual({ unusable: ['My Brand'], missing: [] });
  });

  test('need no fonts where there are none', () => {
    expect(svgFonts(svg(FULL), BUILT_IN)).toEqual({ files: [], missing: [], unusable: [], unknown: [] });
  });
});

it.each([
  ['one that is far too long', svg(FULL, 'viewBox="0 0 1 100000000"'), 'more than 4096 times as long'],
  ['an address', 'https://example.com/logo.svg', 'a file of one goes into an asset of type "image"'],
  ['a path', '../logo.svg', 'a file of one goes into an asset of type "image"'],
  [
    'too many groups',
    svg('<g opacity=".9">'.repeat(200) + FULL + '</g>'.repeat(200)),
    'more than 50 elements',
  ],
])('%s is refused', async (_, markup, reason) => {
  await expect(draw(markup)).rejects.toThrow(reason);
});
