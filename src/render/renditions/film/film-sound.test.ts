import { AV_CHANNEL_LAYOUT_5POINT1_BACK, AV_CHANNEL_LAYOUT_MONO } from 'node-av';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeSound } from '../../../../test/media/encode-sound.ts';
import { SAMPLE_RATE } from '../../../base/time.ts';
import {
  createFilmFolder,
  describeStreams,
  type FilmFolder,
  findOnset,
  listPackets,
  numbersOf,
  readLeft,
} from './film.fixture.ts';

let folder: FilmFolder;
beforeAll(async () => void (folder = await createFilmFolder()));
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

describe('the sound of a rendition', () => {
  const wave =
    (channel: number) =>
    (at: number): number =>
      0.4 * Math.sin(at / (20 + channel));

  it('keeps its rate and channels where the format can', async () => {
    await encodeSound(folder.path('mono.wav'), {
      ...{ codec: 'pcm_s16le', container: 'wav', rate: 22_050, layout: AV_CHANNEL_LAYOUT_MONO },
      ...{ seconds: 1, wave: (at: number) => wave(0)(at) },
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
      ...{ codec: 'pcm_s16le', container: 'wav', layout: AV_CHANNEL_LAYOUT_5POINT1_BACK },
      ...{ seconds: 1, wave: (at: number) => wave(0)(at) },
    });
    const [wav, mp3] = [
      await folder.convert('surround.wav', {}),
      await folder.convert('surround.wav', { format: 'mp3' }),
    ];
    expect((await describeStreams(wav.path)).audio).toMatchObject({ channels: 6 });
    expect((await describeStreams(mp3.path)).audio).toMatchObject({ channels: 2 });
  });
});
