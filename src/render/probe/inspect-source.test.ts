import { copyFile, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { makeAlphaClip, makeClip, paintNumber, setDisplayMatrix } from '../../../test/media/clips.ts';
import { failureOf } from '../../base/failure-of.fixture.ts';
import type { SourceFacts } from '../../ingest/model.ts';
import { writeImage, writeSound, writeTurnedImage, writeVideo } from './files.fixture.ts';
import { inspectSource } from './inspect-source.ts';

const LIMITS = { maxBytes: 5e9, maxSeconds: 43_200, maxPixels: 16_384 };
const FONT = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/roboto/400Regular/Roboto_400Regular.ttf',
);

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-source-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

const file = (name: string): string => join(folder, name);

/** Writes a file with the given content and inspects it. */
async function inspectContent(content: string | Buffer, name = 'a.mp4'): Promise<SourceFacts> {
  await writeFile(file(name), content);
  return inspectSource(file(name), LIMITS);
}

/** Writes a video as Matroska. */
async function writeMatroska(path: string): Promise<void> {
  await makeAlphaClip(path, { width: 64, height: 48 }, 5);
}

/** Writes an animated picture with three frames. */
async function writeAnimatedImage(path: string): Promise<void> {
  const frames = [0, 120, 240].map((value) => Buffer.alloc(20 * 10 * 4, value));
  const raw = { width: 20, height: 30, channels: 4, pageHeight: 10 } as const;
  await sharp(Buffer.concat(frames), { raw }).toFile(path);
}

describe('the facts of a source', () => {
  it.each<[string, (path: string) => Promise<void>, SourceFacts]>([
    [
      'a video',
      (path) => writeVideo(path),
      { kind: 'video', extension: '.mp4', width: 160, height: 90, duration: 0.4, fps: 25 },
    ],
    [
      'a Matroska video',
      writeMatroska,
      { kind: 'video', extension: '.mkv', width: 64, height: 48, duration: 0.2, fps: 25 },
    ],
    ['a sound', writeSound, { kind: 'audio', extension: '.wav', duration: 0.5 }],
    ['a photograph, upright', writeTurnedImage, { kind: 'image', extension: '.jpg', width: 20, height: 30 }],
    ['a font', (path) => copyFile(FONT, path), { kind: 'font', extension: '.ttf' }],
    [
      'subtitles',
      (path) => writeFile(path, '1\n00:00:01,000 --> 00:00:02,000\nHi\n'),
      { kind: 'subtitles', extension: '.srt' },
    ],
    [
      'a lookup table',
      (path) => writeFile(path, 'LUT_1D_SIZE 2\n0 0 0\n1 0.9 0.8\n'),
      { kind: 'lut', extension: '.cube' },
    ],
    [
      'a drawing',
      (path) => writeFile(path, '<svg xmlns="http://www.w3.org/2000/svg" width="30.4" height="1.3"/>'),
      { kind: 'image', extension: '.svg', width: 30, height: 1 },
    ],
  ])('are found for %s', async (_, write, facts) => {
    // The name decides nothing, but the tools that write these files need an extension.
    const path = file(`a${facts.extension}`);
    await write(path);
    expect(await inspectSource(path, LIMITS)).toEqual(facts);
  });

  it('of an animated image are those of a video', async () => {
    for (const extension of ['.gif', '.webp']) {
      await writeAnimatedImage(file(`a${extension}`));
      expect(await inspectSource(file(`a${extension}`), LIMITS)).toMatchObject({
        kind: 'video',
        extension,
        width: 20,
        height: 10,
        duration: expect.any(Number) as number,
        fps: expect.any(Number) as number,
      });
    }
  });

  it('have the size as seen upright', async () => {
    await writeVideo(file('a.mp4'));
    await setDisplayMatrix(file('a.mp4'), [0, 1, -1, 0]);
    expect(await inspectSource(file('a.mp4'), LIMITS)).toMatchObject({ width: 90, height: 160 });
  });

  it('have the average frame rate', async () => {
    const ticks = Array.from({ length: 30 }, (_, index) => index * 1001);
    await makeClip(file('a.mp4'), { width: 64, height: 48, clock: 30_000, ticks, paint: paintNumber });
    expect(await inspectSource(file('a.mp4'), LIMITS)).toMatchObject({ fps: 29.97 });
  });
});

describe('a file that cannot be used is named for what it is', () => {
  const unsupported = (content: string): string =>
    `asset_not_media: The file is not a video, picture, sound, font, subtitle file (SRT, VTT or TTML) or lookup table (.cube): its content is ${content}.`;

  it.each([
    ['', 'asset_not_media: The file is empty.'],
    ['Hello', unsupported('text')],
    ['<!doctype html><html>Log in.</html>', unsupported('an HTML page')],
    ['%PDF-1.7\n1 0 obj\n', unsupported('of type pdf')],
    ['#EXTM3U\n#EXTINF:1,\nhttp://10.0.0.1/a.ts\n', unsupported('a playlist (M3U)')],
    ['[playlist]\nFile1=http://10.0.0.1/a.mp3\n', unsupported('a playlist (PLS)')],
    [
      'LUT_3D_SIZE 2\n0 0 0\n',
      'asset_not_media: The file is a damaged lookup table: its size asks for 8 colours, but it has 1.',
    ],
    ['ffconcat version 1.0\nfile /etc/passwd\n', unsupported('a playlist (FFconcat)')],
    ['<?xml version="1.0"?><MPD><Period/></MPD>', unsupported('a playlist (DASH)')],
    [
      '<?xml version="1.0"?>\n<playlist version="1" xmlns="http://xspf.org/ns/0/"/>',
      unsupported('a playlist (XSPF)'),
    ],
    ['WEBVTT\n\n', 'asset_not_media: The file is a subtitle file without captions.'],
  ])('%j', async (content, message) => {
    expect(await failureOf(inspectContent(content))).toBe(message);
  });

  it('if its font is damaged', async () => {
    const font = await readFile(FONT);
    font.fill(0xff, 12, 400);
    expect(await failureOf(inspectContent(font))).toMatch(/^asset_not_media: The file is/);
  });

  it('if not one frame of it can be decoded', async () => {
    await writeVideo(file('a.mp4'));
    const video = await readFile(file('a.mp4'));
    const [from, to] = [video.indexOf('mdat') + 4, video.indexOf('moov') - 4];
    video.fill(0xff, from, to > from ? to : undefined);
    expect(await failureOf(inspectContent(video))).toMatch(
      /^asset_not_media: The file (contains no picture or sound that can be decoded|cannot be read)/,
    );
  });
});

describe('a file whose end is missing is rejected', () => {
  const INCOMPLETE = 'asset_not_media: The file is incomplete: its end is missing.';

  it.each<[string, (path: string) => Promise<void>]>([
    ['a.mp4', (path) => writeVideo(path, 1)],
    ['a.mkv', writeMatroska],
    ['a.wav', writeSound],
    ['a.png', writeImage],
    ['a.webp', writeAnimatedImage],
    ['a.gif', writeAnimatedImage],
    ['a.ttf', (path) => copyFile(FONT, path)],
  ])('%s', async (name, write) => {
    await write(file(name));
    expect(await inspectSource(file(name), LIMITS)).toHaveProperty('kind');
    const whole = await readFile(file(name));
    for (const share of [0.999, 0.7]) {
      await writeFile(file(name), whole);
      await truncate(file(name), Math.min(whole.length - 4, Math.floor(whole.length * share)));
      expect([share, await failureOf(inspectSource(file(name), LIMITS))]).toEqual([share, INCOMPLETE]);
    }
  });

  it('if its index comes first and points behind its end', async () => {
    await writeVideo(file('a.mp4'));
    const video = moveIndexToStart(await readFile(file('a.mp4')));
    expect(await inspectContent(video)).toMatchObject({ kind: 'video' });
    // The last box extends to the end of the file, whatever that is. So only the index knows.
    video.writeUInt32BE(0, video.indexOf('mdat') - 4);
    expect(await inspectContent(video)).toMatchObject({ kind: 'video' });
    expect(await failureOf(inspectContent(video.subarray(0, -1)))).toBe(INCOMPLETE);
  });

  it('if it is a photograph', async () => {
    await writeImage(file('a.jpg'));
    const photo = await readFile(file('a.jpg'));
    expect(await failureOf(inspectContent(photo.subarray(0, -2)))).toBe(
      'asset_not_media: The file cannot be read: the jpg file is damaged or incomplete.',
    );
  });
});

test('a recording of a program that could not write its length is whole', async () => {
  await writeSound(file('a.wav'));
  const sound = await readFile(file('a.wav'));
  for (const size of [0xffff_ffff, 0]) {
    sound.writeUInt32LE(size, 4);
    sound.writeUInt32LE(0xffff_ffff, 40);
    expect(await inspectContent(sound)).toMatchObject({ kind: 'audio' });
  }
});

describe('the limits for', () => {
  it('sides apply before a picture is decoded', async () => {
    await sharp({ create: { width: 20_000, height: 10, channels: 3, background: '#000' } }).toFile(
      file('a.png'),
    );
    expect(await failureOf(inspectSource(file('a.png'), LIMITS))).toBe(
      'asset_too_large: The file is 20000x10, but a side may have up to 16384 pixels (KINORA_INGEST_MAX_PIXELS).',
    );
  });

  it('sides apply to videos', async () => {
    await writeVideo(file('a.mp4'));
    expect(await failureOf(inspectSource(file('a.mp4'), { ...LIMITS, maxPixels: 100 }))).toBe(
      'asset_too_large: The file is 160x90, but a side may have up to 100 pixels (KINORA_INGEST_MAX_PIXELS).',
    );
  });

  it('time apply to videos and sounds', async () => {
    await writeSound(file('a.wav'));
    expect(await failureOf(inspectSource(file('a.wav'), { ...LIMITS, maxSeconds: 0.25 }))).toBe(
      'asset_too_large: The file lasts 0.5 s, but a file may last up to 0.25 s (KINORA_INGEST_MAX_SECONDS).',
    );
  });
});

/** Moves the index of an MP4 file from its end to the front of its samples. */
function moveIndexToStart(video: Buffer): Buffer {
  const [data, index] = [video.indexOf('mdat') - 4, video.indexOf('moov') - 4];
  const moved = Buffer.from(video.subarray(index));
  const table = moved.indexOf('stco') + 4;
  for (let chunk = 0; chunk < moved.readUInt32BE(table + 4); chunk++) {
    const at = table + 8 + 4 * chunk;
    moved.writeUInt32BE(moved.readUInt32BE(at) + moved.length, at);
  }
  return Buffer.concat([video.subarray(0, data), moved, video.subarray(data, index)]);
}
