import { mkdir, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createClient,
  type EditInput,
  type KinoraClient,
  KinoraRenderError,
  type RenderChange,
} from '../../src/client/index.ts';
import type { FixtureServer } from '../../src/outbound/server.fixture.ts';
import { makeClip, paintNumber, readNumber } from '../media/clips.ts';
import { mapFrames } from '../media/decode-output.ts';
import { createMediaFolder } from '../media/render-edit.ts';
import { readFiles, serveFiles } from './try-render.ts';
import { endServer, type ServerProcess, startServer } from './server-process.ts';

const SIZE = { width: 160, height: 90 };

let media: Awaited<ReturnType<typeof createMediaFolder>>;
let files: FixtureServer;
let service: ServerProcess;
let kinora: KinoraClient;

beforeAll(async () => {
  media = await createMediaFolder();
  await mkdir(media.path('tmp'));
  const ticks = Array.from({ length: 24 }, (_, index) => index);
  await makeClip(media.path('clip.mp4'), { ...SIZE, clock: 12, ticks, paint: paintNumber });
  files = await serveFiles({
    ...(await readFiles(media.path('clip.mp4'))),
    'late.srt': Buffer.from('1\n00:00:03,000 --> 00:00:04,000\nLate\n'),
  });
  service = await startServer(media.path('.'));
  kinora = createClient({ url: service.url, key: service.keys.v1 });
});

afterAll(async () => {
  await endServer(service);
  await files.close();
  await media[Symbol.asyncDispose]();
});

const source = () => `${files.url}/clip.mp4`;

function editOf(length: number | '{{ L }}', src = source()): EditInput {
  return {
    timeline: { tracks: [{ clips: [{ asset: { type: 'video', src }, start: 0, length }] }] },
    output: { format: 'mp4', size: SIZE, fps: 12 },
  };
}

async function framesAt(url: string): Promise<number[]> {
  const path = media.path(`downloaded-${Math.random()}.mp4`);
  await writeFile(path, Buffer.from(await (await fetch(url)).arrayBuffer()));
  return await mapFrames(path, readNumber);
}

const range = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

describe('a client', () => {
  it('renders in one expression and receives the progress', async () => {
    const changes: RenderChange[] = [];
    const finished = await kinora.render(editOf(1)).wait({ onProgress: (change) => changes.push(change) });
    expect(finished).toMatchObject({ status: 'done', duration: 1, progress: 1, plan: 'basic' });
    expect(finished).not.toHaveProperty('data');
    expect(await framesAt(finished.url)).toEqual(range(12));
    const { id, url } = finished;
    const stills = { poster: null, thumbnail: null };
    const segments = { reused: 0, made: 1 };
    expect(changes.at(-1)).toEqual({ id, status: 'done', progress: 1, url, segments, ...stills });
    const progress = changes.map((change) => change.progress);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
  });

  it('submits equal requests once', async () => {
    const options = { idempotencyKey: 'an order, number 7' };
    const [one, other] = [kinora.render(editOf(0.25), options), kinora.render(editOf(0.25), options)];
    expect(await one.id).toBe(await other.id);
    await expect(kinora.render(editOf(0.5), options).id).rejects.toMatchObject({
      status: 409,
      code: 'idempotency_conflict',
    });
    await one.wait();
  });

  it('receives all problems of an edit', async () => {
    const edit = editOf(0.25);
    const wrong = { ...edit, output: { format: 'mp5', resolution: 'sd' } } as unknown as EditInput;
    const refused = kinora.render(wrong).wait();
    await expect(refused).rejects.toMatchObject({ status: 400, code: 'validation_failed' });
    await expect(refused).rejects.toMatchObject({ details: [{ field: 'output.format' }] });
    await expect(refused).rejects.toHaveProperty('requestId', expect.stringMatching(/^[0-9a-f-]{36}$/));
  });

  it('receives the error of a failed render', async () => {
    const failed = kinora.render(editOf(0.25, `${files.url}/gone.mp4`)).wait();
    await expect(failed).rejects.toBeInstanceOf(KinoraRenderError);
    await expect(failed).rejects.toMatchObject({ render: { status: 'failed' } });
    await expect(failed).rejects.toThrow(`${files.url}/gone.mp4 was not found`);
  });

  it('cancels a render, which rejects pending waits', async () => {
    const render = kinora.render(editOf(1_000));
    const cancelled = expect(render.wait()).rejects.toThrow('Cancelled');
    for await (const { status } of render.events()) if (status !== 'queued') break;
    await render.cancel();
    await cancelled;
    expect(await render.status()).toMatchObject({ status: 'failed', error: 'Cancelled' });
    await render.cancel();
    await expect(render.status()).rejects.toMatchObject({ status: 404, code: 'not_found' });
  });

  it('lists renders over all pages, and gets one of them', async () => {
    const render = kinora.render({ ...editOf('{{ L }}'), merge: [{ find: 'L', replace: 0.25 }] });
    const { id } = await render.wait();
    const ids: string[] = [];
    for await (const each of kinora.renders.list({ status: 'done', pageSize: 1 })) ids.push(each.id);
    expect(ids).toContain(id);
    expect(ids).toEqual(ids.toSorted().reverse());
    expect(ids.length).toBeGreaterThan(1);

    expect((await kinora.renders.handle(id).wait()).id).toBe(id);
    const { data } = await kinora.renders.get(id, { data: true, merged: true });
    expect(data).toMatchObject({ timeline: { tracks: [{ clips: [{ length: 0.25 }] }] } });
    expect((await kinora.renders.get(id, { data: true })).data).toMatchObject(editOf('{{ L }}'));
    const [asset] = await kinora.assets.ofRender(id);
    expect(await kinora.assets.get(asset!.id)).toMatchObject({ status: 'ready', renderId: id });
  });

  it('stores templates and renders them', async () => {
    const { templates } = kinora;
    const id = await templates.create({ name: 'one' });
    expect(await templates.list()).toMatchObject([{ id, name: 'one' }]);
    expect(await templates.get(id)).toMatchObject({ id, name: 'one', template: {} });
    await templates.update(id, { name: 'two', template: editOf('{{ L }}') });
    expect(await templates.get(id)).toMatchObject({ name: 'two', template: editOf('{{ L }}') });
    const { url } = await templates.render(id, { merge: [{ find: 'L', replace: 0.5 }] }).wait();
    expect(await framesAt(url)).toEqual(range(6));
    await templates.delete(id);
    expect(await templates.list()).toEqual([]);
    await expect(templates.render(id).id).rejects.toMatchObject({ status: 404 });
  });

  it('inspects media', async () => {
    const { streams, format } = await kinora.probe(source());
    expect(streams).toMatchObject([{ codec_type: 'video', ...SIZE, r_frame_rate: '12/1' }]);
    expect(format).toMatchObject({ filename: source(), duration: '2.000000' });
    await expect(kinora.probe(`${files.url}/gone.mp4`)).rejects.toMatchObject({ status: 400 });
  });

  it('receives the result of a dry run', async () => {
    const dry = await kinora.dryRun({ ...editOf('{{ L }}'), merge: [{ find: 'L', replace: 'auto' }] });
    expect(dry).toMatchObject({
      timeline: { duration: 2, tracks: [{ clips: [{ start: 0, length: 2 }] }] },
      output: { format: 'mp4', ...SIZE, fps: 12, frames: 24, duration: 2 },
      warnings: [],
    });
  });

  it('gets the warnings of a render without rendering', async () => {
    const clip = (asset: object, start: number, more: object = {}) => ({ asset, start, length: 1, ...more });
    const video = { type: 'video', src: source() };
    const edit = {
      timeline: {
        tracks: [
          {
            clips: [
              clip({ type: 'title', text: 'Hi', size: 'small' }, 0, { offset: { y: 1.2 } }),
              clip({ type: 'caption', src: `${files.url}/late.srt` }, 1),
              clip(video, 2, { fit: 'none', offset: { x: -1.25 } }),
              clip(video, 3, { scale: 2 }),
            ],
          },
        ],
      },
      output: { format: 'mp4', size: SIZE, fps: 12 },
    } as EditInput;
    const { warnings } = await kinora.dryRun(edit);
    const at = (clip: number, field: string): string => `timeline.tracks[0].clips[${clip}].${field}`;
    expect(warnings).toEqual([
      { field: at(1, 'length'), text: expect.stringContaining('captions come after the end') as string },
      {
        field: at(0, 'offset.y'),
        text: expect.stringMatching(
          /^The clip lies outside the picture for all of its 1 s: it is /,
        ) as string,
      },
      {
        field: at(2, 'offset.x'),
        text: expect.stringContaining('it is 40 px to the left of the left edge.') as string,
      },
      { field: at(3, 'asset.src'), text: expect.stringContaining('enlarged up to 2 times.') as string },
    ]);
    const rendered = (await kinora.render(edit).wait()).warnings ?? [];
    expect(rendered).toEqual(expect.arrayContaining([...warnings]));
    expect(rendered).toHaveLength(warnings.length);
  });

  it.each(['png', 'jpeg'] as const)('gets a frame as a %s', async (format) => {
    const bytes = await kinora.frame(editOf(1), 0.5, { format });
    const { width, height, format: found } = await sharp(bytes).metadata();
    expect({ width, height, found }).toEqual({ ...SIZE, found: format });
  });
});

describe('a sheet', () => {
  it('shows several frames, and the length of the edit comes from its media', async () => {
    const clip = { asset: { type: 'video', src: source() }, start: 0, length: 'auto' } as const;
    const edit: EditInput = { ...editOf(2), timeline: { tracks: [{ clips: [clip] }] } };
    const form = { columns: 2, width: 332, times: false } as const;
    const sheet = await kinora.sheet(edit, { ...form, moments: 4 });
    expect(await sharp(sheet).metadata()).toMatchObject({ format: 'png', width: 332, height: 192 });
    // The clip of 2 s has 4 equal parts, whose middles are 0.25, 0.75, 1.25 and 1.75 s.
    const last = { left: 168, top: 98, ...SIZE };
    const frame = await kinora.frame(edit, 1.75);
    const [cell, whole] = await Promise.all([
      sharp(sheet).removeAlpha().extract(last).raw().toBuffer(),
      sharp(frame).removeAlpha().raw().toBuffer(),
    ]);
    expect(cell.equals(whole)).toBe(true);
  });
});

describe('a waveform', () => {
  it('has a level for each part of the edit', async () => {
    const { peaks, duration, warnings } = await kinora.waveform(editOf(1), { points: 3 });
    // The clip has no sound.
    expect({ peaks, duration, warnings }).toEqual({ peaks: [0, 0, 0], duration: 1, warnings: [] });
  });

  it('rejects with the field that is wrong', async () => {
    await expect(kinora.waveform(editOf(1), { points: 0 })).rejects.toMatchObject({
      details: [{ field: 'points' }],
    });
  });
});

describe('speech', () => {
  const speech = { text: 'Hello, this is a test.', voice: 'Amy' } as const;
  const edit = {
    timeline: {
      tracks: [{ clips: [{ asset: { type: 'text-to-speech', ...speech }, start: 0, length: 'auto' }] }],
    },
    output: { format: 'mp3' },
  } as const;

  it('is unknown before it is made, and has its length as soon as a dry run may make it', async () => {
    expect((await kinora.dryRun(edit)).timeline.duration).toBeNull();
    const { timeline, missing } = await kinora.dryRun(edit, { generate: 'free' });
    expect([timeline.duration, missing]).toEqual([expect.closeTo(1.8, 0), []]);
    expect((await kinora.waveform(edit, { points: 3 })).peaks.some((peak) => peak > 0.1)).toBe(true);
  });

  it('is heard at once, in one of the listed voices', async () => {
    const found = (await kinora.voices()).find(({ name }) => name === speech.voice);
    expect(found).toMatchObject({ provider: 'kinora', languages: ['en-GB'] });
    const sound = await kinora.speak(speech);
    expect(sound.byteLength).toBeGreaterThan(4000);
  });
});

describe('a key', () => {
  it('is created with a scope, and revoked', async () => {
    const { key, id } = await kinora.keys.create({ name: 'Reader', scope: 'read' });
    const reader = createClient({ url: service.url, key });
    expect(await reader.templates.list()).toEqual([]);
    await expect(reader.frame(editOf(1), 0)).rejects.toMatchObject({
      status: 403,
      code: 'insufficient_scope',
    });
    const keys = await kinora.keys.list();
    expect(keys.map(({ fixed, current }) => [fixed, current])).toEqual([
      [true, true],
      [false, false],
    ]);
    await kinora.keys.revoke(id);
    await expect(reader.templates.list()).rejects.toMatchObject({ status: 401 });
  });
});

describe('the environment', () => {
  const dark: EditInput = {
    timeline: {
      tracks: [{ clips: [{ asset: { type: 'text', text: '.' }, start: 0, length: 0.25, opacity: 0 }] }],
    },
    output: { format: 'mp4', size: SIZE },
  };
  const staged = () => createClient({ url: service.url, key: service.keys.stage, version: 'stage' });

  it('of stage adds a watermark to videos, and v1 does not', async () => {
    const [marked, plain] = await Promise.all([staged().render(dark).wait(), kinora.render(dark).wait()]);
    expect([marked.plan, plain.plan]).toEqual(['sandbox', 'basic']);
    expect(Math.min(...(await brightest(marked.url)))).toBeGreaterThan(150);
    expect(Math.max(...(await brightest(plain.url)))).toBeLessThan(20);
  });

  it('of stage adds a watermark to frames, and v1 does not', async () => {
    const white = async (client: KinoraClient) => {
      const { channels } = await sharp(await client.frame(dark, 0)).stats();
      return Math.max(...channels.map(({ max }) => max));
    };
    expect(await white(staged())).toBeGreaterThan(150);
    expect(await white(kinora)).toBe(0);
  });

  it('must match the key', async () => {
    const mixed = createClient({ url: service.url, key: service.keys.stage });
    await expect(mixed.templates.list()).rejects.toMatchObject({ status: 403, code: 'wrong_environment' });
  });
});

/** Returns the luma of the brightest pixel of each frame. */
async function brightest(url: string): Promise<number[]> {
  const path = media.path(`downloaded-${Math.random()}.mp4`);
  await writeFile(path, Buffer.from(await (await fetch(url)).arrayBuffer()));
  return await mapFrames(path, ({ y, width, height }) => {
    let most = 0;
    for (let row = 0; row < height; row++) {
      most = Math.max(most, ...y.data.subarray(row * y.stride, row * y.stride + width));
    }
    return most;
  });
}
