import { toParsedEdit } from '../../edit/index.ts';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SILENT } from '../../base/logger.ts';
import type { VideoOptions } from '../../create/model.ts';
import { type FixtureServer, startFixtureServer } from '../../outbound/server.fixture.ts';
import { testBrowser } from '../../render/browse/browser.fixture.ts';
import { openSources, type Sources } from '../../render/fetch/index.ts';
import { openRenderer, type Renderer } from '../../render/renderer.ts';
import { createMotionEdit } from './create-motion-edit.ts';

const IMAGE = { width: 256, height: 144 };
/** A dark disc on white, in the middle of the image. */
const DISC = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="144">
  <rect width="256" height="144" fill="#fff"/><circle cx="128" cy="72" r="12" fill="#000"/></svg>`;
/** The time of the last frame. */
const END = 3.96;
const TIMES = [0, 1.52, END];

let folder: string;
let server: FixtureServer;
let sources: Sources;
let renderer: Renderer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-motion-'));
  const png = join(folder, 'disc.png');
  await sharp(Buffer.from(DISC)).removeAlpha().png().toFile(png);
  const bytes = await readFile(png);
  server = await startFixtureServer((_, response) => void response.end(bytes));
  sources = openSources({ folder: join(folder, 'cache'), allowHosts: ['127.0.0.1'] });
  const config = { sources, browser: testBrowser(), folder, log: SILENT } as const;
  renderer = openRenderer(config);
});
afterAll(async () => {
  await renderer.close();
  await sources.close();
  await server.close();
  await rm(folder, { recursive: true });
});

/** Returns where the disc is in each frame, and the darkest pixel of all edges. */
async function watch(options: Partial<VideoOptions>): Promise<{ path: number[]; edge: number }> {
  const src = `${server.url}/disc.png`;
  const edit = createMotionEdit(IMAGE, { type: 'image-to-video', imageUrl: src, ...options }, src);
  const path: number[] = [];
  let edge = 255;
  for (const at of TIMES) {
    const request = { at, format: 'png', watermark: false } as const;
    const context = { owner: 'owner', signal: new AbortController().signal };
    const { picture } = await renderer.frame(toParsedEdit(edit), request, context);
    const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([IMAGE.width, IMAGE.height]);
    let [sum, weight] = [0, 0];
    for (const [index, brightness] of data.entries()) {
      const [x, y] = [index % info.width, Math.floor(index / info.width)];
      sum += (255 - brightness) * (x + 0.5);
      weight += 255 - brightness;
      if (x === 0 || y === 0 || x === info.width - 1 || y === info.height - 1)
        edge = Math.min(edge, brightness);
    }
    path.push(sum / weight);
  }
  return { path, edge };
}

it('a rendered pan moves the picture smoothly by the exact distance, and shows no edge', async () => {
  const { path, edge } = await watch({ prompt: 'pan left', motion: 255, guidanceScale: 0 });
  expect(edge).toBe(255);
  for (const [index, x] of path.entries()) {
    const progress = (TIMES[index] ?? NaN) / END;
    expect(Math.abs(x - (128 + 0.3 * 256 * (progress - 0.5)))).toBeLessThan(0.15);
  }
});

it('a rendered turn shows no edge, also while the camera moves away', async () => {
  const { edge } = await watch({ prompt: 'zoom out and rotate', motion: 255, guidanceScale: 10 });
  expect(edge).toBe(255);
});
