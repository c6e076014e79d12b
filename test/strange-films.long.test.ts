import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inspectSource } from '../src/render/probe/inspect-source.ts';
import {
  changeBoxes,
  type EditEntry,
  FRAMES,
  makeFilm,
  markAll,
  paintOnBlack,
  removeBoxes,
  setEdits,
  videoTable,
  writeStartCodes,
} from './corpus/strange-films.ts';
import { encodeNumbers, expectBeeps, expectWhole, range, WHOLE } from './corpus/numbered-films.ts';
import { fillRect, makeClip } from './media/clips.ts';
import { findEditable, joinBoxes, parseEditable, words } from './media/edit-boxes.ts';
import type { EncodedClip } from './media/encode-clip.ts';
import { FILM_SIZE, playFile } from './media/play-file.ts';
import { createMediaFolder } from './media/render-edit.ts';
import { readPackets, type Remux, remux } from './media/remux.ts';

let media: Awaited<ReturnType<typeof createMediaFolder>>;
beforeAll(async () => {
  media = await createMediaFolder();
  await makeFilm(media.path('film.mp4'));
  await makeFilm(media.path('film.mkv'), { container: 'matroska' });
});
afterAll(() => media[Symbol.asyncDispose]());

type Make = (path: string) => Promise<void>;
const film = (): string => media.path('film.mp4');
const copyAs =
  (container: string, how: Partial<Remux> = {}): Make =>
  (path) =>
    remux(film(), path, { demuxer: 'mov', container, ...how });

describe('a film of numbered frames is shown whole', () => {
  it.each<readonly [string, Make]>([
    ['annexb.mp4', (path) => writeStartCodes(film(), path, 'mov')],
    ['annexb.mkv', (path) => writeStartCodes(media.path('film.mkv'), path, 'matroska')],
    [
      'no-keyframe-table.mp4',
      (path) => changeBoxes(film(), path, (boxes) => removeBoxes(videoTable(boxes), 'stss')),
    ],
    [
      'empty-keyframe-table.mp4',
      (path) =>
        changeBoxes(film(), path, (boxes) => {
          for (const table of findEditable([videoTable(boxes)], 'stbl/stss')) table.body = words(0, 0);
        }),
    ],
    ['all-keyframes.mkv', copyAs('matroska', { edit: markAll(true) })],
    ['no-keyframes.mkv', copyAs('matroska', { edit: markAll(false) })],
    ['negative-offsets.mp4', copyAs('mp4', { options: { movflags: 'negative_cts_offsets' } })],
    ['fragments.mp4', copyAs('mp4', { options: { movflags: 'dash+global_sidx+frag_keyframe+delay_moov' } })],
    ['index-first.mp4', copyAs('mp4', { options: { movflags: 'faststart' } })],
    [
      'to-the-end.mp4',
      async (path) => {
        await copyAs('mp4', { options: { movflags: 'faststart' } })(path);
        const bytes = await readFile(path);
        bytes.writeUInt32BE(0, bytes.indexOf('mdat') - 4);
        await writeFile(path, bytes);
      },
    ],
    ['long-size.mp4', writeLongSize],
    ['live.mkv', copyAs('matroska', { options: { live: '1', cluster_time_limit: '300' } })],
  ])('%s', async (name, make) => {
    const path = media.path(name);
    await make(path);
    await expectWhole(path);
  });
});

/** Writes the size of the media data in 64 bits. The box `free` before it makes room for it. */
async function writeLongSize(path: string): Promise<void> {
  const pieces = parseEditable(await readFile(film())).map((box) => {
    if (box.type === 'free') return Buffer.alloc(0);
    if (box.type !== 'mdat') return joinBoxes([box]);
    const head = Buffer.alloc(16);
    head.writeUInt32BE(1);
    head.write('mdat', 4, 'latin1');
    head.writeBigUInt64BE(BigInt(head.length + box.body.length), 8);
    return Buffer.concat([head, box.body]);
  });
  await writeFile(path, Buffer.concat(pieces));
}

describe('frames keep their order and their times if the file says only when they are decoded', () => {
  it.each<readonly [string, Make, readonly number[]]>([
    [
      'no-offsets.mp4',
      (path) =>
        changeBoxes(film(), path, (boxes) => {
          removeBoxes(videoTable(boxes), 'ctts');
          for (const track of findEditable(boxes, 'moov/trak').slice(0, 1)) removeBoxes(track, 'edts');
        }),
      [0.5, 1.5],
    ],
    // Neither AVI nor a file that begins with negative times states the delay of the encoder.
    ['h264.avi', copyAs('avi', { filter: 'h264_mp4toannexb' }), [0.5214, 1.5214]],
    [
      'decoding-times.mkv',
      copyAs('matroska', {
        edit: (packet, _, isVideo) => {
          if (isVideo) packet.pts = packet.dts;
          return true;
        },
      }),
      [0.58, 1.58],
    ],
  ])('%s', async (name, make, beeps) => {
    const path = media.path(name);
    await make(path);
    await expectWhole(path, beeps);
  });

  it('also in an MPEG-4 with B-frames in AVI', async () => {
    const path = media.path('asp.avi');
    await encodeNumbers(path, { codec: 'mpeg4', container: 'avi', options: { bf: '2', g: '12' } });
    await expectWhole(path, []);
  });
});

it.each<readonly [string, Partial<EncodedClip>]>([
  [
    'alpha.webm',
    {
      codec: 'libvpx',
      container: 'webm',
      filters: 'format=yuva420p',
      options: { 'auto-alt-ref': '0', deadline: 'realtime' },
    },
  ],
  [
    'alpha9.webm',
    { codec: 'libvpx-vp9', container: 'webm', filters: 'format=yuva420p', options: { deadline: 'realtime' } },
  ],
  [
    'deep.webm',
    {
      codec: 'libvpx-vp9',
      container: 'webm',
      filters: 'format=yuv420p10le',
      options: { deadline: 'realtime', 'cpu-used': '8' },
    },
  ],
  [
    'alpha.mov',
    { codec: 'prores_ks', container: 'mov', filters: 'format=yuva444p10le', options: { profile: '4444' } },
  ],
  ['prepared.ts', { codec: 'mpeg2video', container: 'mpegts' }],
])('a film with an odd width and height is shown: %s', async (name, clip) => {
  const path = media.path(name);
  await encodeNumbers(path, { width: 159, height: 89, ...clip });
  expect((await playFile(path)).numbers).toEqual(WHOLE);
});

it.each<readonly [string, Partial<EncodedClip>]>([
  ['grey.mkv', { filters: 'format=gray' }],
  ['deep.mkv', { filters: 'format=yuv420p10le' }],
  ['full.mkv', { filters: 'format=yuv444p' }],
])('an H.264 of an unusual kind is shown: %s', async (name, clip) => {
  const path = media.path(name);
  await encodeNumbers(path, { codec: 'libx264', container: 'matroska', ...clip });
  expect((await playFile(path)).numbers).toEqual(WHOLE);
});

it('pixels of twice their height fill their shape', async () => {
  const path = media.path('wide.mkv');
  await encodeNumbers(path, {
    width: 80,
    codec: 'libx264',
    container: 'matroska',
    filters: 'format=yuv420p,setsar=2',
  });
  expect((await playFile(path)).numbers).toEqual(WHOLE);
  expect(await inspectSource(path, { maxBytes: 1e9, maxSeconds: 60, maxPixels: 1000 })).toMatchObject({
    width: 160,
    height: 90,
  });
});

describe('a stream may change in the middle', () => {
  const scale = { width: 2 * FILM_SIZE.width, height: 2 * FILM_SIZE.height };
  it.each([
    ['its size', scale, {}],
    ['its parameter sets', FILM_SIZE, { crf: 30, colours: { matrix: 'bt709', range: 'pc' } } as const],
  ])('%s', async (name, size, more) => {
    const path = media.path(`changes ${name.length}.ts`);
    const half = { clock: 25, ticks: range(0, 25), keyframeEvery: 25 };
    await makeClip(media.path('a.mp4'), { ...FILM_SIZE, ...half, paint: paintOnBlack });
    const bar = (12 * size.width) / FILM_SIZE.width;
    await makeClip(media.path('b.mp4'), {
      ...size,
      ...half,
      ...more,
      paint: (planes, index) => {
        fillRect(planes, [0, 0, size.width, size.height], [16, 128, 128]);
        for (let bit = 0; bit < 12; bit++)
          if (((index + 25) >> (11 - bit)) & 1)
            fillRect(planes, [bit * bar, 0, bar, size.height], [235, 128, 128]);
      },
    });
    const parts: Buffer[] = [];
    for (const [part, shift] of [
      ['a', 0n],
      ['b', 12_800n],
    ] as const) {
      const edit: Remux['edit'] = (packet) => {
        packet.pts += shift;
        packet.dts += shift;
        return true;
      };
      await remux(media.path(`${part}.mp4`), media.path(`${part}.ts`), {
        demuxer: 'mov',
        container: 'mpegts',
        filter: 'h264_mp4toannexb',
        edit,
      });
      parts.push(await readFile(media.path(`${part}.ts`)));
    }
    await writeFile(path, Buffer.concat(parts));
    expect((await playFile(path)).numbers).toEqual(WHOLE);
  });
});

it('a transport stream that begins without a keyframe shows its first keyframe until it is its turn', async () => {
  const path = media.path('late.ts');
  const dropped = 10;
  await copyAs('mpegts', {
    filter: 'h264_mp4toannexb',
    edit: (_, index, isVideo) => !isVideo || index >= dropped,
  })(path);
  const later = (await readPackets(film(), 'mov')).slice(dropped).find(({ isKey }) => isKey);
  const first = Math.round((Number(later?.pts) / 12_800) * 25);
  const { numbers } = await playFile(path);
  // The sound of a transport stream begins 21 ms early, because nothing states the delay of its encoder.
  expect(numbers).toEqual(range(0, FRAMES).map((frame) => Math.max(first, frame - 1)));
});

describe('an edit list decides what is shown', () => {
  /** @param tracks 0 is the video. Seconds of the media are counted from its first frame and sample. */
  const withEdits = async (
    name: string,
    tracks: readonly number[],
    edits: readonly EditEntry[],
  ): Promise<string> => {
    const path = media.path(name);
    await changeBoxes(film(), path, (boxes) => {
      for (const track of tracks) {
        const rate = track === 0 ? 12_800 : 48_000;
        setEdits(
          boxes,
          track,
          edits.map(([seconds, from]) => [seconds, from < 0 ? from : Math.round(from * rate) + 1024]),
        );
      }
    });
    return path;
  };

  it('without the beginning of the media', async () => {
    const { numbers, beeps } = await playFile(await withEdits('later.mp4', [0, 1], [[1.6, 0.4]]), {
      seconds: 1.6,
    });
    expect(numbers).toEqual(range(10, 50));
    expectBeeps(beeps, [0.1, 1.1]);
  });

  it('with a pause before the picture, which shows its first frame', async () => {
    const { numbers, beeps } = await playFile(
      await withEdits(
        'pause.mp4',
        [0],
        [
          [0.4, -1],
          [2, 0],
        ],
      ),
    );
    expect(numbers).toEqual([...Array<number>(10).fill(0), ...range(0, 40)]);
    expectBeeps(beeps, [0.5, 1.5]);
  });

  it('in another order, with its sound exact to a frame of the codec', async () => {
    const path = await withEdits(
      'parts.mp4',
      [0, 1],
      [
        [0.4, 1.2],
        [0.8, 0.2],
      ],
    );
    const { numbers, beeps } = await playFile(path, { seconds: 1.2 });
    expect(numbers).toEqual([...range(30, 40), ...range(5, 25)]);
    expectBeeps(beeps, [0.3, 0.7], 1024 / 48_000);
  });
});

it('a sound that begins 100 ms after the picture is heard then', async () => {
  const path = media.path('offset.mkv');
  const edit: Remux['edit'] = (packet, _, isVideo) => {
    if (!isVideo) packet.pts = packet.dts += 4800n;
    return true;
  };
  await copyAs('matroska', { edit })(path);
  await expectWhole(path, [0.6, 1.6]);
});
