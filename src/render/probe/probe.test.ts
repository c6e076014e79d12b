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
    expect(await probe(path)).toEqual({ kind: 'still', path, width: 30, height: 20 });
  });

  test('is measured upright', async () => {
    const path = join(folder, 'turned.jpg');
    await writeTurnedImage(path);
    expect(await probe(path)).toMatchObject({ width: 20, height: 30 });
  });

  test('may be a PNG that is animated', async () => {
    const path = join(folder, 'animated');
    await writeAnimation(path);
    expect(await probe(path)).toEqual({ kind: 'still', path, width: 30, height: 20 });
  });
});

describe('a moving picture', () => {
  test('is told with its size, length and sound', async () => {
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

  test('may be without sound', async () => {
    const path = join(folder, 'a.mp4');
    await writeVideo(path);
    const media = await probe(path);
    expect(media.kind === 'av' && media.video !== undefined && media.audio === undefined).toBe(true);
  });
});

test('a sound is told with its length', async () => {
  const path = join(folder, 'a.wav');
  await writeSound(path);
  const media = await probe(path);
  if (media.kind !== 'av') throw new Error('It is a still.');
  expect(media.video).toBeUndefined();
  expect(media.audio?.duration?.toFraction()).toBe('1/2');
});

describe('what a file is, its bytes say, not its name (C31)', () => {
  test('an image named as a video', async () => {
    await writeImage(join(folder, 'a.png'));
    await writeFile(join(folder, 'a.mp4'), await readFile(join(folder, 'a.png')));
    expect((await probe(join(folder, 'a.mp4'))).kind).toBe('still');
  });

  test('a video without an ending', async () => {
    await writeVideo(join(folder, 'a.mp4'));
    await writeFile(join(folder, 'video'), await readFile(join(folder, 'a.mp4')));
    expect((await probe(join(folder, 'video'))).kind).toBe('av');
  });
});

describe('a picture that is too large is refused by its header alone', () => {
  /** A GIF of black pictures that tell their size, each with one pixel of its own. */
  const gif = (side: number, pictures: number): Buffer => {
    const picture = '21f904000a0000002c00000000010001000002024401' + '00';
    const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
    head.writeUInt16LE(side, 6);
    head.writeUInt16LE(side, 8);
    return Buffer.concat([head, Buffer.from(picture.repeat(pictures), 'hex'), Buffer.from(';')]);
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
      'a BMP from its top down',
      bitmap(18_000, -18_001),
      'is 18000x18001, but a picture may have up to 268 megapixels',
    ],
    ['a GIF', gif(65_500, 2), 'is 65500x65500, but a picture may have up to 268 megapixels'],
    [
      'a GIF of very many pictures',
      gif(8000, 63),
      'has 63 pictures of 8000x8000, but all pictures of an animated image together may have up to 4000 megapixels',
    ],
  ])('%s', async (_, content, what) => {
    const path = join(folder, 'a');
    await writeFile(path, content);
    expect(await failureOf(probe(path))).toBe(`asset_too_large: ${what}`);
  });
});

describe('what cannot be read is told without its place on this machine', () => {
  it.each<[string, string | Buffer, string]>([
    ['a page', '<!doctype html><p>Not found</p>', 'an HTML page'],
    ['a page with many remarks before it', `${'<!-- v2 -->\n'.repeat(60)}<html lang="en">`, 'an HTML page'],
    ['a feed with many remarks before it', `${'<!-- v2 -->\n'.repeat(60)}<rss>`, 'text'],
    ['a page with a remark before it', '\n<!-- v2 -->\n<html lang="en">', 'an HTML page'],
    ['nothing', '', 'empty'],
    ['a byte', 'a', 'text'],
    ['words that are cut off within a letter', Buffer.from('caf\u00e9').subarray(0, -1), 'text'],
    ['bytes', Buffer.from([1, 2, 3, 0, 0xff]), 'of no known media type'],
    ['a list of other files', '#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n', 'text'],
    ['a script for FFmpeg', "ffconcat version 1.0\nfile '/etc/passwd'\n", 'text'],
    ['a document', '%PDF-1.7\n', 'of type pdf'],
  ])('%s', async (_, content, what) => {
    const path = join(folder, 'a.mp4');
    await writeFile(path, content);
    const message = `asset_not_media: is not a media file: its content is ${what}`;
    expect(await failureOf(probe(path))).toBe(message);
  });

  test('a drawing that is no XML', async () => {
    const path = join(folder, 'a.svg');
    await writeFile(path, '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><g></svg>');
    expect(await failureOf(probe(path))).toMatch(
      /^asset_not_media: is not an SVG that can be drawn: .*[^.]$/,
    );
  });

  test('a picture of which only the first bytes are there', async () => {
    await writeImage(join(folder, 'a.jpg'));
    const path = join(folder, 'cut.jpg');
    await writeFile(path, (await readFile(join(folder, 'a.jpg'))).subarray(0, 24));
    expect(await failureOf(probe(path))).toBe(
      'asset_not_media: is not a media file that can be read: the jpg file is damaged or cut off',
    );
  });

  test('a video whose index is missing', async () => {
    await writeVideo(join(folder, 'a.mp4'));
    const path = join(folder, 'cut.mp4');
    const whole = await readFile(join(folder, 'a.mp4'));
    await writeFile(path, whole.subarray(0, whole.indexOf('moov', 0, 'latin1') - 4));
    expect(await failureOf(probe(path))).toBe(
      'asset_not_media: is not a media file that can be read: the mp4 file is damaged or cut off',
    );
  });

  test('a container in which there is nothing to see or hear', async () => {
    await writeVideo(join(folder, 'a.mp4'));
    const path = join(folder, 'data.mp4');
    const whole = await readFile(join(folder, 'a.mp4'));
    // The track and its samples say that they are text.
    for (const [box, name] of [
      ['hdlr', 'vide'],
      ['stsd', 'avc1'],
    ] as const)
      whole.write('text', whole.indexOf(name, whole.indexOf(box, 0, 'latin1'), 'latin1'), 'latin1');
    await writeFile(path, whole);
    expect(await failureOf(probe(path))).toBe(
      'asset_not_media: is not a media file: it holds neither a picture nor a sound that can be decoded',
    );
  });
});
