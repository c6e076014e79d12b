import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeNumbers, expectBeeps, expectWhole, range, WHOLE } from './corpus/numbered-films.ts';
import { changeBoxes, makeFilm, videoTable } from './corpus/strange-films.ts';
import { findEditable } from './media/edit-boxes.ts';
import type { EncodedClip } from './media/encode-clip.ts';
import { playFile, readFrames } from './media/play-file.ts';
import { readPackets, type Remux, remux } from './media/remux.ts';
import { renderFrame } from './media/render-frame.ts';
import { createMediaFolder } from './media/render-edit.ts';

let media: Awaited<ReturnType<typeof createMediaFolder>>;
beforeAll(async () => {
  media = await createMediaFolder();
  await makeFilm(media.path('film.mp4'));
  await makeFilm(media.path('mute.mp4'), { sound: undefined } as never);
});
afterAll(() => media[Symbol.asyncDispose]());

const film = (): string => media.path('film.mp4');
const HEVC = { codec: 'libx265', options: { 'x265-params': 'log-level=none:keyint=25' } } as const;
const H264 = { codec: 'libx264', options: { g: '25' } } as const;

describe('a film of numbered frames is shown whole', () => {
  it.each<readonly [string, Partial<EncodedClip>]>([
    ['hevc.ts', { ...HEVC, container: 'mpegts' }],
    ['mpeg2.ts', { codec: 'mpeg2video', container: 'mpegts', options: { bf: '2', g: '12' } }],
    ['motion.avi', { codec: 'mjpeg', container: 'avi', filters: 'format=yuvj420p' }],
    ['motion.mov', { codec: 'mjpeg', container: 'mov', filters: 'format=yuvj420p' }],
    // Every frame is marked as two fields, but is one picture.
    [
      'marked-interlaced.mp4',
      // H.264 has fields only in a height of a multiple of four.
      { codec: 'libx264', container: 'mp4', height: 88, options: { g: '25', 'x264-params': 'tff=1' } },
    ],
    ['marked-interlaced.ts', { codec: 'mpeg2video', container: 'mpegts', options: { flags: '+ildct+ilme' } }],
  ])('%s', async (name, clip) => {
    const path = media.path(name);
    await encodeNumbers(path, clip);
    await expectWhole(path, []);
  });

  it('without access unit delimiters in a transport stream', async () => {
    const path = media.path('undelimited.ts');
    await remux(media.path('mute.mp4'), path, {
      demuxer: 'mov',
      container: 'mpegts',
      filter: 'h264_mp4toannexb',
    });
    const bytes = await readFile(path);
    const delimiter = Buffer.from('0000000109', 'hex');
    // A filler unit of no bytes takes the place of each delimiter. A decoder skips it.
    for (let at = bytes.indexOf(delimiter); at >= 0; at = bytes.indexOf(delimiter, at))
      Buffer.from('0c80', 'hex').copy(bytes, at + 4);
    await writeFile(path, bytes);
    expect(bytes.indexOf(delimiter)).toBe(-1);
    await expectWhole(path, []);
  });

  it.each([
    ['without sound', 'mute.mp4'],
    ['with sound', 'film.mp4'],
  ])('with a clock that overflows in the middle of a transport stream %s', async (name, from) => {
    const path = media.path(`overflow ${name}.ts`);
    const edit: Remux['edit'] = (packet, _, isVideo) => {
      // The clock has 33 bits at 90 kHz. It overflows after one second.
      const shift = BigInt(Math.round((2 ** 33 / 90_000 - 1) * (isVideo ? 12_800 : 48_000)));
      packet.pts += shift;
      packet.dts += shift;
      return true;
    };
    await remux(media.path(from), path, {
      demuxer: 'mov',
      container: 'mpegts',
      filter: 'h264_mp4toannexb',
      edit,
    });
    if (from === 'mute.mp4') return expectWhole(path, []);
    // The sound of a transport stream begins 21 ms early, because nothing states the delay of its encoder.
    const { numbers, beeps } = await playFile(path);
    expect(numbers).toEqual(WHOLE.map((frame) => Math.max(0, frame - 1)));
    expectBeeps(beeps, [0.5214, 1.5214]);
  });

  it('with times of a transport stream that say only when frames are decoded', async () => {
    const path = media.path('decoding-times.ts');
    const edit: Remux['edit'] = (packet, _, isVideo) => {
      if (isVideo) packet.pts = packet.dts;
      return true;
    };
    await remux(film(), path, { demuxer: 'mov', container: 'mpegts', filter: 'h264_mp4toannexb', edit });
    const { numbers } = await playFile(path);
    expect(numbers).toEqual(WHOLE);
    expect(await readFrames(path, [1.24, 0.6])).toEqual([31, 15]);
  });

  it('with B-frames of an MPEG-4 packed into the frames before them', async () => {
    const plain = media.path('plain.avi');
    await encodeNumbers(plain, { codec: 'mpeg4', container: 'avi', options: { bf: '1', g: '12' } });
    const packed = packFrames((await readPackets(plain, 'avi')).map(({ data }) => data));
    const path = media.path('packed.avi');
    const edit: Remux['edit'] = (packet, index) => {
      packet.data = packed[index] ?? null;
      packet.pts = packet.dts = BigInt(index);
      return true;
    };
    await remux(plain, path, { demuxer: 'avi', container: 'avi', edit });
    const { numbers } = await playFile(path);
    expect(numbers).toEqual(WHOLE);
  });
});

/**
 * Packs each B-frame into the packet before it. A packet that repeats the last frame takes its place, as encoders of
 * 2003 wrote it.
 */
function packFrames(packets: readonly Buffer[]): Buffer[] {
  const start = Buffer.from('000001b6', 'hex');
  const isB = (data: Buffer): boolean => (data[data.indexOf(start) + 4] ?? 0) >> 6 === 2;
  const repeated = Buffer.from('000001b6517f7f', 'hex');
  const packed = packets.map((data, index) => {
    const next = packets[index + 1];
    if (isB(data)) return repeated;
    return next && isB(next) ? Buffer.concat([data, next]) : data;
  });
  expect(packed.filter((data) => data === repeated).length).toBeGreaterThan(10);
  const [first = Buffer.alloc(0), ...others] = packed;
  const at = first.indexOf(start);
  const note = Buffer.concat([Buffer.from('000001b2', 'hex'), Buffer.from('DivX503b1393p\0')]);
  return [Buffer.concat([first.subarray(0, at), note, first.subarray(at)]), ...others];
}

describe('a stream may change in the middle', () => {
  /** Writes a transport stream of two halves of 25 frames each. */
  async function writeHalves(name: string, halves: readonly Partial<EncodedClip>[]): Promise<string> {
    const parts: Buffer[] = [];
    for (const [half, clip] of halves.entries()) {
      const [plain, later] = [media.path(`${name}-${half}.mp4`), media.path(`${name}-${half}.ts`)];
      await encodeNumbers(plain, { container: 'mp4', count: 25, ...clip }, 25 * half);
      const edit: Remux['edit'] = (packet) => {
        packet.pts += BigInt(12_800 * (half + 1));
        packet.dts += BigInt(12_800 * (half + 1));
        return true;
      };
      const filter = clip.codec === 'libx265' ? 'hevc_mp4toannexb' : 'h264_mp4toannexb';
      await remux(plain, later, { demuxer: 'mov', container: 'mpegts', filter, edit });
      parts.push(await readFile(later));
    }
    const path = media.path(name);
    await writeFile(path, Buffer.concat(parts));
    return path;
  }

  it.each([
    ['avc3', H264, { ...H264, options: { g: '25', coder: 'vlc', 'x264-params': 'ref=1:8x8dct=0' } }, 'avc1'],
    [
      'hev1',
      HEVC,
      { ...HEVC, options: { 'x265-params': 'log-level=none:keyint=25:ctu=16:sao=0:amp=0' } },
      'hev1',
    ],
  ] as const)('its parameter sets, in an MP4 with the tag %s', async (tag, first, second, written) => {
    const joined = await writeHalves(`${tag}.ts`, [first, second]);
    const plain = media.path(`${tag}-plain.mp4`);
    await remux(joined, plain, { demuxer: 'mpegts', container: 'mp4' });
    const path = media.path(`${tag}.mp4`);
    await changeBoxes(plain, path, (boxes) => {
      for (const box of findEditable([videoTable(boxes)], `stbl/stsd/${written}`)) box.type = tag;
    });
    await expectWhole(path, []);
  });

  it.each<readonly [string, Partial<EncodedClip>, Partial<EncodedClip>]>([
    ['its sample aspect', {}, { filters: 'format=yuv420p,setsar=2' }],
    [
      'its sample aspect and its size, but not its shape',
      {},
      { width: 80, filters: 'format=yuv420p,setsar=2' },
    ],
  ])('%s', async (name, first, second) => {
    const path = await writeHalves(`${name.length}.ts`, [
      { ...H264, ...first },
      { ...H264, ...second },
    ]);
    await expectWhole(path, []);
  });
});

describe('the display matrix of an MP4 turns its pictures', () => {
  const ONE = 0x10000;
  const COLOURS = { red: [255, 0, 0], green: [0, 255, 0], blue: [0, 0, 255], grey: [128, 128, 128] } as const;
  type Name = keyof typeof COLOURS;
  // The corners of the stored picture: top left, top right, bottom left, bottom right.
  const STORED = ['red', 'green', 'blue', 'grey'] as const;

  it.each<readonly [number, readonly number[], readonly Name[]]>([
    [90, [0, ONE, -ONE, 0], ['blue', 'red', 'grey', 'green']],
    [180, [-ONE, 0, 0, -ONE], ['grey', 'blue', 'green', 'red']],
    [270, [0, -ONE, ONE, 0], ['green', 'grey', 'red', 'blue']],
  ])('by %d degrees clockwise', async (degrees, [a = 0, b = 0, c = 0, d = 0], corners) => {
    const plain = media.path('corners.mp4');
    const paint = (x: number, y: number) =>
      [...COLOURS[STORED[(y < 32 ? 0 : 2) + (x < 48 ? 0 : 1)] ?? 'grey'], 255] as const;
    const clip = { ...H264, container: 'mp4', width: 96, height: 64, count: 5, paint };
    await encodeNumbers(plain, { ...clip, filters: 'format=yuv444p' });
    const path = media.path(`turned-${degrees}.mp4`);
    await changeBoxes(plain, path, (boxes) => {
      for (const { body } of findEditable(boxes, 'moov/trak/tkhd'))
        for (const [index, value] of [a, b, 0, c, d].entries()) body.writeInt32BE(value, 40 + 4 * index);
    });
    const [width, height] = degrees === 180 ? [96, 64] : [64, 96];
    const { colourAt } = await showFrame(path, { width, height });
    const found = [0, 1, 2, 3].map((corner) =>
      colourAt(corner % 2 ? width - 12 : 12, corner < 2 ? 12 : height - 12),
    );
    expect(found.map(nameOf)).toEqual(corners);
  });

  function nameOf(colour: readonly number[]): string {
    const isNear = (other: readonly number[]): boolean =>
      colour.every((value, channel) => Math.abs(value - (other[channel] ?? NaN)) < 12);
    return Object.entries(COLOURS).find(([, other]) => isNear(other))?.[0] ?? colour.join();
  }
});

/** Renders the first frame of a film in its own size. */
function showFrame(path: string, size: { readonly width: number; readonly height: number }) {
  const clip = { asset: { type: 'video', src: path }, start: 0, length: 0.2, fit: 'none' };
  return renderFrame({ timeline: { tracks: [{ clips: [clip] }] }, output: { format: 'mp4', size } });
}

it('an H.264 of full range has the same colours as one of limited range', async () => {
  const paint = (x: number, y: number) => [2 * x, 255 - 2 * x, 4 * y, 255] as const;
  const size = { width: 128, height: 64 };
  const pixels: Buffer[] = [];
  for (const [name, rangeName] of [
    ['limited.mp4', 'tv'],
    ['full.mp4', 'pc'],
  ] as const) {
    const filters = `scale=out_range=${rangeName}:out_color_matrix=bt709,format=yuv444p,setparams=range=${rangeName}:colorspace=bt709`;
    const options = { g: '5', qp: '4' };
    await encodeNumbers(media.path(name), {
      ...size,
      paint,
      filters,
      options,
      codec: 'libx264',
      container: 'mp4',
      count: 3,
    });
    pixels.push((await showFrame(media.path(name), size)).pixels);
  }
  const painted = range(0, 128 * 64).flatMap((at) => [...paint(at % 128, Math.floor(at / 128)).slice(0, 3)]);
  for (const found of pixels) {
    const off = painted.map((value, at) => Math.abs(value - (found[at] ?? NaN)));
    expect(Math.max(...off)).toBeLessThanOrEqual(6);
    expect(off.reduce((sum, one) => sum + one, 0) / off.length).toBeLessThan(1.5);
  }
});

it('two fields in a picture that is marked as progressive stay as they are', async () => {
  const path = media.path('combed.mp4');
  const paint = (_: number, y: number) =>
    y % 2 ? ([235, 235, 235, 255] as const) : ([16, 16, 16, 255] as const);
  const size = { width: 64, height: 48 };
  await encodeNumbers(path, { ...H264, ...size, paint, container: 'mp4', count: 5 });
  const { colourAt } = await showFrame(path, size);
  expect(colourAt(32, 20)[0]).toBeLessThan(30);
  expect(colourAt(32, 21)[0]).toBeGreaterThan(220);
});

it('a variable frame rate keeps the time of each frame', async () => {
  const path = media.path('uneven.mp4');
  // Frame 10 lasts for half a second, and the frames after it come twice as fast.
  const ticks = range(0, 50).map((index) => (index <= 10 ? 2 * index : 2 * 10 + 25 + (index - 11)));
  await makeFilm(path, { clock: 50, ticks });
  const { numbers } = await playFile(path, { seconds: 1.6 });
  // Frame 11 begins between two frames of the output, and the earlier one shows it (contract C21).
  const shownAt = (tick: number): number =>
    ticks.findLastIndex((start) => start <= tick + (tick === 44 ? 1 : 0));
  expect(numbers).toEqual(range(0, 40).map((frame) => shownAt(2 * frame)));
});
