import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { failureOf } from '../../src/base/failure-of.fixture.ts';
import { SILENT } from '../../src/base/logger.ts';
import { SAMPLE_RATE, toSeconds, ZERO } from '../../src/base/time.ts';
import { type Clip, type Edit, toParsedEdit } from '../../src/edit/index.ts';
import { DiskSegments } from '../../src/hosting/segments/disk-segments.ts';
import { AudioReader } from '../../src/render/av/sound/audio-reader.ts';
import { type Planes, planesOf } from '../../src/render/av/video/video-frame.ts';
import { VideoReader } from '../../src/render/av/video/video-reader.ts';
import { testBrowser } from '../../src/render/browse/browser.fixture.ts';
import { openSources, type Sources } from '../../src/render/fetch/index.ts';
import { PICTURE_PIECE_SECONDS } from '../../src/render/media/piece-seconds.ts';
import { openRenderer, type Renderer } from '../../src/render/renderer.ts';
import type { VisualClip } from '../../src/render/resolve/timeline.ts';
import { type LayeredTimeline, readTimeline } from '../../src/render/scene/layered-timeline.ts';
import { sceneAt } from '../../src/render/scene/scene.ts';
import { createBeeps, fillRect, makeAlphaClip, makeClip, paintNumber, readNumber } from '../media/clips.ts';

const SIZE = { width: 320, height: 180 };
const FRAMES = 120;
const context = { owner: 'me', signal: new AbortController().signal };

let folder: string;
let sources: Sources;
let renderer: Renderer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-layers-'));
  await mkdir(join(folder, 'tmp'));
  const ticks = Array.from({ length: FRAMES }, (_, index) => index);
  const sound = { samples: 4.8 * SAMPLE_RATE, wave: createBeeps([0.5, 2.5, 3.9], 0.2) };
  await makeClip(join(folder, 'film.mp4'), { ...SIZE, clock: 25, ticks, paint: paintNumber, sound });
  const half = (planes: Planes): void => {
    fillRect(planes, [0, 0, 160, 180], [173, 42, 26]);
    fillRect(planes, [160, 0, 160, 180], [180, 128, 128]);
  };
  await makeClip(join(folder, 'screen.mp4'), { ...SIZE, clock: 25, ticks: ticks.slice(0, 50), paint: half });
  await makeAlphaClip(join(folder, 'alpha.mkv'), { width: 96, height: 64 }, 50);
  const photo = sharp({ create: { width: 1200, height: 800, channels: 3, background: '#3366cc' } });
  await photo.png().toFile(join(folder, 'photo.png'));
  const matte = { create: { width: 64, height: 36, channels: 3, background: '#ffffff' } } as const;
  await sharp(matte).png().toFile(join(folder, 'matte.png'));
  const cues = '1\n00:00:00,000 --> 00:00:01,000\nOne\n\n2\n00:00:01,000 --> 00:00:02,000\nTwo\n';
  await writeFile(join(folder, 'words.srt'), cues);
});
beforeEach(() => open());
afterAll(async () => {
  await close();
  await rm(folder, { recursive: true });
});

/** Opens a renderer with an empty store. */
async function open(): Promise<void> {
  await close();
  await rm(join(folder, 'segments'), { recursive: true, force: true });
  sources = openSources({ folder: join(folder, 'cache'), allowHosts: [], localFiles: folder });
  const segments = new DiskSegments(join(folder, 'segments'), 1e9);
  const parts = { sources, segments, browser: testBrowser(), folder: join(folder, 'tmp'), log: SILENT };
  renderer = openRenderer(parts);
}

async function close(): Promise<void> {
  await (renderer as Renderer | undefined)?.close();
  await (sources as Sources | undefined)?.close();
}

function editOf(tracks: readonly (readonly Clip[])[]): Edit {
  return {
    timeline: { tracks: tracks.map((clips) => ({ clips: [...clips] })) },
    output: { format: 'mp4', size: SIZE },
  };
}

async function layersOf(edit: Edit, height = SIZE.height): Promise<LayeredTimeline> {
  const { timeline } = await renderer.layers(toParsedEdit(edit), height, context);
  return readTimeline(JSON.parse(JSON.stringify(timeline)));
}

/** Saves a layer file. */
async function save(file: Buffer | undefined): Promise<string> {
  if (!file) throw new Error('There is no such file.');
  const path = join(folder, 'saved');
  await writeFile(path, file);
  return path;
}

/** The first frame of a piece does not begin at 0, so that its end seems to be missing. */
const PIECE = { demuxer: 'mov', stream: 0, start: ZERO, isCutOff: true } as const;

/** Returns the seconds and the numbers of the pictures of a piece. */
async function readPiece(id: string, piece: number): Promise<[number, number][]> {
  const file = await save(await renderer.layerPiece(id, piece, context));
  using reader = await VideoReader.open({ file, ...PIECE });
  const read: [number, number][] = [];
  // Its first frame is the one that is shown when it begins.
  const from = toSeconds(Math.max(0, PICTURE_PIECE_SECONDS * piece - 1 / 25));
  for await (const { frame, time } of reader.framesBetween(from, from.add(2)))
    read.push([Math.round(time.valueOf() * 25), readNumber(planesOf(frame))]);
  return read;
}

const FILM = { asset: { type: 'video', src: 'film.mp4' }, start: 0, length: 'end' } as const;
const TEXT = {
  asset: {
    type: 'rich-text',
    text: 'Hello',
    font: { size: 40, color: '#ffffff' },
    animation: { preset: 'typewriter', duration: 1 },
  },
  start: 0,
  length: 2,
} as const;
const EDIT = editOf([
  [{ asset: { type: 'image', src: 'photo.png' }, start: 0, length: 3 }],
  [
    { ...FILM, fit: 'contain', scale: 0.5 },
    { asset: { type: 'luma', src: 'matte.png' }, start: 0, length: 1 },
  ],
  [TEXT],
  [{ asset: { type: 'caption', src: 'words.srt' }, start: 0, length: 2 }],
  [
    {
      asset: {
        type: 'group',
        tracks: [{ clips: [{ asset: { type: 'text', text: 'Inside' }, start: 0, length: 1 }] }],
      },
      start: 1,
      length: 1,
    },
  ],
]);

/** Returns an id in the place of a file. */
function idOf(file: unknown): string {
  if (typeof file !== 'string') throw new Error('This is no id.');
  return file;
}

/** Returns the id of the pictures of the first video. */
function videoIdOf({ timeline }: LayeredTimeline): string {
  const visual = timeline.visualClips.map((clip) => clip.visual).find(({ kind }) => kind === 'video');
  if (visual?.kind !== 'video') throw new Error('There is no video.');
  return idOf(visual.track.location.file);
}

describe('the layers of an edit', () => {
  it('have the timeline, and an id for every file', async () => {
    const layered = await layersOf(EDIT);
    const { timeline, looks } = layered;
    const [still, film, , , group] = timeline.visualClips as [VisualClip, ...VisualClip[]];
    expect(sceneAt(timeline, 30).map(({ clip }) => clip.visual.kind)).toEqual([
      'still',
      'video',
      'drawn',
      'caption',
      'group',
    ]);
    const ids = [
      still.visual.kind === 'still' && still.visual.media.path,
      videoIdOf(layered),
      film?.mattes?.[0]?.visual.kind === 'still' && film.mattes[0].visual.media.path,
      timeline.audioClips[0]?.track.location.file,
    ];
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{64}$/);
    const inside = group?.visual.kind === 'group' ? group.visual.clips[0]?.field : undefined;
    const caption = 'timeline.tracks[3].clips[0]';
    expect(Object.keys(looks).toSorted()).toEqual(
      ['timeline.tracks[2].clips[0]', caption, inside].toSorted(),
    );
    expect(looks[caption]?.map(({ from }) => from)).toEqual([0, 25]);
    expect(
      JSON.stringify(layered, (_, value: unknown) => (typeof value === 'bigint' ? '' : value)),
    ).not.toContain(folder);
    const photo = await sharp(await save(await renderer.layerPicture(idOf(ids[0]), context))).metadata();
    expect([photo.format, photo.width]).toEqual(['jpeg', 320]);
  });

  it('show a text as the engine does', async () => {
    const edit = editOf([
      [{ ...TEXT, asset: { ...TEXT.asset, animation: { preset: 'fadeIn', duration: 1 } } }],
    ]);
    const { timeline, looks } = await layersOf(edit);
    for (const frame of [10, 40]) {
      const [layer] = sceneAt(timeline, frame);
      const look = looks['timeline.tracks[0].clips[0]']?.findLast(({ from }) => from <= frame);
      const [part] = look?.parts ?? [];
      if (!layer || !part) throw new Error('Nothing is seen.');
      const { whole } = layer.placement;
      const sheet = await renderer.layerPicture(part.file, context);
      const { x: left, y: top, width, height } = part.source;
      const input = await sharp(sheet).extract({ left, top, width, height }).png().toBuffer();
      const place = {
        left: Math.round(whole.x + part.box.x * whole.width),
        top: Math.round(whole.y + part.box.y * whole.height),
      };
      const background = { create: { ...SIZE, channels: 3, background: '#000000' } } as const;
      const drawn = await sharp(background)
        .composite([{ input, ...place }])
        .removeAlpha()
        .raw()
        .toBuffer();
      const request = { at: frame / 25, format: 'png', watermark: false } as const;
      const { picture } = await renderer.frame(toParsedEdit(edit), request, context);
      const engine = await sharp(picture).removeAlpha().raw().toBuffer();
      const difference = drawn.reduce((sum, value, index) => sum + Math.abs(value - (engine[index] ?? 0)), 0);
      expect(engine.some((value) => value > 60)).toBe(true);
      expect(difference / drawn.length).toBeLessThan(1);
    }
  });

  it('are not made again while they are kept', async () => {
    expect(await layersOf(EDIT)).toEqual(await layersOf(EDIT));
  });
});

describe('a piece', () => {
  it('of a video has the pictures of its half second, each at its time', async () => {
    const id = videoIdOf(await layersOf(EDIT));
    const numbers = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) => [from + index, from + index]);
    expect(await readPiece(id, 1)).toEqual(numbers(12, 25));
    expect(await readPiece(id, 0)).toEqual(numbers(0, 13));
    expect(await readPiece(id, 9)).toEqual(numbers(112, FRAMES));
    expect(await renderer.layerPiece(id, 10, context)).toBeUndefined();
  });

  it('of a video with alpha has the alpha below the colours', async () => {
    const layered = await layersOf(
      editOf([[{ asset: { type: 'video', src: 'alpha.mkv' }, start: 0, length: 2 }]]),
    );
    const file = await save(await renderer.layerPiece(videoIdOf(layered), 0, context));
    using reader = await VideoReader.open({ file, demuxer: 'mov', stream: 0, start: ZERO });
    const frame = await reader.frameAt({ time: ZERO, lead: ZERO, tail: ZERO });
    if (!frame) throw new Error('There is no picture.');
    // A tiny video is enlarged to 270 lines.
    expect([frame.width, frame.height]).toEqual([406, 540]);
    const { y } = planesOf(frame);
    const lumaAt = (column: number, row: number): number =>
      y.data[Math.round(row * (540 / 128)) * y.stride + Math.round(column * (406 / 96))] ?? NaN;
    // 0, 128 and 255 in limited range.
    for (const [column, alpha] of [
      [16, 16],
      [48, 126],
      [80, 235],
    ] as const)
      expect(Math.abs(lumaAt(column, 96) - alpha)).toBeLessThan(3);
    expect(Math.abs(lumaAt(80, 32) - 63)).toBeLessThan(3);
  });

  it('of a sound has its samples, whether it is read in order or not', async () => {
    const id = idOf((await layersOf(EDIT)).timeline.audioClips[0]?.track.location.file);
    const location = { file: join(folder, 'film.mp4'), demuxer: 'mov', stream: 1, start: ZERO };
    using source = await AudioReader.open(location, ZERO);
    const whole = await source.read(6 * SAMPLE_RATE);
    // Each of them has a part of a beep.
    for (const piece of [3, 0, 4]) {
      const file = await save(await renderer.layerPiece(id, piece, context));
      using reader = await AudioReader.open({ file, demuxer: 'flac', stream: 0, start: ZERO }, ZERO);
      const { left } = await reader.read(SAMPLE_RATE);
      const expected = whole.left.subarray(piece * SAMPLE_RATE, (piece + 1) * SAMPLE_RATE);
      const worst = left.reduce(
        (most, sample, index) => Math.max(most, Math.abs(sample - (expected[index] ?? 0))),
        0,
      );
      expect(Math.max(...left)).toBeGreaterThan(0.5);
      expect(worst).toBeLessThan(0.001);
    }
    expect(await renderer.layerPiece(id, 5, context)).toBeUndefined();
  });

  it('of a video with a chroma key has its coverage below the colours', async () => {
    const asset = { type: 'video', src: 'screen.mp4', chromaKey: { color: '#00ff00' } } as const;
    const layered = await layersOf(editOf([[{ asset, start: 0, length: 2 }]]));
    const visual = layered.timeline.visualClips[0]?.visual;
    if (visual?.kind !== 'video') throw new Error('This is no video.');
    expect([visual.track.alpha, visual.chromaKey]).toEqual([true, undefined]);
    const file = await save(await renderer.layerPiece(videoIdOf(layered), 0, context));
    using reader = await VideoReader.open({ file, ...PIECE });
    const frame = await reader.frameAt({ time: ZERO, lead: ZERO, tail: ZERO });
    if (!frame) throw new Error('There is no picture.');
    const { y } = planesOf(frame);
    expect([frame.width, frame.height]).toEqual([480, 540]);
    const lumaAt = (column: number, row: number): number => y.data[row * y.stride + column] ?? NaN;
    expect([lumaAt(60, 405), lumaAt(420, 405)].map((luma) => Math.round(luma / 10))).toEqual([2, 24]);
    expect(Math.abs(lumaAt(420, 135) - 180)).toBeLessThan(3);
  });

  it('of a sound that a clip plays faster has the samples that are heard', async () => {
    const asset = { type: 'audio', src: 'film.mp4', speed: 2, trim: 0.2 } as const;
    const { timeline } = await layersOf(editOf([[{ asset, start: 0, length: 2.2 }]]));
    const [clip] = timeline.audioClips;
    if (!clip) throw new Error('There is no sound.');
    expect([clip.trim.valueOf(), clip.speed.valueOf(), clip.track.duration?.valueOf()]).toEqual([0, 1, 2.2]);
    const id = idOf(clip.track.location.file);
    const heard: number[] = [];
    for (const piece of [0, 1, 2]) {
      const file = await save(await renderer.layerPiece(id, piece, context));
      using reader = await AudioReader.open({ file, demuxer: 'flac', stream: 0, start: ZERO }, ZERO);
      const { left } = await reader.read(SAMPLE_RATE);
      for (let second = 0; second < 1; second += 0.05) {
        const part = left.subarray(second * SAMPLE_RATE, (second + 0.05) * SAMPLE_RATE);
        if (Math.max(...part) > 0.5) heard.push(Math.round(20 * (piece + second)) / 20);
      }
    }
    // The beeps at 0.5, 2.5 and 3.9 s last 0.2 s.
    expect(heard).toEqual([0.15, 0.2, 1.15, 1.2, 1.85, 1.9]);
    expect(await renderer.layerPiece(id, 3, context)).toBeUndefined();
  });

  it('is not given to another owner, and its source is no picture', async () => {
    const id = videoIdOf(await layersOf(EDIT));
    expect(await renderer.layerPicture(id, context)).toBeUndefined();
    expect(await renderer.layerPiece(id, 0, { ...context, owner: 'other' })).toBeUndefined();
  });

  it('is not made of a source that has changed', async () => {
    await writeFile(join(folder, 'changing.mp4'), await readFile(join(folder, 'film.mp4')));
    const changing = editOf([[{ asset: { type: 'video', src: 'changing.mp4' }, start: 0, length: 1 }]]);
    const id = videoIdOf(await layersOf(changing));
    await writeFile(join(folder, 'changing.mp4'), await readFile(join(folder, 'film.mp4')));
    // The first piece is made with the layers.
    expect(await failureOf(renderer.layerPiece(id, 1, context))).toBe(
      'not_found: changing.mp4 has changed. Ask for the layers of the edit again.',
    );
    expect(videoIdOf(await layersOf(changing))).not.toBe(id);
  });
});
