import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { failureOf } from '../../src/base/failure-of.fixture.ts';
import { SILENT } from '../../src/base/logger.ts';
import { type Edit, reduceToMoment, toParsedEdit } from '../../src/edit/index.ts';
import { obstacle, testBrowser } from '../../src/render/browse/browser.fixture.ts';
import { openSources, type Sources } from '../../src/render/fetch/index.ts';
import { openRenderer, type Renderer } from '../../src/render/renderer.ts';
import type { DryRun } from '../../src/render/resolve/dry-run.ts';

vi.setConfig({ testTimeout: 90_000 });

const browser = testBrowser();
let folder: string;
let sources: Sources;
let renderer: Renderer;
let count = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-moving-'));
  sources = openSources({ folder: join(folder, 'cache'), allowHosts: [] });
  renderer = openRenderer({ sources, browser, folder, log: SILENT });
});
afterAll(async () => {
  await renderer.close();
  await browser.close();
  await sources.close();
  await rm(folder, { recursive: true });
});

/** A green bar that grows by 10 pixels a frame, and a number. */
const PAGE = {
  type: 'html5',
  html: '<div id="bar"></div><p>0</p>',
  css: '#bar { height: 40px; background: #00ff0080; } p { margin: 0; color: #fff; font: 700 30px Montserrat; }',
  js: `let frames = 0;
requestAnimationFrame(function go(time) {
  document.getElementById('bar').style.width = time / 4 + 'px';
  document.querySelector('p').textContent = ++frames;
  requestAnimationFrame(go);
});`,
} as const;

function editOf(output: object, clip: object = {}): Edit {
  const clips = [{ asset: PAGE, start: 0, length: 0.6, ...clip }];
  return {
    timeline: { background: '#000000', tracks: [{ clips }] },
    output: { format: 'mp4', size: { width: 160, height: 90 }, ...output },
  };
}

async function render(edit: Edit, name = 'film.mp4'): Promise<string> {
  const own = join(folder, `render-${count++}`);
  await mkdir(own);
  const to = join(own, name);
  const options = { owner: 'owner', signal: new AbortController().signal, watermark: false, folder: own };
  await renderer.render(toParsedEdit(edit), { output: to }, options);
  return to;
}

async function frame(edit: Edit, at: number): Promise<Buffer> {
  const context = { owner: 'owner', signal: new AbortController().signal };
  const request = { at, format: 'png', watermark: false } as const;
  return (await renderer.frame(toParsedEdit(reduceToMoment(edit, at)), request, context)).picture;
}

const pixelsOf = (picture: Buffer | string) => sharp(picture).raw().toBuffer();

describe.skipIf(obstacle !== undefined)('a page that moves', () => {
  it('is rendered equal each time', async () => {
    const [one, other] = [await render(editOf({})), await render(editOf({}))];
    expect((await readFile(one)).equals(await readFile(other))).toBe(true);
  });

  it.each([0, 0.24, 0.56])('looks at %d s as in the render, whatever is seen before', async (at) => {
    const still = await render(editOf({ format: 'png', range: { start: at, length: 0.04 } }), 'still.png');
    const seen = await pixelsOf(await frame(editOf({}), at));
    expect(seen.equals(await pixelsOf(still))).toBe(true);
    // The bar is translucent over black, 10 pixels longer in each frame.
    const { data, info } = await sharp(still).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const row = Array.from({ length: info.width }, (_, x) => data[(20 * info.width + x) * 3 + 1] ?? 0);
    expect(row.filter((green) => green > 100)).toHaveLength(Math.round(at * 250));
    expect(Math.max(0, ...row)).toBeLessThan(140);
  });

  it('is scaled, placed and put into groups as any clip', async () => {
    const box = { width: 80, height: 45, position: 'bottomRight', scale: 0.5 };
    const inGroup = {
      asset: { type: 'group', tracks: [{ clips: [{ asset: PAGE, start: 0, length: 0.6, ...box }] }] },
    };
    for (const clip of [box, inGroup]) {
      const { data, info } = await sharp(await frame(editOf({}, clip), 0.2))
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const isGreen = (x: number, y: number): boolean => (data[(y * info.width + x) * 3 + 1] ?? 0) > 100;
      expect([isGreen(122, 75), isGreen(140, 75), isGreen(150, 75), isGreen(122, 60)]).toEqual([
        true,
        true,
        false,
        false,
      ]);
    }
  });

  it('fails a render by its field, and a dry run and a render by its syntax', async () => {
    const wrong = (js: string) => editOf({}, { asset: { ...PAGE, js } });
    const field = 'timeline.tracks[0].clips[0].asset';
    expect(await failureOf(render(wrong('\nmissing();')))).toBe(
      `page_failed: ${field}: the script of the page failed in line 2 of "js": missing is not defined.`,
    );
    const syntax = `validation_failed: ${field}.js: line 1 is not valid JavaScript: Unexpected end of input.`;
    expect(await failureOf(render(wrong('f(')))).toBe(syntax);
    const context = { owner: 'owner', signal: new AbortController().signal };
    expect(await failureOf(renderer.dryRun(toParsedEdit(wrong('f(')), context))).toBe(syntax);
    const dryRun = JSON.parse(
      await renderer.dryRun(toParsedEdit(editOf({}, { length: 'auto' })), context),
    ) as DryRun;
    expect(dryRun.timeline.duration).toBe(3);
  });
});
