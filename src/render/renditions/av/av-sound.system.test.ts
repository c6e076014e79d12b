import { AV_CHANNEL_LAYOUT_5POINT1_BACK, AV_CHANNEL_LAYOUT_MONO } from 'node-av';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeSound } from '../../../../test/media/encode-sound.ts';
import { SAMPLE_RATE } from '../../../base/time.ts';
import {
  createAvFolder,
  describeStreams,
  type AvFolder,
  findOnset,
  listPackets,
  numbersOf,
  readLeft,
} from './av.fixture.ts';

let folder: AvFolder;
beforeAll(async () => void (folder = await createAvFolder()));
afterAll(() => folder[Symbol.asyncDispose]());

describe('the beginning of a rendition', () => {
  const late = 0.4;
  beforeAll(async () => {
    await folder.writeClip('late-sound.mp4', 30, {
      seconds: 0.6,
      sound: { samples: 0.6 * SAMPLE_RATE, starts: late * SAMPLE_RATE, wave: (at) => 0.5 * Math.sin(at / 8) },
    });
    await folder.writeClip('late-picture.mp4', 18, {
      ticks: Array.from({ length: 18 }, (_, index) => 12 + index),
      seconds: 1,
    });
  });

  it.each(['mp4', 'webm', 'mkv'] as const)('keeps the offset of the sound in %s', async (format) => {
    const made = await folder.convert('late-sound.mp4', { format });
    expect(made.duration).toBeCloseTo(1, 1);
    const [packet] = await listPackets(made.path, 'audio');
    // The first packet is the delay of the encoder.
    expect(packet?.time).toBeGreaterThan(late - 0.05);
    expect(findOnset(await readLeft(made.path))).toBeCloseTo(late, 2);
  });

  it.each(['mp4', 'webm', 'mkv', 'mov', 'avi', 'ogv', 'wmv'] as const)(
    'is that of both streams in %s if the offset is fixed',
    async (format) => {
      const made = await folder.convert('late-sound.mp4', { format, fixOffset: true });
      expect(made.duration).toBeCloseTo(1, 1);
      const [[picture], [packet]] = [
        await listPackets(made.path, 'video'),
        await listPackets(made.path, 'audio'),
      ];
      expect(picture?.time).toBe(0);
      expect(packet?.time).toBeLessThanOrEqual(0);
      expect(findOnset(await readLeft(made.path))).toBeCloseTo(late, 2);
    },
  );

  it('shows the first picture before its time if the offset is fixed', async () => {
    expect(await numbersOf(await folder.convert('late-picture.mp4', { fixOffset: true }))).toEqual([
      ...Array.from({ length: 12 }, () => 0),
      ...Array.from({ length: 18 }, (_, index) => index),
    ]);
    const kept = await folder.convert('late-picture.mp4', {});
    expect((await listPackets(kept.path, 'video'))[0]?.time).toBeCloseTo(late, 5);
    expect(kept.duration).toBeCloseTo(1, 2);
  });
});

describe('a video whose first frame is between two frames of the rendition', () => {
  const [first, beep] = [0.015, 0.1];
  beforeAll(() =>
    folder.writeClip('between.mkv', 60, {
      container: 'matroska',
      clock: 1000,
      ticks: Array.from({ length: 60 }, (_, index) => Math.round(1000 * (first + index / 30))),
      sound: {
        samples: 2 * SAMPLE_RATE,
        wave: (at) => (at < beep * SAMPLE_RATE ? 0 : 0.5 * Math.sin(at / 8)),
      },
      seconds: 2,
    }),
  );

  it.each([{}, { fixOffset: true }, { format: 'avi' }, { format: 'wmv' }] as const)(
    'keeps each frame, and its sound in sync: %o',
    async (transformation) => {
      const made = await folder.convert('between.mkv', { format: 'mp4', fps: 30, ...transformation });
      expect(await numbersOf(made)).toEqual(Array.from({ length: 60 }, (_, index) => index));
      expect((await listPackets(made.path, 'video'))[0]?.time).toBe(0);
      expect(findOnset(await readLeft(made.path))).toBeCloseTo(beep - first, 2);
    },
  );

  it('begins later with its sound if the first frame does', async () => {
    await folder.writeClip('later.mkv', 30, {
      container: 'matroska',
      clock: 1000,
      ticks: Array.from({ length: 30 }, (_, index) => Math.round(21 + (1000 * index) / 30)),
      sound: {
        samples: SAMPLE_RATE,
        wave: (at) => (at < beep * SAMPLE_RATE ? 0 : 0.5 * Math.sin(at / 8)),
      },
      seconds: 1,
    });
    for (const fixOffset of [false, true]) {
      const made = await folder.convert('later.mkv', { format: 'mp4', fps: 30, fixOffset });
      expect((await listPackets(made.path, 'video'))[0]?.time).toBeCloseTo(fixOffset ? 0 : 1 / 30, 4);
      expect(findOnset(await readLeft(made.path))).toBeCloseTo(beep + 1 / 30 - 0.021, 2);
    }
  });
});

describe('the sound of a rendition', () => {
  const wave =
    (channel: number) =>
    (at: number): number =>
      0.4 * Math.sin(at / (20 + channel));

  it('keeps its rate and channels where the format can', async () => {
    await encodeSound(folder.path('mono.wav'), {
      codec: 'pcm_s16le',
      container: 'wav',
      rate: 22_050,
      layout: AV_CHANNEL_LAYOUT_MONO,
      seconds: 1,
      wave: (at: number) => wave(0)(at),
    });
    const [wav, mp3] = [
      await folder.convert('mono.wav', {}),
      await folder.convert('mono.wav', { format: 'mp3' }),
    ];
    expect((await describeStreams(wav.path)).audio).toMatchObject({ sample_rate: '22050', channels: 1 });
    expect((await describeStreams(mp3.path)).audio).toMatchObject({ sample_rate: '22050', channels: 1 });
    expect([wav.duration, mp3.duration]).toEqual([1, 1]);
  });

  it('is mixed to stereo only where the format needs it', async () => {
    await encodeSound(folder.path('surround.wav'), {
      codec: 'pcm_s16le',
      container: 'wav',
      layout: AV_CHANNEL_LAYOUT_5POINT1_BACK,
      seconds: 1,
      wave: (at: number) => wave(0)(at),
    });
    const [wav, mp3] = [
      await folder.convert('surround.wav', {}),
      await folder.convert('surround.wav', { format: 'mp3' }),
    ];
    expect((await describeStreams(wav.path)).audio).toMatchObject({ channels: 6 });
    expect((await describeStreams(mp3.path)).audio).toMatchObject({ channels: 2 });
  });
});
