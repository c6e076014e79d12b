import { mkdir } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient, type FinishedRender, type KinoraClient } from '../../src/client/index.ts';
import type { FixtureServer } from '../../src/outbound/server.fixture.ts';
import { makeClip, paintNumber } from '../media/clips.ts';
import { createMediaFolder } from '../media/render-edit.ts';
import { readFiles, serveFiles } from './try-render.ts';
import { endServer, type ServerProcess, startServer } from './server-process.ts';

const SIZE = { width: 384, height: 216 };
/** Bars in a frame of the clip. Each is one bit of the frame number. */
const BITS = 12;

let media: Awaited<ReturnType<typeof createMediaFolder>>;
let files: FixtureServer;
let service: ServerProcess;
beforeAll(async () => {
  media = await createMediaFolder();
  await mkdir(media.path('tmp'));
  const ticks = Array.from({ length: 36 }, (_, index) => index);
  await makeClip(media.path('clip.mp4'), { ...SIZE, clock: 12, ticks, paint: paintNumber });
  files = await serveFiles(await readFiles(media.path('clip.mp4')));
  service = await startServer(media.path('.'));
});
afterAll(async () => {
  await endServer(service);
  await files.close();
  await media[Symbol.asyncDispose]();
});

function client(version: 'v1' | 'stage' = 'v1'): KinoraClient {
  return createClient({ url: service.url, key: service.keys[version], version });
}

/** Renders three seconds of numbered frames. */
function renderClip(output: object, version: 'v1' | 'stage' = 'v1'): Promise<FinishedRender> {
  const asset = { type: 'video', src: `${files.url}/clip.mp4` } as const;
  const timeline = { tracks: [{ clips: [{ asset, start: 0, length: 3 }] }] };
  return client(version)
    .render({ timeline, output: { format: 'mp4', size: SIZE, fps: 12, ...output } })
    .wait();
}

interface Still {
  readonly width: number;
  readonly height: number;
  readonly number: number;
  readonly pixels: Buffer;
}

/** Downloads an image and reads its frame number. */
async function readStill(url: string | null): Promise<Still> {
  const bytes = Buffer.from(await (await fetch(String(url))).arrayBuffer());
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const bar = width / BITS;
  let number = 0;
  for (let bit = 0; bit < BITS; bit++) {
    const column = Math.floor((bit + 0.5) * bar);
    // Above the middle, where the watermark may be.
    const green = data[(Math.floor(height / 4) * width + column) * 3 + 1] ?? 0;
    number = number * 2 + (green > 125 ? 1 : 0);
  }
  return { width, height, number, pixels: data };
}

test('a poster and a thumbnail show their second of the timeline, independent of the range, and are assets', async () => {
  const range = { start: 1, length: 0.5 };
  const render = await renderClip({
    range,
    poster: { capture: 2.5 },
    thumbnail: { capture: 0.3, scale: 0.25 },
  });
  expect(render.duration).toBe(0.5);
  expect(await readStill(render.poster)).toMatchObject({ ...SIZE, number: 30 });
  expect(await readStill(render.thumbnail)).toMatchObject({ width: 96, height: 54, number: 3 });

  const { id } = render;
  const assets = await client().assets.ofRender(id);
  const names = [`${id}.mp4`, `${id}-poster.jpg`, `${id}-thumb.jpg`];
  expect(assets.map(({ filename }) => filename)).toEqual(names);
  expect(assets.map(({ url }) => url)).toEqual([render.url, render.poster, render.thumbnail]);
  for (const asset of assets) {
    expect(asset).toMatchObject({ status: 'ready', renderId: id });
    expect(await client().assets.get(asset.id)).toEqual(asset);
  }
  const part = await fetch(String(render.poster), { headers: { range: 'bytes=0-1' } });
  expect([part.status, part.headers.get('content-type')]).toEqual([206, 'image/jpeg']);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(Buffer.from([0xff, 0xd8]));

  for await (const listed of client().renders.list({ pageSize: 1 })) {
    expect(listed).toMatchObject({ id, poster: render.poster, thumbnail: render.thumbnail });
    break;
  }
  await client().renders.handle(id).cancel();
  for (const url of [render.url, render.poster, render.thumbnail])
    expect((await fetch(String(url))).status).toBe(404);
});

test('a capture beyond the end shows the last frame with a warning, and a poster has the scaled size', async () => {
  const render = await renderClip({
    range: { start: 0, length: 0.25 },
    scaleTo: 'preview',
    poster: { capture: 60 },
    thumbnail: { capture: 3, scale: 0.5 },
  });
  expect(await readStill(render.poster)).toMatchObject({ width: 512, height: 288, number: 35 });
  expect(await readStill(render.thumbnail)).toMatchObject({ width: 256, height: 144, number: 35 });
  expect(render.warnings).toEqual([
    {
      field: 'output.poster.capture',
      text: 'The moment 60 s is after the timeline, which ends at 3 s. The last frame is shown.',
    },
  ]);
});

test.each([
  ['gif', 'image/gif'],
  ['mp3', 'audio/mpeg'],
  ['png', 'image/png'],
  ['bmp', 'image/bmp'],
  ['jpg', 'image/jpeg'],
])('%s files have stills, too, and their own extension and type', async (format, type) => {
  const render = await renderClip({ format, range: { start: 1, length: 0.5 }, poster: { capture: 2 } });
  expect(render.url).toMatch(new RegExp(`/${render.id}\\.${format}$`));
  expect((await fetch(render.url)).headers.get('content-type')).toBe(type);
  expect(await readStill(render.poster)).toMatchObject({ ...SIZE, number: 24 });
  expect(render.thumbnail).toBeNull();
  if (type.startsWith('image') && format !== 'bmp')
    expect(await readStill(render.url)).toMatchObject({ ...SIZE, number: 12 });
});

test('stills of stage have the watermark', async () => {
  const output = { range: { start: 0, length: 0.25 }, poster: { capture: 1 } };
  const [marked, plain] = await Promise.all([renderClip(output, 'stage'), renderClip(output)]);
  const [a, b] = [await readStill(marked.poster), await readStill(plain.poster)];
  expect([a.number, b.number]).toEqual([12, 12]);
  const changed = a.pixels.filter((value, index) => Math.abs(value - (b.pixels[index] ?? 0)) > 20).length;
  expect(changed).toBeGreaterThan(100);
});

test('the last event has the URLs of the stills', async () => {
  const asset = { type: 'text', text: 'Hello' } as const;
  const timeline = { tracks: [{ clips: [{ asset, start: 0, length: 0.2 }] }] };
  const poster = { capture: 0 };
  const handle = client().render({ timeline, output: { format: 'mp4', size: SIZE, poster } });
  const stills: (string | null)[] = [];
  for await (const change of handle.events()) stills.push(change.poster);
  const { status, poster: address } = await handle.status();
  expect(status).toBe('done');
  expect(stills.at(-1)).toBe(address);
  expect(stills.slice(0, -1).every((each) => each === null)).toBe(true);
});
