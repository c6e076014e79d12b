import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { frameAt, toRate, toSeconds } from '../src/base/time.ts';
import { listSources } from '../src/edit/index.ts';
import type { PixelSize } from '../src/render/scene/placement.ts';
import { differenceOf, readPicture, type Rgb, writeComparison } from './golden/difference.ts';
import { caseNames, readCase } from './golden/golden-case.ts';
import { makeMedia } from './golden/golden-media.ts';
import { writeFrame } from './media/frame.ts';
import { MadeLayers } from './preview/made-layers.ts';
import { PreviewBrowser } from './preview/preview-browser.ts';

/** The largest mean difference of a channel from the frame of the engine, of 255. */
const MOST_MEAN = 2;
/** The largest share of pixels that are on an edge which is off by more than a pixel. */
const MOST_OFF = 0.001;
/** The difference of a channel from which on two pixels are of different colours. */
const EDGE = 48;

/** The folder for pictures of failures: the frames of the engine and of the page, and their difference. Git ignores it. */
const SHOWN_IN = join(import.meta.dirname, '../.golden/preview');

let folder: string;
let browser: PreviewBrowser;
const media = new Map<string, Promise<void>>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-preview-'));
  browser = await PreviewBrowser.open();
});

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

function makeOnce(name: string): Promise<void> {
  const made = media.get(name) ?? makeMedia(name, folder);
  media.set(name, made);
  return made;
}

/** Draws a frame in the page. @param scale the part of its width and height in which it is drawn, and then enlarged. */
async function drawInPage(
  name: string,
  frame: number,
  { width, height }: PixelSize,
  scale = 1,
): Promise<Rgb | undefined> {
  const drawn = await browser.call<string>('drawFrame', name, frame, width, height, scale);
  if (drawn === '') return undefined;
  const rgba = Buffer.from(drawn, 'base64');
  return {
    width,
    height,
    data: Uint8Array.from(
      { length: 3 * width * height },
      (_, at) => rgba[Math.floor(at / 3) * 4 + (at % 3)] ?? 0,
    ),
  };
}

/**
 * Returns the share of pixels whose colour is not between those of the other picture within a pixel around them, in
 * either direction: there, an edge is off by more than a pixel.
 */
function shareOff(one: Rgb, other: Rgb): number {
  const { width, height, data } = one;
  let off = 0;
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++)
      if ([0, 1, 2].some((channel) => isOff(data, other, 3 * (y * width + x) + channel))) off += 1;
  return off / (width * height);
}

function isOff(data: Uint8Array, { data: near, width }: Rgb, at: number): boolean {
  const value = data[at] ?? 0;
  if (Math.abs(value - (near[at] ?? 0)) <= EDGE) return false;
  const around = [-1, 0, 1].flatMap((down) =>
    [-1, 0, 1].map((across) => near[at + 3 * (down * width + across)] ?? 0),
  );
  return value < Math.min(...around) - EDGE || value > Math.max(...around) + EDGE;
}

/** Cases that the page does not draw: pages, a key of lines as thin as a pixel, and filters, blurred movements and transitions that it leaves to the engine. */
const LEFT_OUT = /^(html-|chroma-key-thin$|filters-around|motion-blur|transition-(luma|glitch|light|page)$)/;
/** Cases of which the page leaves some frames to the engine: wipes of what has corners. */
const LEFT_IN_PART = /^rim-moving$/;
/** Without a wish, each fifth case: the names begin with the kinds, so all kinds are among them. */
const chosen = process.env['PREVIEW_CASES'];
/** The size of pictures that are drawn smaller and enlarged. */
const SMALL = { width: 480, height: 270 };
const names = caseNames().filter(
  (name, index) =>
    (chosen === undefined ? index % 5 === 0 : new RegExp(chosen).test(name)) && !LEFT_OUT.test(name),
);

it.each(names)('%s is drawn in the page as by the engine', async (name) => {
  const { edit, dialect, frames } = readCase(name);
  await Promise.all([...new Set(listSources(edit).map(({ url }) => url))].map(makeOnce));
  const problems: string[] = [];
  for (const { at } of frames) {
    const to = join(folder, `${name}-${at}.png`);
    await writeFrame(edit, at, to, { media: folder, dialect });
    const expected = await readPicture(to);
    await using layers = await MadeLayers.make(edit, folder, expected.height, dialect);
    browser.edits.set(name, { layers });
    const rate = toRate(edit.output.fps ?? 25);
    const actual = await drawInPage(name, frameAt(toSeconds(at), rate), expected);
    if (!actual) {
      expect(name).toMatch(LEFT_IN_PART);
      continue;
    }
    const { mean, most } = differenceOf(expected, actual);
    const off = Math.max(shareOff(expected, actual), shareOff(actual, expected));
    console.log(`${name} ${at}: mean ${mean.toFixed(2)} most ${most} off ${(1e4 * off).toFixed(1)}`);
    if (mean <= MOST_MEAN && off <= MOST_OFF && !process.env['PREVIEW_SHOW']) continue;
    await mkdir(SHOWN_IN, { recursive: true });
    await writeComparison(expected, actual, join(SHOWN_IN, `${name}-${at}.png`));
    problems.push(`${at}: mean ${mean.toFixed(2)}, share of edges that are off ${off.toFixed(4)}`);
  }
  expect(problems).toEqual([]);
});

it.each(['matte-disc', 'group-moving', 'transition-wipe-left'])(
  '%s is the same picture, softer, where a slow machine draws it smaller',
  async (name) => {
    const { edit, dialect, frames } = readCase(name);
    await Promise.all([...new Set(listSources(edit).map(({ url }) => url))].map(makeOnce));
    await using layers = await MadeLayers.make(edit, folder, SMALL.height, dialect);
    browser.edits.set(name, { layers });
    const frame = frameAt(toSeconds(frames[0]?.at ?? 0), toRate(edit.output.fps ?? 25));
    const whole = await drawInPage(name, frame, SMALL);
    const smaller = await drawInPage(name, frame, SMALL, Math.SQRT1_2);
    const { mean } = differenceOf(whole!, smaller!);
    expect(mean).toBeGreaterThan(0);
    expect(mean).toBeLessThan(3);
  },
);
