import { readFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { type FixtureServer, startFixtureServer } from '../../src/outbound/server.fixture.ts';
import { findFontFile } from '../../src/render/fonts/font-files.ts';
import { makeClip, paintNumber } from '../media/clips.ts';
import { createMediaFolder } from '../media/render-edit.ts';
import { tryRender, readFiles, createOneClipEdit, type Outcome, serveFiles } from './try-render.ts';

const SRC = 'timeline.tracks[0].clips[0].asset.src';
const files: Record<string, Buffer> = {};
let server: FixtureServer;
let media: Awaited<ReturnType<typeof createMediaFolder>>;

beforeAll(async () => {
  media = await createMediaFolder();
  const shape = { width: 160, height: 90, clock: 12, ticks: [0, 1, 2, 3, 4, 5], paint: paintNumber };
  const sound = { samples: 24_000, wave: () => 0.1 };
  const [clip, mute, stream] = ['clip.mp4', 'mute.mp4', 'stream.mkv'].map(media.path) as [
    string,
    string,
    string,
  ];
  await makeClip(clip, { ...shape, sound });
  await makeClip(mute, shape);
  await makeClip(stream, { ...shape, sound, container: 'matroska' });
  const noise = sharp({
    create: {
      width: 300,
      height: 300,
      channels: 3,
      background: '#000000',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  });
  const [picture, photograph] = [media.path('picture.png'), media.path('photograph.jpg')];
  await noise.png().toFile(picture);
  await noise.jpeg().toFile(photograph);
  Object.assign(files, await readFiles(clip, mute, stream, picture, photograph));
  files['font.ttf'] = await readFile(findFontFile('Montserrat', 400)?.path ?? '');
  server = await serveFiles(files);
  Object.assign(files, broken(server.url));
});

afterAll(async () => {
  await server.close();
  await media[Symbol.asyncDispose]();
});

/** Creates broken and misnamed files. @param elsewhere Base URL of the links in playlists and drawings. */
function broken(elsewhere: string): Record<string, Buffer> {
  const at = (name: string) => files[name] ?? Buffer.alloc(0);
  return {
    'page.mp4': Buffer.from('<!doctype html><html><body>Please log in.</body></html>'),
    'text.mp4': Buffer.from('There is no film in here. '.repeat(40)),
    'empty.mp4': Buffer.alloc(0),
    'random.mp4': Buffer.from(
      Array.from({ length: 5000 }, (_, index) => ((index * index * 7919) >> 5) & 255),
    ),
    'cut.mp4': at('clip.mp4').subarray(0, -200),
    'picture.mp4': at('picture.png'),
    'vast.png': withSize(at('picture.png'), 20_000, 16_000),
    'cut.jpg': at('photograph.jpg').subarray(0, 8000),
    'bundle.mp4': Buffer.concat([Buffer.from('PK\u0003\u0004\u0014\0\0\0\0\0'), Buffer.alloc(300)]),
    'stream.mkv': withoutTags(withoutDuration(at('stream.mkv'))),
    'list.m3u8': Buffer.from(`#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${elsewhere}/inner.mp4\n`),
    'list.ffconcat': Buffer.from(
      `ffconcat version 1.0\nfile '${elsewhere}/inner.mp4'\nfile '/etc/hostname'\n`,
    ),
    'list.sdp': Buffer.from(
      'v=0\no=- 0 0 IN IP4 127.0.0.1\ns=-\nc=IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 96\n',
    ),
    'list.mpd': Buffer.from(`<?xml version="1.0"?><MPD><BaseURL>${elsewhere}/inner.mp4</BaseURL></MPD>`),
    'drawing.svg': Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="9"><image width="9" height="9" href="${elsewhere}/inner.png"/></svg>`,
    ),
    'drawn.svg': Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="9"><image width="9" height="9" href="${elsewhere}/inner.png"/></svg>`,
    ),
  };
}

/** Changes the size in the header of a PNG. */
function withSize(png: Buffer, width: number, height: number): Buffer {
  const claiming = Buffer.from(png);
  claiming.writeUInt32BE(width, 16);
  claiming.writeUInt32BE(height, 20);
  claiming.writeUInt32BE(crc32(claiming.subarray(12, 29)), 29);
  return claiming;
}

/** Removes the durations from the tags of a Matroska file. */
function withoutTags(file: Buffer): Buffer {
  return Buffer.from(file.toString('latin1').replaceAll('DURATION', 'DISTANCE'), 'latin1');
}

/** Replaces the Duration element of a Matroska file with padding, as in a live stream. */
function withoutDuration(file: Buffer): Buffer {
  const live = Buffer.from(file);
  const duration = live.indexOf(Buffer.from([0x44, 0x89, 0x88]));
  expect(duration).toBeGreaterThan(0);
  return Buffer.concat([live.subarray(0, duration), Buffer.from([0xec, 0x89]), live.subarray(duration + 2)]);
}

/** Returns a URL of the media server with secrets that must not leak. */
function secretUrl(name: string): string {
  return `${server.url.replace('//', '//user:S3CRET@')}/${name}?token=S3CRET#S3CRET`;
}

/** Renders one clip that should fail. URLs in the message are shortened to `URL/`. */
async function tryClip(
  asset: object,
  clip?: object,
  wanted?: Parameters<typeof tryRender>[1],
): Promise<Outcome> {
  const outcome = await tryRender(createOneClipEdit(asset, clip), wanted);
  if ('produced' in outcome) return outcome;
  return { ...outcome, sentence: outcome.sentence.replaceAll(server.url, 'URL') };
}

const video = (name: string) => ({ type: 'video', src: secretUrl(name) });
const UNREADABLE = 'cannot be read: the mp4 file is damaged or incomplete.';
const content = (what: string) => `is not a media file: its content is ${what}.`;
const TEXT = content('text');

describe.concurrent('an unavailable source fails the render with one message', () => {
  it.each<[string, string, string]>([
    [
      'http://user:S3CRET@127.0.0.1:1/a.mp4?S3CRET',
      'asset_unreachable',
      'http://127.0.0.1:1/a.mp4 cannot be reached: its server refuses the connection.',
    ],
    [
      'http://user:S3CRET@nowhere.invalid/a.mp4',
      'asset_unreachable',
      'http://nowhere.invalid/a.mp4 cannot be reached: its host nowhere.invalid does not exist, or its address is private. Kinora contacts only public hosts and those in KINORA_ALLOW_HOSTS.',
    ],
    ['/etc/hostname', 'asset_refused', '"/etc/hostname" is not an http or https URL.'],
    ['file:///etc/hostname', 'asset_refused', '"file:///etc/hostname" is not an http or https URL.'],
  ])('%s', async (src, code, reason) => {
    expect(await tryClip({ type: 'video', src })).toEqual({ code, sentence: `${SRC}: ${reason}` });
  });

  it('not found', async () => {
    const sentence = `${SRC}: URL/gone.mp4 was not found: its server returned 404.`;
    expect(await tryClip(video('gone.mp4'))).toEqual({ code: 'asset_not_found', sentence });
  });

  it('on a private address', async () => {
    const sentence = `${SRC}: URL/clip.mp4 leads to the host 127.0.0.1, which is private or reserved. Kinora contacts only public hosts and those in KINORA_ALLOW_HOSTS.`;
    const outcome = await tryClip(video('clip.mp4'), {}, { allowHosts: [] });
    expect(outcome).toEqual({ code: 'asset_refused', sentence });
  });

  it('too large', async () => {
    const sentence = `${SRC}: URL/clip.mp4 is too large: a file must have at most 1,000 bytes.`;
    const outcome = await tryClip(video('clip.mp4'), {}, { maxBytes: 1000 });
    expect(outcome).toEqual({ code: 'asset_too_large', sentence });
  });

  it.each(['at once', 'in the middle'])('a server that stalls %s', async (when) => {
    await using stalling = await stallingServer(when === 'in the middle');
    const src = `${stalling.url}/slow.mp4?token=S3CRET`;
    const timeouts = { stall: 200, retry: 1 };
    const outcome = await tryRender(createOneClipEdit({ type: 'video', src }), { timeouts });
    const sentence = `${SRC}: ${stalling.url}/slow.mp4 timed out: its server did not respond.`;
    expect(outcome).toEqual({ code: 'asset_timed_out', sentence });
  });
});

async function stallingServer(begins: boolean): Promise<FixtureServer & AsyncDisposable> {
  const stalling = await startFixtureServer((_, response) => {
    if (begins)
      response.writeHead(200, { 'content-length': 10_000 }).write(files['clip.mp4']?.subarray(0, 1000));
  });
  return { ...stalling, [Symbol.asyncDispose]: () => stalling.close() };
}

describe.concurrent('a file of the wrong kind fails the render with one message', () => {
  it.each<[string, string, string]>([
    ['video', 'page.mp4', content('an HTML page')],
    ['video', 'text.mp4', TEXT],
    ['video', 'random.mp4', content('of an unknown type')],
    ['video', 'empty.mp4', 'is empty.'],
    ['video', 'cut.mp4', UNREADABLE],
    ['video', 'bundle.mp4', 'is not a media file: its content is of type zip.'],
    ['video', 'picture.mp4', 'is an image, but the asset needs a video.'],
    ['image', 'clip.mp4', 'is a video, but the asset needs an image.'],
    ['image', 'cut.jpg', 'is damaged: it begins like a media file, but cannot be decoded.'],
    ['audio', 'mute.mp4', 'is a video without sound, but the asset needs an audio file.'],
    ['audio', 'picture.png', 'is an image, but the asset needs an audio file.'],
  ])('%s %s', async (type, name, reason) => {
    const outcome = await tryClip({ type, src: secretUrl(name) });
    expect(outcome).toEqual({ code: 'asset_not_media', sentence: `${SRC}: URL/${name} ${reason}` });
  });

  it.each([
    ['video', 'list.m3u8', content('a playlist (M3U)')],
    ['video', 'list.ffconcat', content('a playlist (FFconcat)')],
    ['video', 'list.sdp', content('a description of a stream (SDP)')],
    ['video', 'list.mpd', content('a playlist (DASH)')],
    ['video', 'drawing.svg', 'is an SVG drawing, but the asset needs a video.'],
  ])('%s %s, and its links are not fetched', async (type, name, reason) => {
    const outcome = await tryClip({ type, src: secretUrl(name) });
    expect(outcome).toEqual({ code: 'asset_not_media', sentence: `${SRC}: URL/${name} ${reason}` });
    const asked = server.requests.map((request) => request.url ?? '');
    expect(asked.filter((url) => url.includes(name))).toEqual([`/${name}?token=S3CRET`]);
    expect(asked.filter((url) => url.includes('inner'))).toEqual([]);
  });

  it('but a drawing is an image, and its links are not fetched', async () => {
    const outcome = await tryClip({ type: 'image', src: secretUrl('drawn.svg') });
    const text = 'An SVG shows only what is in its own markup. External references are left out (1 in all).';
    expect(outcome).toMatchObject({ produced: { warnings: [{ field: SRC, text }] } });
    expect(server.requests.filter(({ url }) => url?.includes('inner'))).toEqual([]);
  });

  it('image vast.png', async () => {
    const sentence = `${SRC}: URL/vast.png is 20000x16000, but a picture may have up to 268 megapixels.`;
    const outcome = await tryClip({ type: 'image', src: secretUrl('vast.png') });
    expect(outcome).toEqual({ code: 'asset_too_large', sentence });
  });
});

describe.concurrent('an edit that does not match its files fails with one message', () => {
  it('an unknown font', async () => {
    const edit = createOneClipEdit({ type: 'text', text: 'Hello', font: { family: 'Montserat' } }) as {
      timeline: object;
    };
    // Without fonts of its own, the edit would not be valid.
    const fonts = [{ src: secretUrl('font.ttf') }];
    const outcome = await tryRender({ ...edit, timeline: { ...edit.timeline, fonts } });
    const sentence = expect.stringMatching(
      /^timeline\.tracks\[0\]\.clips\[0\]\.asset\.font\.family: "Montserat" is not a known font; the nearest is "Montserrat"/,
    ) as string;
    expect(outcome).toEqual({ code: 'font_not_found', sentence });
  });

  it('a trim beyond the end', async () => {
    const outcome = await tryClip({ ...video('clip.mp4'), trim: 5 }, { length: 'auto' });
    const sentence = `timeline.tracks[0].clips[0].asset.trim: a trim of 5 s leaves nothing of URL/clip.mp4, which lasts 0.5 s.`;
    expect(outcome).toEqual({ code: 'validation_failed', sentence });
  });
});

test('a sound file without a duration is measured', async () => {
  const outcome = await tryClip({ type: 'audio', src: secretUrl('stream.mkv') }, { length: 'auto' });
  expect(outcome).toMatchObject({ produced: { duration: 0.5, warnings: [] } });
});

test('the message names the wrong clip', async () => {
  const good = { asset: video('clip.mp4'), start: 0, length: 0.2 };
  const bad = { asset: { type: 'image', src: secretUrl('cut.jpg') }, start: 'auto', length: 0.2 };
  const edit = {
    timeline: {
      soundtrack: { src: secretUrl('clip.mp4') },
      tracks: [{ clips: [good] }, { clips: [good, bad] }],
    },
    output: { format: 'mp4', size: { width: 160, height: 90 }, fps: 12 },
  };
  expect(await tryRender(edit)).toMatchObject({
    sentence: expect.stringContaining(
      `timeline.tracks[1].clips[1].asset.src: ${server.url}/cut.jpg`,
    ) as string,
  });
});
