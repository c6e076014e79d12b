import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeColours } from '../../../test/media/decode-colours.ts';
import { toEdit } from '../../../test/media/render-edit.ts';
import { listSources } from '../../edit/index.ts';
import { produce } from './produce.ts';

const SIZE = { width: 240, height: 136 };
const RED = '#ff0000';
const GREEN = '#00ff00';
const LENGTH = 0.2;

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'kinora-transparent-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

const CIRCLE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80"><circle cx="40" cy="40" r="37" fill="#ffdd00" fill-opacity="0.5"/></svg>';

/** A half transparent circle, and white and blue texts, one of them rotated. */
const DRAWINGS = [
  { asset: { type: 'svg', src: CIRCLE }, width: 80, height: 80, offset: { x: -0.3 } },
  { asset: textOf('Turned', '#ffffff'), offset: { x: 0.15 }, transform: { rotate: { angle: 17 } } },
  { asset: textOf('blue', '#2040ff'), position: 'bottomRight', opacity: 0.7 },
];

function textOf(text: string, color: string): object {
  return { type: 'text', text, width: 120, height: 40, font: { size: 28, color, weight: 700 } };
}

function createEdit(background: string, output: object, clips: readonly object[] = DRAWINGS): object {
  const tracks = clips.map((clip) => ({ clips: [{ start: 0, length: LENGTH, ...clip }] }));
  return { timeline: { background, tracks }, output: { size: SIZE, quality: 'veryhigh', ...output } };
}

/** Renders an edit in this process. @returns the path of the file. */
async function render(
  name: string,
  input: object,
  { poster, ...options }: { poster?: string; watermark?: boolean; at?: number } = {},
): Promise<string> {
  const edit = toEdit(input);
  const output = join(folder, name);
  const files = Object.fromEntries(listSources(edit).map(({ url }) => [url, url]));
  const job = { edit, files, dialect: 'interface', folder, watermark: false, ...options } as const;
  await produce({ ...job, to: { output, ...(poster !== undefined && { poster }) } }, () => undefined);
  return output;
}

async function readStill(path: string): Promise<Uint8Array> {
  return sharp(path).ensureAlpha().raw().toBuffer();
}

/** Renders the same edit over a colour, as a lossless still. */
async function renderOver(colour: string, clips?: readonly object[]): Promise<Uint8Array> {
  return readStill(await render(`over${colour}.png`, createEdit(colour, { format: 'png' }, clips)));
}

/** Composes straight RGBA over a colour. */
function composeOver(
  pixels: Uint8Array,
  [red, green, blue]: readonly [number, number, number],
): Float32Array {
  return Float32Array.from(pixels, (value, at) => {
    const alpha = (pixels[at - (at % 4) + 3] ?? 0) / 255;
    return at % 4 === 3 ? 255 : value * alpha + (1 - alpha) * ([red, green, blue][at % 4] ?? 0);
  });
}

/** Returns the mean difference, the mean absolute one, and the largest one at the edges of an alpha. */
function compareEdges(one: Float32Array, other: Uint8Array, alpha: Uint8Array) {
  const found = { bias: 0, mean: 0, max: 0 };
  let count = 0;
  for (let at = 0; at < one.length; at++) {
    const share = alpha[at - (at % 4) + 3] ?? 0;
    if (at % 4 === 3 || share === 0 || share === 255) continue;
    const difference = (one[at] ?? 0) - (other[at] ?? 0);
    found.bias += difference;
    found.mean += Math.abs(difference);
    found.max = Math.max(found.max, Math.abs(difference));
    count += 1;
  }
  return { bias: found.bias / count, mean: found.mean / count, max: found.max, count };
}

describe('a transparent output', () => {
  let still: Uint8Array;
  let red: Uint8Array;
  let green: Uint8Array;
  beforeAll(async () => {
    still = await readStill(await render('still.png', createEdit('transparent', { format: 'png' })));
    [red, green] = [await renderOver(RED), await renderOver(GREEN)];
  });

  function expectEdges(pixels: Uint8Array, limits: { bias: number; mean: number; max: number }): void {
    for (const [colour, direct] of [
      [[255, 0, 0], red],
      [[0, 255, 0], green],
    ] as const) {
      const { bias, mean, max, count } = compareEdges(composeOver(pixels, colour), direct, still);
      expect(count).toBeGreaterThan(5000);
      expect(Math.abs(bias)).toBeLessThan(limits.bias);
      expect(mean).toBeLessThan(limits.mean);
      expect(max).toBeLessThan(limits.max);
    }
  }

  it('is transparent where nothing is, and as opaque as its clips elsewhere', () => {
    const alphaAt = (x: number, y: number): number => still[4 * (y * SIZE.width + x) + 3] ?? NaN;
    expect(alphaAt(2, 2)).toBe(0);
    // The middle of the circle.
    expect(alphaAt(48, 68)).toBe(128);
  });

  it('is exact as a png', () => {
    expectEdges(still, { bias: 0.1, mean: 0.1, max: 2 });
  });

  it('has the same edges as a mov with prores4444', async () => {
    const path = await render('film.mov', createEdit('transparent', { format: 'mov', codec: 'prores4444' }));
    const frames = await decodeColours(path, 'mov');
    expect(frames).toHaveLength(5);
    expectEdges(frames[2]?.data ?? still, { bias: 0.5, mean: 0.6, max: 8 });
    for (let at = 3; at < still.length; at += 4) {
      const alpha = frames[2]?.data[at] ?? NaN;
      expect(Math.abs(alpha - (still[at] ?? 0))).toBeLessThanOrEqual(1);
    }
  });

  it('has nearly the same edges as a webm', async () => {
    const path = await render('film.webm', createEdit('transparent', { format: 'webm' }));
    const frames = await decodeColours(path, 'matroska');
    expect(frames).toHaveLength(5);
    expectEdges(frames[2]?.data ?? still, { bias: 1, mean: 3, max: 60 });
  });

  it('keeps or drops each pixel as a gif, in every frame', async () => {
    const path = await render('film.gif', createEdit('transparent', { format: 'gif' }));
    const { pages } = await sharp(path).metadata();
    expect(pages).toBe(5);
    for (const page of [0, 4]) {
      const pixels = await sharp(path, { page }).ensureAlpha().raw().toBuffer();
      for (let at = 3; at < still.length; at += 4) expect(pixels[at]).toBe((still[at] ?? 0) >= 128 ? 255 : 0);
    }
  });

  it('is as large as wanted with scaleTo', async () => {
    const output = { format: 'png', size: { width: 1024, height: 576 }, scaleTo: 'preview' };
    const scaled = await sharp(await render('scaled.png', createEdit('transparent', output)))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(scaled.info).toMatchObject({ width: 512, height: 288 });
    expect(scaled.data[3]).toBe(0);
    // White letters have no dark edges.
    for (let at = 0; at < scaled.data.length; at += 4) {
      const [r = 0, g = 0, b = 0, alpha = 0] = scaled.data.subarray(at);
      if (alpha > 40 && r === g && r === b) expect(r).toBeGreaterThan(240);
    }
  });

  it('carries the watermark', async () => {
    const marked = await readStill(
      await render('marked.png', createEdit('transparent', { format: 'png' }), { watermark: true }),
    );
    const opaque = (pixels: Uint8Array): number =>
      pixels.filter((value, at) => at % 4 === 3 && value > 0).length;
    expect(opaque(marked)).toBeGreaterThan(opaque(still) + 500);
  });

  it('is over black as a jpg frame', async () => {
    const path = await render('frame.jpg', createEdit('transparent', { format: 'png' }), { at: 0 });
    const pixels = await readStill(path);
    expect([...pixels.subarray(0, 3)]).toEqual([0, 0, 0]);
  });

  it('has a poster over black', async () => {
    const poster = join(folder, 'poster.jpg');
    const input = createEdit('transparent', { format: 'webm', poster: { capture: 0 } });
    await render('posted.webm', input, { poster });
    const pixels = await readStill(poster);
    const direct = await renderOver('#000000');
    const far = pixels.filter((value, at) => Math.abs(value - (direct[at] ?? 0)) > 30);
    expect(far).toHaveLength(0);
  });

  it.each([
    ['film.webm', 12],
    ['film.mov', 5],
  ])('is a video with alpha in another edit: %s', async (name, limit) => {
    const clips = [{ asset: { type: 'video', src: join(folder, name) } }];
    const over = Float32Array.from(await renderOver(RED, clips));
    const { bias, mean } = compareEdges(over, red, still);
    expect(Math.abs(bias)).toBeLessThan(2);
    expect(mean).toBeLessThan(limit);
  });
});
