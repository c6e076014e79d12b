import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { failureOf } from '../../base/failure-of.fixture.ts';
import { writeAnimation, writeImage, writeSound, writeTurnedImage, writeVideo } from './files.fixture.ts';
import { probe } from './probe.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-probe-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

describe('a still picture', () => {
  it.each(['a.png', 'a.jpg', 'a.webp', 'a.gif', 'a.tif', 'a.avif'])('%s', async (name) => {
    const path = join(folder, name);
    await writeImage(path);
    const alpha = name === 'a.gif';
    expect(await probe(path)).toEqual({ kind: 'still', path, width: 30, height: 20, alpha });
  });

  test('is measured upright', async () => {
    const path = join(folder, 'turned.jpg');
    await writeTurnedImage(path);
    expect(await probe(path)).toMatchObject({ width: 20, height: 30 });
  });

  test('can be an animated PNG with one frame', async () => {
    const path = join(folder, 'animated');
    await writeAnimation(path);
    expect(await probe(path)).toEqual({ kind: 'still', path, width: 30, height: 20, alpha: false });
  });
});

describe('a video', () => {
  test('has its size, length and sound', async () => {
    const path = join(folder, 'a.mp4');
    await writeVideo(path, 1);
    const media = await probe(path);
    if (media.kind !== 'av') throw new Error('It is a still.');
    expect(media.video).toMatchObject({
      width: 160,
      height: 90,
      stored: { width: 160, height: 90 },
      turn: 'none',
      alpha: false,
      defects: [],
    });
    expect(media.video?.duration?.toFraction()).toBe('2/5');
    expect(media.audio?.duration?.valueOf()).toBeCloseTo(1, 2);
    expect(media.video?.location).toMatchObject({ file: path, demuxer: 'mov', stream: 0 });
  });

  test('can be silent', async () => {
    const path = join(folder, 'a.mp4');
    await writeVideo(path);
    const media = await probe(path);
    expect(media.kind === 'av' && media.video !== undefined && media.audio === undefined).toBe(true);
  });
});

test('a sound has its length', async () => {
  const path = join(folder, 'a.wav');
  await writeSound(path);
  const media = await probe(path);
  if (media.kind !== 'av') throw new Error('It is a still.');
  expect(media.video).toBeUndefined();
  expect(media.audio?.duration?.toFraction()).toBe('1/2');
});

describe('the type of a file depends on its bytes, not on its name (contract C31)', () => {
  test('an image named as a video', async () => {
    await writeImage(join(folder, 'a.png'));
    await writeFile(join(folder, 'a.mp4'), await readFile(join(folder, 'a.png')));
    expect((await probe(join(folder, 'a.mp4'))).kind).toBe('still');
  });

  test('a video without a file extension', async () => {
    await writeVideo(join(folder, 'a.mp4'));
    await writeFile(join(folder, 'video'), await readFile(join(folder, 'a.mp4')));
    expect((await probe(join(folder, 'video'))).kind).toBe('av');
  });
});

describe('a picture that is too large is rejected by its header', () => {
  /** Returns a square GIF of a given size. Each of its frames changes only one pixel. */
  const gif = (side: number, pictures: number): Buffer => {
    const picture = '21f904000a0000002c00000000010001000002024401' + '00';
    const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
    head.writeUInt16LE(side, 6);
    head.writeUInt16LE(side, 8);
    return Buffer.concat([head, Buffer.from(picture.repeat(pictures), 'hex'), Buffer.from(';')]);
  };
  /** Returns a TIFF whose pictures have no fields. @param last the offset that follows the last picture. */
  const tiff = (pictures: number, order: 'II' | 'MM' = 'II', last = 0): Buffer => {
    const bytes = Buffer.alloc(8 + 6 * pictures);
    const write = (value: number, at: number): number =>
      order === 'II' ? bytes.writeUInt32LE(value, at) : bytes.writeUInt32BE(value, at);
    bytes.write(order);
    bytes.writeUInt8(42, order === 'II' ? 2 : 3);
    write(8, 4);
    for (let picture = 0; picture < pictures; picture++)
      write(picture + 1 < pictures ? 14 + 6 * picture : last, 10 + 6 * picture);
    return bytes;
  };
  const wav = (rate: number, channels: number): Buffer => {
    const head = Buffer.alloc(44 + 2 * channels * 1000);
    head.write('RIFF');
    head.writeUInt32LE(head.length - 8, 4);
    head.write('WAVEfmt ', 8);
    head.writeUInt32LE(16, 16);
    head.writeUInt16LE(1, 20);
    head.writeUInt16LE(channels, 22);
    head.writeUInt32LE(rate, 24);
    head.writeUInt32LE(2 * channels * rate, 28);
    head.writeUInt16LE(2 * channels, 32);
    head.writeUInt16LE(16, 34);
    head.write('data', 36);
    head.writeUInt32LE(head.length - 44, 40);
    return head;
  };
  /** Returns an animated WebP. Its frames have no content. */
  const webp = (frames: number): Buffer => {
    const head = Buffer.from('RIFF....WEBPVP8X\x0a\0\0\0\x02\0\0\0\0\0\0\0\0\0', 'latin1');
    const frame = Buffer.concat([Buffer.from('ANMF\x10\0\0\0', 'latin1'), Buffer.alloc(16)]);
    const bytes = Buffer.concat([head, ...Array<Buffer>(frames).fill(frame)]);
    bytes.writeUInt32LE(bytes.length - 8, 4);
    return bytes;
  };
  const bitmap = (width: number, height: number): Buffer => {
    const head = Buffer.alloc(62);
    head.write('BM');
    head.writeUInt32LE(40, 14);
    head.writeInt32LE(width, 18);
    head.writeInt32LE(height, 22);
    head.writeUInt16LE(1, 26);
    head.writeUInt16LE(1, 28);
    return head;
  };
  it.each([
    ['a BMP', bitmap(18_000, 18_000), 'is 18000x18000, but a picture may have up to 268 megapixels'],
    [
      'a BMP that is stored from top to bottom',
      bitmap(18_000, -18_001),
      'is 18000x18001, but a picture may have up to 268 megapixels',
    ],
    ['a GIF', gif(65_500, 2), 'is 65500x65500, but a picture may have up to 268 megapixels'],
    [
      'a GIF with tiny frames',
      gif(1, 20_001),
      'has 20001 frames, but an animated image may have up to 20000',
    ],
    [
      'a WebP with tiny frames',
      webp(20_001),
      'has more than 20000 frames, but an animated image may have up to 20000',
    ],
    [
      'a TIFF with many pictures',
      tiff(1001),
      'has more than 1000 pictures, but a TIFF may have up to 1000; use a file with one picture',
    ],
    [
      'a TIFF whose last picture is followed by its first',
      tiff(2, 'II', 8),
      'has more than 1000 pictures, but a TIFF may have up to 1000; use a file with one picture',
    ],
    [
      'a TIFF of the other byte order',
      tiff(1001, 'MM'),
      'has more than 1000 pictures, but a TIFF may have up to 1000; use a file with one picture',
    ],
    ['a sound with many channels', wav(48_000, 65), 'has 65 channels, but a sound may have up to 64'],
    [
      'a sound with many samples',
      wav(768_001, 1),
      'has 768001 samples per second, but a sound may have up to 768000',
    ],
    [
      'a GIF with many frames',
      gif(8000, 63),
      'has 63 frames of 8000x8000, but the frames of an animated image must not exceed 4000 megapixels in total',
    ],
  ])('%s', async (_, content, what) => {
    const path = join(folder, 'a');
    await writeFile(path, content);
    expect(await failureOf(probe(path))).toBe(`asset_too_large: ${what}`);
  });
});

describe('an unreadable file is reported without its local path', () => {
  it.each<[string, string | Buffer, string]>([
    ['a page', '<!doctype html><p>Not found</p>', 'an HTML page'],
    ['a page after many comments', `${'<!-- v2 -->\n'.repeat(60)}<html lang="en">`, 'an HTML page'],
    ['a feed after many comments', `${'<!-- v2 -->\n'.repeat(60)}<rss>`, 'text'],
    ['a page after a comment', '\n<!-- v2 -->\n<html lang="en">', 'an HTML page'],
    ['an empty file', '', 'empty'],
    ['one character', 'a', 'text'],
    ['text that ends within a character', Buffer.from('caf\u00e9').subarray(0, -1), 'text'],
    ['binary data', Buffer.from([1, 2, 3, 0, 0xff]), 'of an unknown type'],
    ['a playlist', '#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n', 'a playlist (M3U)'],
    ['a script for FFmpeg', "ffconcat version 1.0\nfile '/etc/passwd'\n", 'a playlist (FFconcat)'],
    ['a document', '%PDF-1.7\n', 'of type pdf'],
  ])('%s', async (_, content, what) => {
    const path = join(folder, 'a.mp4');
    await writeFile(path, content);
    const message = `asset_not_media: is not a media file: its content is ${what}`;
    expect(await failureOf(probe(path))).toBe(message);
  });

  test('an SVG drawing that is not valid XML', async () => {
    const path = join(folder, 'a.svg');
    await writeFile(path, '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><g></svg>');
    expect(await failureOf(probe(path))).toMatch(
      /^asset_not_media: is not an SVG that can be drawn: .*[^.]$/,
    );
  });

  test('a truncated picture', async () => {
    await writeImage(join(folder, 'a.jpg'));
    const path = join(folder, 'cut.jpg');
    await writeFile(path, (await readFile(join(folder, 'a.jpg'))).subarray(0, 24));
    expect(await failureOf(probe(path))).toBe(
      'asset_not_media: cannot be read: the jpg file is damaged or incomplete',
    );
  });

  test('a video without its index', async () => {
    await writeVideo(join(folder, 'a.mp4'));
    const path = join(folder, 'cut.mp4');
    const whole = await readFile(join(folder, 'a.mp4'));
    await writeFile(path, whole.subarray(0, whole.indexOf('moov', 0, 'latin1') - 4));
    expect(await failureOf(probe(path))).toBe(
      'asset_not_media: cannot be read: the mp4 file is damaged or incomplete',
    );
  });

  test('a container without video or audio', async () => {
    await writeVideo(join(folder, 'a.mp4'));
    const path = join(folder, 'data.mp4');
    const whole = await readFile(join(folder, 'a.mp4'));
    // Relabel the track and its samples as text.
    for (const [box, name] of [
      ['hdlr', 'vide'],
      ['stsd', 'avc1'],
    ] as const)
      whole.write('text', whole.indexOf(name, whole.indexOf(box, 0, 'latin1'), 'latin1'), 'latin1');
    await writeFile(path, whole);
    expect(await failureOf(probe(path))).toBe(
      'asset_not_media: is not a media file: it contains no picture or sound that can be decoded',
    );
  });
});
