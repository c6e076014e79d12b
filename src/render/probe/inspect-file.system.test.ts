import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { makeClip, paintNumber, setDisplayMatrix } from '../../../test/media/clips.ts';
import { remux } from '../../../test/media/remux.ts';
import { failureOf } from '../../base/failure-of.fixture.ts';
import { writeImage, writeSound, writeTurnedImage, writeVideo } from './files.fixture.ts';
import { readClock } from '../av/input/read-clock.ts';
import { inspectFile } from './inspect-file.ts';
import { inspectSource } from './inspect-source.ts';

vi.mock(import('../av/input/read-clock.ts'), { spy: true });

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-inspect-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

interface Description {
  streams: Record<string, unknown>[];
  chapters: unknown[];
  format: Record<string, unknown>;
}

/** Describes a file as a client receives it. */
async function describeFile(path: string): Promise<Description> {
  const names = { filename: 'https://a.example/a', displayName: 'a' };
  return JSON.parse(JSON.stringify(await inspectFile(path, names))) as Description;
}

/** Fields whose values differ between versions of FFmpeg, and so from the installed ffprobe. */
const VERSION_DEPENDENT = ['disposition', 'tags', 'channel_layout', 'color_space', 'bit_rate'];

/** Describes a file with the installed ffprobe. Returns undefined if there is none. */
async function ffprobe(path: string): Promise<Description | undefined> {
  const args = ['-v', 'error', '-show_streams', '-show_chapters', '-show_format', '-of', 'json', path];
  try {
    return JSON.parse((await promisify(execFile)('ffprobe', args)).stdout) as Description;
  } catch {
    return undefined;
  }
}

test('a video is described as ffprobe describes it', async () => {
  const path = join(folder, 'a.mp4');
  await writeVideo(path, 1);
  const { streams, chapters, format } = await describeFile(path);
  expect(streams[0]).toMatchObject({
    index: 0,
    codec_name: 'h264',
    codec_long_name: 'H.264 / AVC / MPEG-4 AVC / MPEG-4 part 10',
    profile: 'High',
    codec_type: 'video',
    codec_tag_string: 'avc1',
    codec_tag: '0x31637661',
    width: 160,
    height: 90,
    coded_width: 160,
    coded_height: 90,
    pix_fmt: 'yuv420p',
    color_range: 'tv',
    color_space: 'bt709',
    chroma_location: 'left',
    field_order: 'progressive',
    refs: 1,
    is_avc: 'true',
    nal_length_size: '4',
    id: '0x1',
    r_frame_rate: '25/1',
    avg_frame_rate: '25/1',
    start_pts: 0,
    start_time: '0.000000',
    duration: '0.400000',
    nb_frames: '10',
    bits_per_raw_sample: '8',
    disposition: { default: 1, attached_pic: 0 },
    tags: { handler_name: 'VideoHandler' },
  });
  expect(streams[1]).toMatchObject({
    index: 1,
    codec_name: 'aac',
    codec_type: 'audio',
    profile: 'LC',
    sample_fmt: 'fltp',
    sample_rate: '48000',
    channels: 2,
    channel_layout: 'stereo',
    bits_per_sample: 0,
    r_frame_rate: '0/0',
    avg_frame_rate: '0/0',
    time_base: '1/48000',
  });
  expect(chapters).toEqual([]);
  expect(format).toMatchObject({
    filename: 'https://a.example/a',
    nb_streams: 2,
    nb_programs: 0,
    format_name: 'mov,mp4,m4a,3gp,3g2,mj2',
    format_long_name: 'QuickTime / MOV',
    start_time: '0.000000',
    size: expect.stringMatching(/^\d+$/) as string,
    tags: { major_brand: expect.stringMatching(/^\w{4}$/) as string },
  });
});

test.each<[string, (path: string) => Promise<void>]>([
  ['a.mp4', (path) => writeVideo(path, 1)],
  ['a.wav', writeSound],
  ['a.png', writeImage],
])('%s has the same fields as in the installed ffprobe, in the same order', async (name, write) => {
  const path = join(folder, name);
  await write(path);
  const [ours, theirs] = [await describeFile(path), await ffprobe(path)];
  if (!theirs) return;
  for (const [index, stream] of theirs.streams.entries()) {
    const known = Object.keys(stream);
    expect(Object.keys(ours.streams[index]!).filter((key) => known.includes(key))).toEqual(known);
    const same = Object.entries(stream).filter(([name]) => !VERSION_DEPENDENT.includes(name));
    expect(ours.streams[index]).toMatchObject(Object.fromEntries(same));
    expect(ours.streams[index]!['disposition']).toMatchObject(stream['disposition'] as object);
  }
  expect(ours.format).toMatchObject({ nb_streams: theirs.streams.length, size: theirs.format['size'] });
});

test('the description of a sound has its sample format', async () => {
  const path = join(folder, 'a.wav');
  await writeSound(path);
  const { streams, format } = await describeFile(path);
  expect(streams).toMatchObject([
    { codec_name: 'pcm_s16le', bits_per_sample: 16, duration: '0.500000', bit_rate: '768000' },
  ]);
  expect(streams[0]).not.toHaveProperty('width');
  expect(format).toMatchObject({ format_name: 'wav', duration: '0.500000' });
});

describe('rotation', () => {
  it.each<[[number, number, number, number], number]>([
    [[0, 1, -1, 0], -90],
    [[0, -1, 1, 0], 90],
    [[-1, 0, 0, -1], -180],
  ])('of a video with the display matrix %j is %d', async (matrix, rotation) => {
    const path = join(folder, 'a.mp4');
    await writeVideo(path);
    await setDisplayMatrix(path, matrix);
    const { streams } = await describeFile(path);
    expect(streams[0]).toMatchObject({
      width: 160,
      height: 90,
      side_data_list: [{ side_data_type: 'Display Matrix', rotation }],
    });
    const theirs = await ffprobe(path);
    if (theirs) expect(streams[0]!['side_data_list']).toEqual(theirs.streams[0]!['side_data_list']);
  });

  it('of a photograph is reported in the same way', async () => {
    const path = join(folder, 'a.jpg');
    await writeTurnedImage(path);
    expect((await describeFile(path)).streams[0]).toMatchObject({
      codec_name: 'mjpeg',
      width: 30,
      height: 20,
      side_data_list: [
        {
          side_data_type: 'Display Matrix',
          displaymatrix:
            '\n00000000:            0       65536           0\n00000001:       -65536           0           0\n00000002:            0           0  1073741824\n',
          rotation: -90,
        },
      ],
    });
  });

  it('is absent if nothing is turned', async () => {
    for (const name of ['a.jpg', 'a.png', 'a.webp', 'a.avif', 'a.tif', 'a.gif']) {
      await writeImage(join(folder, name));
      const [stream] = (await describeFile(join(folder, name))).streams;
      expect([name, stream]).toMatchObject([name, { width: 30, height: 20, codec_type: 'video' }]);
      expect(stream).not.toHaveProperty('side_data_list');
    }
  });
});

test('chapters have their times and titles', async () => {
  const path = join(folder, 'a.mp3');
  await writeFile(
    path,
    Buffer.concat([
      id3([
        ['One: a\nb', 0, 1500],
        ['Two', 1500, 2500],
      ]),
      silence(100),
    ]),
  );
  expect((await describeFile(path)).chapters).toEqual([
    {
      id: 0,
      time_base: '1/1000',
      start: 0,
      start_time: '0.000000',
      end: 1500,
      end_time: '1.500000',
      tags: { title: 'One: a\nb' },
    },
    {
      id: 1,
      time_base: '1/1000',
      start: 1500,
      start_time: '1.500000',
      end: 2500,
      end_time: '2.500000',
      tags: { title: 'Two' },
    },
  ]);
});

test('a sound with more channels than a render mixes is described', async () => {
  const path = join(folder, 'a.wav');
  await writeSound(path);
  const sound = await readFile(path);
  const channels = 65;
  sound.writeUInt16LE(channels, 22);
  sound.writeUInt32LE(48_000 * 2 * channels, 28);
  sound.writeUInt16LE(2 * channels, 32);
  await writeFile(path, sound);
  expect((await describeFile(path)).streams).toMatchObject([{ channels }]);
});

test('a stream is as long as its packets if the time of the first one is wrong', async () => {
  const [film, wrong] = [join(folder, 'a.mp4'), join(folder, 'a.mkv')];
  const ticks = Array.from({ length: 100 }, (_, index) => index);
  await makeClip(film, { width: 32, height: 32, clock: 4, ticks, paint: paintNumber });
  await remux(film, wrong, {
    demuxer: 'mov',
    container: 'matroska',
    edit: (packet, index) => {
      // The film has 16,384 ticks per second.
      if (index === 0) packet.pts += 20n * 16_384n;
      return true;
    },
  });
  const { streams, format } = await describeFile(wrong);
  expect(Number(format['duration'])).toBeCloseTo(25, 0);
  expect(Number(streams[0]!['duration'])).toBeCloseTo(25, 0);
});

describe('the packets of a file are read once to find its faults', () => {
  beforeEach(async () => {
    await writeVideo(join(folder, 'a.mp4'), 1);
    await remux(join(folder, 'a.mp4'), join(folder, 'a.mkv'), { demuxer: 'mov', container: 'matroska' });
    vi.mocked(readClock).mockClear();
  });

  it('to describe it', async () => {
    await describeFile(join(folder, 'a.mkv'));
    expect(readClock).toHaveBeenCalledTimes(1);
  });

  it('to ingest it', async () => {
    const limits = { maxSeconds: 60, maxPixels: 4000 } as never;
    expect(await inspectSource(join(folder, 'a.mkv'), limits)).toMatchObject({ kind: 'video', fps: 25 });
    expect(readClock).toHaveBeenCalledTimes(1);
  });
});

test('a file that is not media is reported in one sentence', async () => {
  const path = join(folder, 'a.mp4');
  await writeFile(path, '<html><body>Please log in.</body></html>');
  expect(await failureOf(describeFile(path))).toBe(
    'asset_not_media: a is not a media file: its content is an HTML page.',
  );
});

/** Returns silent frames of MPEG-1 layer III at 128 kbit/s and 44.1 kHz. */
function silence(frames: number): Buffer {
  const frame = Buffer.alloc(417);
  frame.set([0xff, 0xfb, 0x90, 0x00]);
  return Buffer.concat(Array.from({ length: frames }, () => frame));
}

/** Returns an ID3 tag with chapters. Each has a title, and its start and end in milliseconds. */
function id3(chapters: readonly (readonly [string, number, number])[]): Buffer {
  const frames = chapters.map(([title, start, end], index) => {
    const times = Buffer.alloc(16, 0xff);
    times.writeUInt32BE(start, 0);
    times.writeUInt32BE(end, 4);
    const text = frame('TIT2', Buffer.from(`\u0003${title}\0`));
    return frame('CHAP', Buffer.concat([Buffer.from(`c${index}\0`), times, text]));
  });
  const body = Buffer.concat(frames);
  const header = Buffer.from('ID3\u0004\0\0\0\0\0\0', 'latin1');
  header.set(sevens(body.length), 6);
  return Buffer.concat([header, body]);
}

function frame(name: string, content: Buffer): Buffer {
  const header = Buffer.alloc(10);
  header.write(name, 'latin1');
  header.set(sevens(content.length), 4);
  return Buffer.concat([header, content]);
}

/** Splits a number into four bytes of seven bits. */
function sevens(size: number): number[] {
  return [21, 14, 7, 0].map((bits) => (size >> bits) & 0x7f);
}
