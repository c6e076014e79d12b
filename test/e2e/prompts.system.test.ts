import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient, type Edit, type KinoraClient } from '../../src/client/index.ts';
import { endServer, type ServerProcess, startServer } from './server-process.ts';

let folder: string;
let server: ServerProcess;
let images: Server;
let startSrc: string;
let kinora: KinoraClient;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-prompts-'));
  await mkdir(join(folder, 'tmp'));
  const png = await sharp({ create: { width: 320, height: 180, channels: 3, background: '#00a000' } })
    .png()
    .toBuffer();
  images = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'image/png' }).end(png);
  });
  await new Promise<void>((done) => images.listen(0, '127.0.0.1', done));
  const address = images.address();
  startSrc = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/a.png`;
  server = await startServer(folder);
  kinora = createClient({ url: server.url, key: server.keys.v1 });
}, 120_000);
afterAll(async () => {
  await endServer(server);
  images.close();
  await rm(folder, { recursive: true });
});

const editOf = (...clips: Edit['timeline']['tracks'][number]['clips'][number][]): Edit => ({
  timeline: { tracks: clips.map((clip) => ({ clips: [clip] })) },
  output: { format: 'mp4', size: { width: 320, height: 180 }, fps: 25, captions: { format: 'vtt' } },
});

it('renders speech, camera motion and captions from prompts without any key', async () => {
  const edit = editOf(
    {
      asset: {
        type: 'video',
        prompt: 'zoom out',
        model: 'seedance-2.0-image-to-video',
        options: { startSrc },
      },
      start: 0,
      length: 'end',
    },
    {
      asset: { type: 'audio', prompt: 'Hello you', model: 'elevenlabs-tts', options: { voice: 'Josh' } },
      start: 0,
      length: 'auto',
      alias: 'voice',
    },
    { asset: { type: 'caption', src: 'alias://voice' }, start: 0, length: 'end' },
  );
  const render = await kinora.render(edit).wait({ timeout: 300_000 });
  expect(render.status).toBe('done');
  expect((render.warnings ?? []).map(({ text }) => text)).toEqual([
    expect.stringMatching(/^A camera of Kinora moves/),
    expect.stringMatching(/^The built-in voice "Matthew" speaks in place of "Josh"/),
  ]);
  const [captions] = (await kinora.assets.ofRender(render.id)).filter(({ filename }) =>
    filename.endsWith('.vtt'),
  );
  expect(await (await fetch(captions?.url ?? '')).text()).toMatch(/Hello you/);
}, 300_000);

it('refuses what needs a service, and shows the placeholder in a frame', async () => {
  const image = { type: 'image', prompt: 'A cat', src: startSrc } as const;
  const edit = editOf({ asset: image, start: 0, length: 1 });
  await expect(kinora.render(edit).id).rejects.toMatchObject({ code: 'no_credentials' });
  const { dominant } = await sharp(await kinora.frame(edit, 0)).stats();
  expect(dominant.g).toBeGreaterThan(dominant.r);
  await expect(kinora.generate({ type: 'image', prompt: 'A cat' })).rejects.toMatchObject({
    status: 403,
    code: 'AiCapabilityNotIncluded',
  });
}, 120_000);

it('generates speech without an edit, once for equal prompts', async () => {
  const made = await kinora.generate({ type: 'audio', prompt: 'Hello', options: { voice: 'Amy' } });
  expect(made).toMatchObject({ status: 'done', url: expect.stringMatching(/\.mp3$/) as string });
  const { headers } = await fetch(made.url ?? '');
  expect(headers.get('content-type')).toBe('audio/mpeg');
  const again = await kinora.generations.start({ type: 'audio', prompt: 'Hello', options: { voice: 'Amy' } });
  expect(again).toEqual(made);
}, 120_000);
