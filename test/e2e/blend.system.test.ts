import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BLEND_MODES } from '../../src/base/vocabulary/blend-modes.ts';
import { testBrowser } from '../../src/render/browse/browser.fixture.ts';
import { readPicture, type Rgb } from '../golden/difference.ts';
import { writeFrame } from '../media/frame.ts';
import { toEdit } from '../media/render-edit.ts';

const SIZE = { width: 480, height: 180 };
/** The modes in rows of four, each in a cell of this size. */
const CELL = { width: 120, height: 60 };
const PER_ROW = SIZE.width / CELL.width;

const browser = testBrowser();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-blend-'));
});

afterAll(async () => {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
});

/** Two pictures of many colours: bars from top to bottom, and bars across, of which the last are half transparent. */
function drawBars(isUpright: boolean): string {
  const bars = Array.from({ length: 12 }, (_, index) => {
    const colour = `rgb(${[7, 11, 5].map((step) => (index * step * 23 + (isUpright ? 40 : 200)) % 256).join(',')})`;
    const place = isUpright
      ? `x="${index * 10}" width="10" height="60"`
      : `y="${index * 5}" width="120" height="5"`;
    return `<rect ${place} fill="${colour}"${!isUpright && index > 8 ? ' opacity="0.5"' : ''}/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="60">${bars.join('')}</svg>`;
}

async function draw(clips: readonly object[], name: string): Promise<Rgb> {
  const tracks = clips.map((clip) => ({ clips: [{ start: 0, length: 1, ...clip }] }));
  const edit = toEdit({ timeline: { background: '#000000', tracks }, output: { format: 'mp4', size: SIZE } });
  const to = join(folder, name);
  await writeFrame(edit, 0, to, { media: folder, browser });
  return readPicture(to);
}

it('mixes clips as Chromium mixes elements', async () => {
  const cells = BLEND_MODES.map((mode, index) => ({
    mode,
    x: (index % PER_ROW) * CELL.width,
    y: Math.floor(index / PER_ROW) * CELL.height,
  }));
  const html = cells
    .map(({ mode, x, y }) => {
      const name = mode === 'add' ? 'plus-lighter' : mode;
      return `<div style="left:${x}px;top:${y}px">${drawBars(true)}<div style="mix-blend-mode:${name}">${drawBars(false)}</div></div>`;
    })
    .join('');
  const css =
    'body{margin:0}div,svg{position:absolute;left:0;top:0}body>div{isolation:isolate;width:120px;height:60px}';
  const page = await draw([{ asset: { type: 'html', html, css, ...SIZE } }], 'page.png');
  const place = ({ x, y }: { readonly x: number; readonly y: number }) => ({
    ...CELL,
    position: 'topLeft',
    offset: { x: x / SIZE.width, y: -y / SIZE.height },
  });
  const clips = await draw(
    cells.flatMap((cell) => [
      { asset: { type: 'svg', src: drawBars(true) }, ...place(cell) },
      { asset: { type: 'svg', src: drawBars(false) }, ...place(cell), blend: cell.mode },
    ]),
    'clips.png',
  );
  for (const { mode, x, y } of cells) {
    // "plus-lighter" adds a half transparent light before its sum is limited to white.
    const height = mode === 'add' ? 45 : CELL.height;
    let most = 0;
    for (let row = y; row < y + height; row++)
      for (let at = 3 * (row * SIZE.width + x); at < 3 * (row * SIZE.width + x + CELL.width); at++)
        most = Math.max(most, Math.abs(page.data[at]! - clips.data[at]!));
    expect(most, mode).toBeLessThanOrEqual(3);
  }
});
