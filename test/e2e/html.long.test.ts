import { toParsedEdit } from '../../src/edit/index.ts';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SILENT } from '../../src/base/logger.ts';
import { obstacle, testBrowser } from '../../src/render/browse/browser.fixture.ts';
import { failureOf } from '../../src/base/failure-of.fixture.ts';
import { openSources, type Sources } from '../../src/render/fetch/index.ts';
import { resolvePackageFolder } from '../../src/render/fonts/font-files.ts';
import { openRenderer, type Renderer } from '../../src/render/renderer.ts';
import { toEdit } from '../media/render-edit.ts';

const browser = testBrowser();
let folder: string;
let sources: Sources;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-html-'));
  sources = openSources({ folder: join(folder, 'cache'), allowHosts: [], localFiles: folder });
  const font = join(resolvePackageFolder('@expo-google-fonts/urbanist'), '900Black/Urbanist_900Black.ttf');
  await copyFile(font, join(folder, 'Heavy One.ttf'));
});
afterAll(async () => {
  await browser.close();
  await sources.close();
  await rm(folder, { recursive: true });
});

function editOf(clip: object, timeline: object = {}) {
  return toEdit({
    timeline: {
      background: '#000000',
      ...timeline,
      tracks: [{ clips: [{ start: 0, length: 0.2, ...clip }] }],
    },
    output: { format: 'mp4', size: { width: 320, height: 240 } },
  });
}

function open(): Renderer {
  return openRenderer({ browser, sources, folder, log: SILENT });
}

function options() {
  return { owner: 'test', watermark: false, folder, signal: new AbortController().signal };
}

async function frame(clip: object, timeline: object = {}) {
  const renderer = open();
  const request = { at: 0, format: 'png', watermark: false } as const;
  const { picture } = await renderer.frame(toParsedEdit(editOf(clip, timeline)), request, options());
  await renderer.close();
  const data = await sharp(picture).removeAlpha().raw().toBuffer();
  return { data, at: (x: number, y: number) => [...data.subarray((y * 320 + x) * 3, (y * 320 + x) * 3 + 3)] };
}

/** Checks a colour with a tolerance for the conversion to YUV. */
function expectColour(found: readonly number[], expected: readonly number[]) {
  expected.forEach((value, index) => expect(Math.abs(found[index]! - value)).toBeLessThanOrEqual(6));
}

const BOX = {
  type: 'html',
  html: '<div id="a"></div>',
  css: '#a { width: 20px; height: 20px; background: #00ff00 }',
  width: 100,
  height: 60,
  background: '#80ff0000',
};

describe.skipIf(obstacle !== undefined)('a page of an edit', () => {
  it('is drawn at the position of its clip, over the layers below', async () => {
    const { at } = await frame({ asset: BOX });
    expectColour(at(160, 120), [0, 255, 0]);
    expectColour(at(115, 95), [128, 0, 0]);
    expectColour(at(105, 95), [0, 0, 0]);
  });

  it('is sharp at twice its size', async () => {
    const white = { ...BOX, css: BOX.css.replace('#00ff00', '#ffffff'), background: '#000000' };
    const { at } = await frame({ asset: white, scale: 2, position: 'topLeft' });
    const lights = [79, 80, 119, 120].map((x) => at(x, 60)[0]);
    expect(lights).toEqual([0, 255, 255, 0]);
    expect([39, 40, 79, 80].map((y) => at(100, y)[0])).toEqual([0, 255, 255, 0]);
  });

  it('is cropped to the box of its clip', async () => {
    const { at } = await frame({ asset: { ...BOX, width: 300 }, width: 50, height: 40 });
    expectColour(at(140, 106), [128, 0, 0]);
    expectColour(at(130, 120), [0, 0, 0]);
  });

  it('has the fonts of the edit, by family name and by file name', async () => {
    const text = (family: string) => ({
      asset: { type: 'html', html: 'Hm', css: `body { color: #fff; font: 60px "${family}" }` },
    });
    const fonts = { fonts: [{ src: 'Heavy One.ttf' }] };
    const [family, file] = [
      await frame(text('Urbanist Black'), fonts),
      await frame(text('Heavy One'), fonts),
    ];
    expect(family.data.equals(file.data)).toBe(true);
    expect(family.data.equals((await frame(text('Open Sans'), fonts)).data)).toBe(false);
  });

  it('warns about missing content, and fails the render if its script fails', async () => {
    const to = { output: join(folder, 'out.mp4') };
    const picture = { ...BOX, html: 'A <img src="https://a.example/b.png?c">' };
    const field = 'timeline.tracks[0].clips[0].asset.html';
    expect((await open().render(toParsedEdit(editOf({ asset: picture })), to, options())).warnings).toEqual([
      {
        field,
        text: 'A page cannot load external files, so https://a.example/b.png is missing; embed pictures as data: URLs and add fonts to timeline.fonts.',
      },
    ]);
    const wrong = { ...BOX, html: '<script>throw new Error("Not today.")</script>' };
    expect(await failureOf(open().render(toParsedEdit(editOf({ asset: wrong })), to, options()))).toBe(
      `page_failed: ${field}: the script of the page failed: Not today.`,
    );
  });
});
