/**
 * `npm run docs:preview`: takes the picture docs/images/preview.webp: the same second of an edit in the Studio, in an
 * embedded player and in the render. The pages show what they draw themselves, without frames of the engine. Prints how
 * far each page is from the render. Review the result before you commit it.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { createClient, type Edit } from '../src/client/index.ts';
import { openEmbedSite } from '../test/e2e/embed-site.ts';
import { editPicture, signIn } from '../test/e2e/open-studio.ts';
import { writeFrame } from '../test/media/frame.ts';

const ROOT = join(import.meta.dirname, '..');
const NAME = 'A day at the coast';
/** The second that is shown: everything moves, and the title fades in. */
const SECOND = 0.6;
/** Pixels of one picture. */
const SIZE = { width: 640, height: 360 };
const CAPTION_HEIGHT = 44;
/** Milliseconds until the pictures of a page are there. */
const SETTLE_MS = 6000;

await using site = await openEmbedSite();
const folder = await mkdtemp(join(tmpdir(), 'kinora-side-by-side-'));
try {
  const kinora = createClient({ url: site.service.url, key: site.service.keys.v1 });
  const upload = async (name: string): Promise<string> => {
    const bytes = await readFile(join(ROOT, 'examples/narrated', name));
    const { id } = await kinora.upload(new File([bytes], name));
    return (await kinora.sources.wait(id)).source!;
  };
  const edit = makeEdit(await upload('coast.jpg'), await upload('dawn.jpg'));
  const { id } = await kinora.edits.create({ name: NAME, edit });
  const { url } = await kinora.render(edit).wait();
  await writeFile(join(folder, 'film.mp4'), Buffer.from(await (await fetch(url)).arrayBuffer()));
  const render = join(folder, 'render.png');
  const whole = { asset: { type: 'video', src: 'film.mp4' }, start: 0, length: 4 } as const;
  await writeFrame(
    { timeline: { tracks: [{ clips: [whole] }] }, output: { format: 'mp4', size: SIZE } },
    SECOND,
    render,
    { media: folder },
  );
  const pictures = {
    'In the Studio': await takeStudio(),
    'In an embedded player': await takePlayer(id),
    'In the render': await readFile(render),
  };
  await compose(pictures);
} finally {
  await rm(folder, { recursive: true });
}

function makeEdit(coast: string, dawn: string): Edit {
  const inset = { scale: 0.36, position: 'right', offset: { x: -0.04 }, filter: 'boost' } as const;
  return {
    timeline: {
      tracks: [
        { clips: [{ asset: { type: 'image', src: coast }, start: 0, length: 4, effect: 'zoomInSlow' }] },
        {
          clips: [
            {
              asset: { type: 'image', src: dawn },
              start: 0,
              length: 4,
              ...inset,
              transform: { rotate: { angle: 6 } },
            },
          ],
        },
        {
          clips: [
            {
              asset: { type: 'text', text: NAME, font: { family: 'Montserrat', weight: 800, size: 64 } },
              start: 0,
              length: 4,
              offset: { x: -0.15, y: 0.3 },
              transition: { in: 'fade' },
            },
          ],
        },
      ],
    },
    output: { format: 'mp4', size: { width: 1280, height: 720 }, fps: 25 },
  };
}

/** Opens a page for a picture, and closes it. */
async function takePage(take: (page: Page) => Promise<Buffer>): Promise<Buffer> {
  const page = await site.browser.newPage({ viewport: { width: 1600, height: 1000 } });
  try {
    return await take(page);
  } finally {
    await page.close();
  }
}

function takeStudio(): Promise<Buffer> {
  return takePage(async (page) => {
    await page.goto(site.service.url);
    await signIn(page, site.service.keys.v1, 'v1');
    await page.getByRole('link', { name: 'Start' }).click();
    await page.getByRole('button', { name: NAME, exact: true }).click();
    await editPicture(page).waitFor();
    await page.waitForTimeout(SETTLE_MS);
    await page.route('**/frame?*', () => new Promise(() => undefined));
    await page.getByRole('slider', { name: 'Playhead' }).fill(String(SECOND));
    await page.waitForTimeout(SETTLE_MS);
    return await shootPicture(page, page.locator('.picture canvas'));
  });
}

function takePlayer(edit: string): Promise<Buffer> {
  return takePage(async (page) => {
    await page.route('**/frame?*', () => new Promise(() => undefined));
    const { token } = await site.ask<{ readonly token: string }>('POST', '/tokens', {
      scope: 'preview',
      edit,
    });
    await page.goto(site.url);
    await page.setContent(
      `<script type="module" src="${site.service.url}/embed/player.js"></script>
       <kinora-player style="display:block;width:640px" server="${site.service.url}" token="${token}"></kinora-player>`,
    );
    await page.waitForTimeout(SETTLE_MS);
    await page.evaluate(`document.querySelector('kinora-player').currentTime = ${SECOND}`);
    await page.waitForTimeout(SETTLE_MS);
    return await shootPicture(page, page.locator('kinora-player canvas'));
  });
}

/** Takes the picture on a canvas, without what is around it. */
async function shootPicture(page: Page, canvas: Locator): Promise<Buffer> {
  const box = (await canvas.boundingBox())!;
  const scale = Math.min(box.width / SIZE.width, box.height / SIZE.height);
  const [width, height] = [SIZE.width * scale, SIZE.height * scale];
  const clip = {
    x: box.x + (box.width - width) / 2,
    y: box.y + (box.height - height) / 2,
    width,
    height,
  };
  return await page.screenshot({ clip });
}

/** Puts the pictures beside each other, each with what it is. */
async function compose(pictures: Readonly<Record<string, Buffer>>): Promise<void> {
  const names = Object.keys(pictures);
  const canvas = createCanvas(SIZE.width * names.length, SIZE.height + CAPTION_HEIGHT);
  const context = canvas.getContext('2d');
  context.fillStyle = '#0c1220';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#ffffff';
  context.font = '20px sans-serif';
  context.textAlign = 'center';
  const render = await pixelsOf(Object.values(pictures).at(-1)!);
  for (const [index, [name, picture]] of Object.entries(pictures).entries()) {
    const x = SIZE.width * index;
    context.drawImage(await loadImage(picture), x, 0, SIZE.width, SIZE.height);
    context.fillText(name, x + SIZE.width / 2, SIZE.height + 28);
    const pixels = await pixelsOf(picture);
    const sum = pixels.reduce((total, value, at) => total + Math.abs(value - (render[at] ?? 0)), 0);
    console.log(`${name}: ${(sum / pixels.length).toFixed(2)} of 255 from the render`);
  }
  const path = join(ROOT, 'docs/images/preview.webp');
  await sharp(canvas.toBuffer('image/png')).webp({ quality: 84 }).toFile(path);
}

function pixelsOf(picture: Buffer): Promise<Buffer> {
  return sharp(picture).resize(SIZE.width, SIZE.height, { fit: 'fill' }).removeAlpha().raw().toBuffer();
}
