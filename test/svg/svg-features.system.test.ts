import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { drawSvg } from '../../src/render/draw/svg/svg-drawing.ts';
import { listBrowserFeatures } from '../../src/render/draw/svg/svg-features.ts';
import { obstacle, testBrowser } from '../../src/render/browse/browser.fixture.ts';
import { BROWSER_FEATURES } from './browser-features.ts';
import { RENDERER_FEATURES } from './renderer-features.ts';

vi.setConfig({ testTimeout: 60_000 });

const SIDE = 100;
const COLUMNS = 20;
/** Side of the squares whose mean differences are compared, so that the edges of shapes hardly count. */
const SQUARE = 4;
/** Largest mean difference of a square, of 255. Thin letters differ most, because of their edges. */
const TOLERANCE = 28;

const ALL = [...RENDERER_FEATURES, ...BROWSER_FEATURES];

it.each(RENDERER_FEATURES)('%s: left to the renderer', (_name, markup) => {
  expect(listBrowserFeatures(markup)).toEqual([]);
});

it.each(BROWSER_FEATURES)('%s: found before drawing', (_name, markup) => {
  expect(listBrowserFeatures(markup)).not.toEqual([]);
});

it('docs/svg.md counts the features', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/svg.md'), 'utf8').replaceAll(/\s+/g, ' ');
  const [own, others] = [RENDERER_FEATURES.length, BROWSER_FEATURES.length];
  expect(page).toContain(`${own} features of the renderer and ${others} of the browser`);
});

describe.skipIf(obstacle !== undefined)('compared with Chromium', () => {
  const browser = testBrowser();
  let sheet: Buffer;
  const width = COLUMNS * SIDE;

  beforeAll(async () => {
    // As pictures, the drawings cannot use each other's names and styles.
    const pictures = ALL.map(
      ([, markup]) => `<img src="data:image/svg+xml;base64,${Buffer.from(markup).toString('base64')}">`,
    );
    const height = Math.ceil(ALL.length / COLUMNS) * SIDE;
    const css = `img { display: block; float: left; width: ${SIDE}px; height: ${SIDE}px; }`;
    const page = { html: pictures.join(''), css, position: 'topLeft', width, height, scale: 1 } as const;
    const { png } = await browser.capture(page, [], new AbortController().signal);
    sheet = await sharp(png).ensureAlpha().raw().toBuffer();
  }, 120_000);
  afterAll(() => browser.close());

  /** Returns the largest mean difference of the squares of a drawing and of its picture on the sheet. */
  function compare(index: number, pixels: Uint8Array): number {
    const [left, top] = [(index % COLUMNS) * SIDE, Math.floor(index / COLUMNS) * SIDE];
    const differenceAt = (x: number, y: number): number => {
      const at = 4 * ((top + y) * width + left + x);
      const [own, other] = [pixels.subarray(4 * (y * SIDE + x)), sheet.subarray(at)];
      const seen = (of: Uint8Array, channel: number) => (of[channel]! * of[3]!) / 255;
      const colours = [0, 1, 2].map((channel) => Math.abs(seen(own, channel) - seen(other, channel)));
      return Math.max(...colours, Math.abs(own[3]! - other[3]!));
    };
    let largest = 0;
    for (let y = 0; y < SIDE; y += SQUARE)
      for (let x = 0; x < SIDE; x += SQUARE) {
        let sum = 0;
        for (let pixel = 0; pixel < SQUARE ** 2; pixel++)
          sum += differenceAt(x + (pixel % SQUARE), y + Math.floor(pixel / SQUARE));
        largest = Math.max(largest, sum / SQUARE ** 2);
      }
    return largest;
  }

  const indexOf = (name: string): number => ALL.findIndex(([other]) => other === name);

  it.each(RENDERER_FEATURES)('%s: the renderer draws the same', (name, markup) => {
    expect(compare(indexOf(name), drawSvg(markup, 1).data)).toBeLessThan(TOLERANCE);
  });

  it.each(BROWSER_FEATURES)('%s: the renderer draws something else', (name, markup) => {
    expect(compare(indexOf(name), drawSvg(markup, 1).data)).toBeGreaterThan(TOLERANCE);
  });

  // All of them would take half a minute.
  const some = BROWSER_FEATURES.filter((_feature, index) => index % 9 === 0);
  it.each(some)('%s: the browser draws the same', async (name, svg) => {
    const size = { width: SIDE, height: SIDE };
    const { png, warnings } = await browser.capture(
      { svg, natural: size, ...size },
      [],
      new AbortController().signal,
    );
    expect(compare(indexOf(name), await sharp(png).ensureAlpha().raw().toBuffer())).toBeLessThan(TOLERANCE);
    expect(warnings).toEqual([]);
  });
});
