import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, test, vi } from 'vitest';
import { type DrawnPixels, drawPixels } from '../../compose/layers/draw-pixels.ts';
import { FONT_FILES } from '../../fonts/font-files.fixture.ts';
import { BUILT_IN_FONTS, createFontLibrary } from '../../fonts/font-library.ts';
import { openCustomFont } from '../../fonts/custom-font.ts';
import { createSvgDrawing } from './svg-drawing.ts';
import { findSvgFonts } from './svg-fonts.ts';
import { askThread } from './svg-renderer.ts';

const OUTPUT = { width: 200, height: 100 };

/** Draws markup on the whole output, or at a scale from its top left corner. */
async function draw(src: string, scale = 1, fonts = BUILT_IN_FONTS): Promise<DrawnPixels | undefined> {
  const whole = { x: 0, y: 0, width: OUTPUT.width * scale, height: OUTPUT.height * scale };
  const drawing = await createSvgDrawing({ type: 'svg', src }, { frame: OUTPUT, fonts });
  return drawPixels(drawing, 0, { whole, visible: whole }, OUTPUT);
}

async function drawInk(src: string, scale?: number): Promise<DrawnPixels> {
  const found = await draw(src, scale);
  if (!found) throw new Error('Nothing is seen.');
  return found;
}

function wrapSvg(inner: string, attributes = 'viewBox="0 0 100 100"'): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inner}</svg>`;
}

function boxOf({ x, y, width, height }: DrawnPixels): number[] {
  return [x, y, width, height];
}

/** Returns red, green, blue and alpha in the centre of the ink. */
function middlePixelOf({ pixels: { data, width, height } }: DrawnPixels): number[] {
  const at = ((height >> 1) * width + (width >> 1)) * 4;
  return [...data.subarray(at, at + 4)];
}

const FULL = '<rect width="100%" height="100%" fill="#ff8000"/>';

describe('an SVG is as large as fits, and centred', () => {
  it.each<[string, string, number[]]>([
    ['square', wrapSvg(FULL), [50, 0, 100, 100]],
    ['wide', wrapSvg(FULL, 'viewBox="0 0 400 100"'), [0, 25, 200, 50]],
    ['by its size in pixels', wrapSvg(FULL, 'width="20" height="10"'), [0, 0, 200, 100]],
    [
      'without a namespace',
      '<svg viewBox="0 0 10 10"><rect width="10" height="10"/></svg>',
      [50, 0, 100, 100],
    ],
    ['with a preamble', `<?xml version="1.0"?>\n<!-- made by hand -->\n${wrapSvg(FULL)}`, [50, 0, 100, 100]],
  ])('%s', async (_, markup, expected) => {
    expect(boxOf(await drawInk(markup))).toEqual(expected);
  });

  test('and seen at ten times its size if it is thinner than a pixel', async () => {
    const src = wrapSvg(FULL, 'viewBox="0 0 1000 1"');
    const drawing = await createSvgDrawing({ type: 'svg', src }, { frame: OUTPUT, fonts: BUILT_IN_FONTS });
    const whole = { x: 0, y: -450, width: 10 * OUTPUT.width, height: 10 * OUTPUT.height };
    const found = drawPixels(drawing, 0, { whole, visible: whole }, OUTPUT);
    expect(found && boxOf(found)).toEqual([0, 49, 200, 2]);
  });

  test('and sharp at any scale', async () => {
    const found = await drawInk(
      wrapSvg('<rect x="25" y="25" width="25" height="25"/>', 'viewBox="0 0 200 100"'),
      2,
    );
    expect(boxOf(found)).toEqual([50, 50, 50, 50]);
    expect(found.pixels.data.every((value, index) => index % 4 !== 3 || value === 255)).toBe(true);
  });
});

test('colours and opacity are those of the SVG', async () => {
  expect(middlePixelOf(await drawInk(wrapSvg(FULL)))).toEqual([255, 128, 0, 255]);
  const [red = 0, green = 0, blue, alpha] = middlePixelOf(
    await drawInk(wrapSvg(`<g opacity="0.5">${FULL}</g>`)),
  );
  expect(Math.abs(red - 255) + Math.abs(green - 128)).toBeLessThanOrEqual(3);
  expect([blue, alpha]).toEqual([0, 128]);
});

describe('an SVG cannot load external content', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-svg-'));
  const file = join(folder, 'a.svg');
  writeFileSync(file, wrapSvg(FULL));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each<[string, string]>([
    ['a file by its path', file],
    ['a file by its URL', `file://${file}`],
    ['an address', 'http://127.0.0.1:9/a.png'],
  ])('%s', async (_, href) => {
    expect(await draw(wrapSvg(`<image href="${href}" width="100" height="100"/>`))).toBeUndefined();
  });

  test('but it shows an embedded picture', async () => {
    const inner = Buffer.from(wrapSvg(FULL)).toString('base64');
    const href = `data:image/svg+xml;base64,${inner}`;
    expect(boxOf(await drawInk(wrapSvg(`<image href="${href}" width="100" height="100"/>`)))).toEqual([
      50, 0, 100, 100,
    ]);
  });
});

describe('invalid markup is an error', () => {
  it.each<[string, string, RegExp]>([
    [
      'text',
      'hello',
      /^is not the markup of an SVG, "<svg \.\.\.>"; use an asset of type "image" for an SVG file\.$/,
    ],
    ['another kind of XML', '<html/>', /^is not an SVG that can be drawn: .*root node\.$/],
    [
      'an external entity',
      '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>',
      /unknown entity reference/,
    ],
    [
      'entities that expand exponentially',
      `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">${Array.from('bcdefghij', (name, index) => `<!ENTITY ${name} "${`&${'abcdefghi'[index]};`.repeat(10)}">`).join('')}]>${wrapSvg('<text>&j;</text>')}`,
      /^draws more than 20,000 characters of text/,
    ],
  ])('%s', async (_, src, message) => {
    await expect(draw(src)).rejects.toMatchObject({
      name: 'SvgError',
      message: expect.stringMatching(message) as string,
    });
  });

  test('and an SVG that is too thin to be visible is not drawn', async () => {
    expect(await draw(wrapSvg(FULL, 'width="3000" height="1"'))).toBeUndefined();
  });
});

describe('texts', () => {
  const text = (words: string, style = ''): string =>
    wrapSvg(`<text x="5" y="60" font-size="30" ${style}>${words}</text>`);

  test('are drawn in fonts of Kinora', async () => {
    const plain = await drawInk(text('Hello'));
    expect(plain.width).toBeGreaterThan(50);
    expect(boxOf(await drawInk(text('Hello', 'font-family="Permanent Marker"')))).not.toEqual(boxOf(plain));
    expect((await drawInk(text('Hello', 'font-weight="700"'))).width).toBeGreaterThan(plain.width);
  });

  test('have characters that Open Sans lacks', async () => {
    expect((await drawInk(text('مرحبا'))).width).toBeGreaterThan(20);
    expect(findSvgFonts(text('مرحبا'), BUILT_IN_FONTS).missing).toEqual([]);
  });

  test('have no Chinese characters and no emoji, which is reported before', () => {
    expect(findSvgFonts(text('a我b😀'), BUILT_IN_FONTS).missing).toEqual(['我', '😀']);
  });

  const widths = (...styles: readonly string[]): Promise<number[]> =>
    Promise.all(styles.map(async (style) => (await drawInk(text('Hello', style))).width));

  test('are in any family of Kinora, regardless of its spelling', async () => {
    const [plain = 0, wide = 0, spaced, first] = await widths(
      '',
      'font-family="MovLette"',
      `style="font-family: 'Mov Lette', serif; fill: red"`,
      'font-family="Helvetica, movlette"',
    );
    expect(wide).toBeGreaterThan(1.3 * plain);
    expect([spaced, first]).toEqual([wide, wide]);
  });

  test('have the weights that they set, as a number or in the name', async () => {
    const [black, named, regular = 0] = await widths(
      'font-family="Montserrat" font-weight="900"',
      'font-family="Montserrat Black"',
      'font-family="Montserrat"',
    );
    expect(named).toBe(black);
    expect(black).toBeGreaterThan(1.05 * regular);
  });

  test('can use a font of the edit', async () => {
    const fonts = createFontLibrary([
      openCustomFont(FONT_FILES.extraBold, 'My Brand'),
      openCustomFont(FONT_FILES.woff, 'packed'),
    ]);
    const brought = async (style: string): Promise<DrawnPixels> => {
      const found = await draw(text('Hello', style), 1, fonts);
      if (!found) throw new Error('Nothing is seen.');
      return found;
    };
    const same = await drawInk(text('Hello', 'font-family="Montserrat" font-weight="800"'));
    expect((await brought('font-family="my brand"')).pixels).toEqual(same.pixels);
    expect((await brought('font-family="packed"')).pixels).not.toEqual((await brought('')).pixels);
  });

  test('cannot use a font in an unsupported format, which is reported before', () => {
    const fonts = createFontLibrary([openCustomFont(FONT_FILES.variable, 'My Brand')]);
    const { unusable, missing } = findSvgFonts(text('Hello', 'font-family="My Brand"'), fonts);
    expect({ unusable, missing }).toEqual({ unusable: ['My Brand'], missing: [] });
  });

  test('need no fonts if there are no texts', () => {
    expect(findSvgFonts(wrapSvg(FULL), BUILT_IN_FONTS)).toEqual({
      files: [],
      missing: [],
      unusable: [],
      unknown: [],
    });
  });
});

it.each([
  ['one that is far too long', wrapSvg(FULL, 'viewBox="0 0 1 100000000"'), 'more than 4096 times as long'],
  ['an address', 'https://example.com/logo.svg', 'use an asset of type "image" for an SVG file'],
  ['a path', '../logo.svg', 'use an asset of type "image" for an SVG file'],
  [
    'too many groups',
    wrapSvg('<g opacity=".9">'.repeat(200) + FULL + '</g>'.repeat(200)),
    'more than 50 elements',
  ],
])('%s is rejected', async (_, markup, reason) => {
  await expect(draw(markup)).rejects.toThrow(reason);
});

test('a drawing that takes too long ends with its limit, and the next one is drawn', async () => {
  const font = { fontBuffers: [], defaultFontFamily: '', sansSerifFamily: '' };
  const markup = wrapSvg(
    `<filter id="f"><feTurbulence baseFrequency=".1" numOctaves="100000000"/></filter><rect width="100" height="100" filter="url(#f)"/>`,
  );
  expect(() => askThread({ markup, font, width: 100 }, 1000)).toThrow(
    /^takes more than 1 seconds to draw, the maximum; use fewer or smaller/,
  );
  expect(boxOf(await drawInk(wrapSvg(FULL)))).toEqual([50, 0, 100, 100]);
});

test('a late notification of an answer does not pass for the next answer', () => {
  const font = { fontBuffers: [], defaultFontFamily: '', sansSerifFamily: '' };
  vi.spyOn(Atomics, 'wait').mockReturnValueOnce('ok');
  expect(askThread({ markup: wrapSvg(FULL), font, width: 50 })).toMatchObject({ width: 50 });
  expect(askThread({ markup: wrapSvg(FULL), font })).toMatchObject({ width: 100 });
});
