import { readFile, truncate, writeFile } from 'node:fs/promises';
import { AV_CHANNEL_LAYOUT_5POINT1, AV_CHANNEL_LAYOUT_7POINT1, AV_CHANNEL_LAYOUT_MONO } from 'node-av';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLE_RATE, toSeconds, type Speed, toSpeed } from '../../src/base/time.ts';
import { AudioReader } from '../../src/render/av/sound/audio-reader.ts';
import type { Stereo } from '../../src/render/media/stereo.ts';
import type { AudioTrack } from '../../src/render/media/media.ts';
import { probe } from '../../src/render/probe/probe.ts';
import { makeClip, paintNumber } from '../media/clips.ts';
import { createMediaFolder } from '../media/render-edit.ts';
import { encodeSound, type EncodedSound } from '../media/encode-sound.ts';

const LENGTH = 2.5;
let media: Awaited<ReturnType<typeof createMediaFolder>>;

beforeAll(async () => {
  media = await createMediaFolder();
});

afterAll(() => media[Symbol.asyncDispose]());

/**
 * Returns a tone that rises from 200 to 2000 Hz, so that no two parts are alike. The right channel is half as
 * loud.
 */
const rising = (time: number, channel = 0): number =>
  (channel === 1 ? 0.25 : 0.5) * Math.sin(2 * Math.PI * (200 + 360 * time) * time);

async function trackOf(path: string): Promise<AudioTrack> {
  const found = await probe(path);
  if (found.kind !== 'av' || !found.audio) throw new Error('There is no sound.');
  return found.audio;
}

async function read({ location }: AudioTrack, from: number, lasts: number, at?: Speed): Promise<Stereo> {
  using reader = await AudioReader.open(location, toSeconds(from), at);
  return await reader.read(Math.round(lasts * SAMPLE_RATE));
}

/**
 * Compares a sound with a wave around a second. Returns its delay in samples and its relative level in
 * decibels.
 */
function offFrom(sound: Float32Array, second: number, wave: (time: number) => number): [number, number] {
  const [count, most] = [4800, 150];
  const at = Math.round(second * SAMPLE_RATE);
  const expected = Float64Array.from({ length: count + 2 * most }, (_, index) =>
    wave((at - most + index) / SAMPLE_RATE),
  );
  const alike = (later: number): number => {
    let sum = 0;
    for (let index = 0; index < count; index++)
      sum += (sound[at + index] ?? 0) * (expected[index + most - later] ?? 0);
    return sum;
  };
  let best = -most;
  for (let later = -most; later <= most; later++) if (alike(later) > alike(best)) best = later;
  const [before, here, next] = [alike(best - 1), alike(best), alike(best + 1)];
  const power = (samples: ArrayLike<number>, from: number): number =>
    Array.from({ length: count }, (_, index) => (samples[from + index] ?? 0) ** 2).reduce(
      (sum, square) => sum + square,
    );
  const louder = 10 * Math.log10(power(sound, at) / power(expected, most - best));
  return [best + (before - next) / (2 * (before - 2 * here + next)), louder];
}

/** Returns the largest difference of two sounds. `from` is the sample of `b` at the start of `a`. */
function difference(a: Float32Array, b: Float32Array, from: number): number {
  return a.reduce((most, sample, index) => Math.max(most, Math.abs(sample - (b[from + index] ?? 0))), 0);
}

/** Returns the amplitude of a tone in half a second of a sound, in dBFS. */
function levelOf(sound: Float32Array, frequency: number, from = 9600): number {
  const count = SAMPLE_RATE / 2;
  let [re, im] = [0, 0];
  for (let index = 0; index < count; index++) {
    const angle = (2 * Math.PI * frequency * index) / SAMPLE_RATE;
    re += (sound[from + index] ?? 0) * Math.cos(angle);
    im += (sound[from + index] ?? 0) * Math.sin(angle);
  }
  return 20 * Math.log10((2 * Math.hypot(re, im)) / count);
}

interface Case extends Partial<EncodedSound> {
  /**
   * Samples of padding before the sound, at the rate of the file, that the file does not record. Default 0.
   */
  readonly before?: number;
  /**
   * Samples of the file that are played. Default: those of the sound. Most formats can record only whole
   * frames.
   */
  readonly heard?: number;
  /** Tolerance in samples and decibels. Default: that of lossless formats. */
  readonly within?: readonly [samples: number, decibels: number];
  /** Tolerance of samples after a seek. Default 0. */
  readonly noise?: number;
}

const LOSSLESS = [0.05, 0.02] as const;
const LOSSY = [1, 0.5] as const;
const mp3: Case = {
  codec: 'libmp3lame',
  container: 'mp3',
  rate: 44_100,
  encoding: { flags: '+qscale', global_quality: '236' },
  within: LOSSY,
};
const aac: Case = { codec: 'aac', rate: 44_100, bitRate: 192_000, encoding: { aac_pns: '0' }, within: LOSSY };
const pcm = (codec: string, container = 'wav', rate = 44_100): Case => ({ codec, container, rate });

describe('a sound has the right timing and level, and is the same after a seek', () => {
  it.each<[string, Case]>([
    ['vbr.mp3', mp3],
    ['cbr.mp3', { ...mp3, encoding: {}, bitRate: 96_000, rate: 48_000 }],
    ['slow.mp3', { ...mp3, encoding: {}, bitRate: 24_000, rate: 16_000 }],
    ['no-header.mp3', { ...mp3, writing: { write_xing: '0' }, before: 1105, heard: 97 * 1152 }],
    [
      'mp2.mp2',
      {
        codec: 'mp2',
        container: 'mp2',
        bitRate: 192_000,
        before: 481,
        heard: 105 * 1152,
        within: LOSSY,
        noise: 1e-4,
      },
    ],
    ['adts.aac', { ...aac, container: 'adts', before: 1024, heard: 109 * 1024 }],
    ['aac.m4a', { ...aac, container: 'ipod' }],
    [
      'no-edits.m4a',
      { ...aac, container: 'ipod', writing: { use_editlist: '0' }, before: 1024, heard: 110_250 + 1024 },
    ],
    [
      'pieces.mp4',
      { ...aac, container: 'mp4', writing: { movflags: 'frag_keyframe+delay_moov' }, heard: 108 * 1024 },
    ],
    ['aac.mka', { ...aac, container: 'matroska', heard: 108 * 1024 }],
    ['aac.flv', { ...aac, container: 'flv', before: 1024, heard: 109 * 1024 }],
    ['aac.ts', { ...aac, container: 'mpegts', before: 1024, heard: 109 * 1024 }],
    ['noise.m4a', { ...aac, container: 'ipod', encoding: {}, noise: 0.02 }],
    ['alac.m4a', pcm('alac', 'ipod')],
    ['8-bit.wav', { ...pcm('pcm_u8'), within: [0.05, 0.1] }],
    ['16-bit.wav', pcm('pcm_s16le')],
    ['24-bit.wav', pcm('pcm_s24le', 'wav', 96_000)],
    ['32-bit.wav', pcm('pcm_s32le')],
    ['float.wav', pcm('pcm_f32le', 'wav', 48_000)],
    ['double.wav', pcm('pcm_f64le')],
    ['telephone.wav', { ...pcm('pcm_mulaw', 'wav', 8000), within: LOSSY }],
    ['large.wav', { ...pcm('pcm_s16le'), writing: { rf64: 'always' } }],
    ['large.w64', pcm('pcm_s16le', 'w64')],
    ['sound.aiff', pcm('pcm_s16be', 'aiff')],
    ['sound.caf', pcm('pcm_s16be', 'caf')],
    ['pcm.mov', pcm('pcm_s16le', 'mov')],
    ['pcm.mka', pcm('pcm_s16le', 'matroska')],
    ['pcm.avi', pcm('pcm_s16le', 'avi')],
    ['sound.flac', pcm('flac', 'flac')],
    ['flac.ogg', pcm('flac', 'ogg')],
    ['flac.mka', pcm('flac', 'matroska')],
    ['sound.wv', pcm('wavpack', 'wv')],
    ['vorbis.ogg', { codec: 'libvorbis', container: 'ogg', rate: 44_100, bitRate: 192_000, within: LOSSY }],
    ['vorbis.webm', { codec: 'libvorbis', container: 'webm', rate: 44_100, bitRate: 192_000, within: LOSSY }],
    ['opus.ogg', { codec: 'libopus', container: 'ogg', bitRate: 128_000, within: LOSSY }],
    ['opus.webm', { codec: 'libopus', container: 'webm', bitRate: 128_000, within: LOSSY }],
    [
      'sound.ac3',
      {
        codec: 'ac3',
        container: 'ac3',
        bitRate: 192_000,
        before: 256,
        heard: 79 * 1536,
        within: LOSSY,
        noise: 1e-4,
      },
    ],
    [
      'sound.eac3',
      {
        codec: 'eac3',
        container: 'eac3',
        bitRate: 192_000,
        before: 256,
        heard: 79 * 1536,
        within: LOSSY,
        noise: 1e-4,
      },
    ],
    [
      'sound.wma',
      {
        codec: 'wmav2',
        container: 'asf',
        rate: 44_100,
        bitRate: 192_000,
        before: 2009,
        heard: 55 * 2048 - 39,
        within: LOSSY,
      },
    ],
  ])('%s', async (name, form) => {
    const path = media.path(name);
    const made = { codec: '', container: '', rate: SAMPLE_RATE, seconds: LENGTH, wave: rising, ...form };
    await encodeSound(path, made);
    const track = await trackOf(path);
    const whole = await read(track, 0, LENGTH + 0.5);
    const delay = (form.before ?? 0) / made.rate;
    const [most, louder] = form.within ?? LOSSLESS;
    for (const second of [0.3, 2.2]) {
      const [off, level] = offFrom(whole.left, second, (time) => rising(time - delay));
      expect(Math.abs(off), `samples off at ${second} s`).toBeLessThanOrEqual(most);
      expect(Math.abs(level), `decibels off at ${second} s`).toBeLessThanOrEqual(louder);
    }
    expect(track.duration?.mul(made.rate).toFraction()).toBe(`${form.heard ?? LENGTH * made.rate}`);
    for (const from of [0.5, 1.2345, 2.1]) {
      const part = await read(track, from, 0.3);
      const at = Math.round(from * SAMPLE_RATE);
      const off = Math.max(difference(part.left, whole.left, at), difference(part.right, whole.right, at));
      expect(off, `after a seek to ${from} s`).toBeLessThanOrEqual(form.noise ?? 0);
    }
  });
});

/** Writes a WAV of 32-bit floats and reads it. */
async function wav(name: string, form: Pick<EncodedSound, 'wave'> & Partial<EncodedSound>): Promise<Stereo> {
  const path = media.path(name);
  await encodeSound(path, { codec: 'pcm_f32le', container: 'wav', seconds: 1, ...form });
  return read(await trackOf(path), 0, 1);
}

describe('a sound with a sample rate', () => {
  it.each([8000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000, 88_200, 96_000, 192_000])(
    'of %i Hz keeps its level up to 18 kHz, without artefacts',
    async (rate) => {
      const tones = [100, 1000, 3000, 10_000, 15_000, 18_000].filter((tone) => tone < 0.43 * rate);
      const loud = 0.9 / tones.length;
      const { left } = await wav(`rate-${rate}.wav`, {
        rate,
        wave: (time) => tones.reduce((sum, tone) => sum + loud * Math.sin(2 * Math.PI * tone * time), 0),
      });
      const off = tones.map((tone) => levelOf(left, tone) - 20 * Math.log10(loud));
      expect(Math.max(...off.map(Math.abs)), JSON.stringify(off)).toBeLessThan(0.02);
      const rest = left.subarray(9600, 9600 + SAMPLE_RATE / 2).map((sample, index) => {
        const time = (9600 + index) / SAMPLE_RATE;
        return sample - tones.reduce((sum, tone) => sum + loud * Math.sin(2 * Math.PI * tone * time), 0);
      });
      expect(20 * Math.log10(Math.max(...rest.map(Math.abs)))).toBeLessThan(-80);
    },
  );

  it.each([88_200, 96_000, 192_000])('of %i Hz is not aliased', async (rate) => {
    const { left } = await wav(`high-${rate}.wav`, {
      rate,
      wave: (time) => 0.5 * Math.sin(2 * Math.PI * 27_000 * time),
    });
    expect(Math.max(...left.subarray(9600, 38_400).map(Math.abs))).toBeLessThan(10 ** (-86 / 20));
  });

  it.each([8000, 22_050, 44_100, 96_000])(
    'of %i Hz keeps the position of a click, with symmetrical ringing',
    async (rate) => {
      const { left } = await wav(`click-${rate}.wav`, {
        rate,
        wave: (time) => (Math.round(time * rate) === rate / 5 ? 0.9 : 0),
      });
      const at = left.indexOf(Math.max(...left));
      expect(at).toBe(SAMPLE_RATE / 5);
      for (let away = 1; away < 100; away++) expect(left[at - away]).toBeCloseTo(left[at + away] ?? NaN, 6);
    },
  );

  it('keeps the timing of clicks at any speed', async () => {
    const path = media.path('speeds.wav');
    const clicks = (time: number): number => (Math.round(time * 44_100) % 22_050 === 0 ? 0.9 : 0);
    await encodeSound(path, { codec: 'pcm_f32le', container: 'wav', rate: 44_100, seconds: 3, wave: clicks });
    const track = await trackOf(path);
    for (const faster of [0.37, 0.5, 1.25, 1.999, 4]) {
      const { left } = await read(track, 1.25, 0.5 / faster, toSpeed(faster));
      const expected = 0.25 / faster;
      const loudest = left.reduce((best, sample, index) => (sample > (left[best] ?? 0) ? index : best), 0);
      expect(Math.abs(loudest - expected * SAMPLE_RATE), `${faster}`).toBeLessThanOrEqual(1);
    }
  });
});

describe('channels', () => {
  const LOUD = 0.1;
  it.each([
    ['mono is played on both sides at its level', AV_CHANNEL_LAYOUT_MONO, [0], [0]],
    [
      '5.1 is mixed with centre and surrounds 3 dB quieter',
      AV_CHANNEL_LAYOUT_5POINT1,
      [0, NaN, -3.01, NaN, -3.01, NaN],
      [NaN, 0, -3.01, NaN, NaN, -3.01],
    ],
    [
      '7.1 is mixed with centre, sides and backs 3 dB quieter',
      AV_CHANNEL_LAYOUT_7POINT1,
      [0, NaN, -3.01, NaN, -3.01, NaN, -3.01, NaN],
      [NaN, 0, -3.01, NaN, NaN, -3.01, NaN, -3.01],
    ],
  ])('%s', async (name, layout, left, right) => {
    const tone = (channel: number): number => 400 * (channel + 1);
    const sound = await wav(`${name.slice(0, 3)}.wav`, {
      layout,
      wave: (time, channel) => LOUD * Math.sin(2 * Math.PI * tone(channel) * time),
    });
    for (const [side, expected] of [
      [sound.left, left],
      [sound.right, right],
    ] as const) {
      for (const [channel, decibels] of expected.entries()) {
        const found = levelOf(side, tone(channel)) - 20 * Math.log10(LOUD);
        if (Number.isNaN(decibels)) expect(found).toBeLessThan(-90);
        else expect(found).toBeCloseTo(decibels, 2);
      }
    }
  });

  it('and the sample rate may change where files were joined', async () => {
    const parts = [
      { name: 'first.aac', rate: 44_100 },
      { name: 'second.aac', rate: 48_000, layout: AV_CHANNEL_LAYOUT_MONO },
    ];
    for (const { name, ...form } of parts) {
      const tone = (time: number): number => 0.5 * Math.sin(2 * Math.PI * 1000 * time);
      await encodeSound(media.path(name), {
        ...aac,
        codec: 'aac',
        container: 'adts',
        seconds: 1.5,
        wave: tone,
        ...form,
      });
    }
    const joined = media.path('joined.aac');
    await writeFile(
      joined,
      Buffer.concat(await Promise.all(parts.map(({ name }) => readFile(media.path(name))))),
    );
    const track = await trackOf(joined);
    expect(track.duration?.valueOf()).toBeCloseTo((66 * 1024) / 44_100 + (72 * 1024) / 48_000, 1);
    const { left, right } = await read(track, 0, 3);
    for (const side of [left, right]) {
      for (const second of [0.5, 2]) expect(levelOf(side, 1000, second * SAMPLE_RATE)).toBeCloseTo(-6.02, 0);
    }
  });
});

describe('missing parts are silent, and all others in place', () => {
  it('for a gap', async () => {
    const path = media.path('gap.mkv');
    await encodeSound(path, {
      codec: 'pcm_f32le',
      container: 'matroska',
      seconds: LENGTH,
      wave: rising,
      gaps: [[0.5, 1.75]],
    });
    const track = await trackOf(path);
    const { left } = await read(track, 0, LENGTH);
    const expected = left.map((_, index) =>
      index >= 0.5 * SAMPLE_RATE && index < 1.75 * SAMPLE_RATE ? 0 : rising(index / SAMPLE_RATE),
    );
    expect(difference(left, expected, 0)).toBeLessThan(1e-6);
    for (const from of [1.2, 1.6, 2.2])
      expect((await read(track, from, 0.3)).left).toEqual(
        left.slice(from * SAMPLE_RATE, (from + 0.3) * SAMPLE_RATE),
      );
  });

  it.each(['mp4', 'matroska'] as const)('for a sound that starts late or early, in %s', async (container) => {
    for (const [name, first, late] of [
      ['late', 0, 0.52],
      ['early', 13, 0],
    ] as const) {
      const path = media.path(`${name}.${container}`);
      const ticks = Array.from({ length: 50 }, (_, index) => first + index);
      const shape = { width: 32, height: 32, clock: 25, ticks, paint: paintNumber, container };
      await makeClip(path, {
        ...shape,
        sound: {
          samples: 1.5 * SAMPLE_RATE,
          wave: (index) => rising(index / SAMPLE_RATE),
          starts: late * SAMPLE_RATE,
        },
      });
      const { left } = await read(await trackOf(path), 0, 2);
      const [off] = offFrom(left, late + 0.5, (time) => rising(time - late));
      // MP4 stores the start of a track in milliseconds, and Matroska all times.
      expect(Math.abs(off), name).toBeLessThanOrEqual(0.001 * SAMPLE_RATE);
    }
  });

  it.each([
    ['cut.wav', pcm('pcm_s16le')],
    ['cut.flac', pcm('flac', 'flac')],
    ['cut.mp3', mp3],
  ])('after the end of the truncated %s', async (name, form) => {
    const path = media.path(name);
    await encodeSound(path, { codec: '', container: '', seconds: LENGTH, wave: rising, ...form });
    await truncate(path, Math.round((await readFile(path)).length / 2));
    const track = await trackOf(path);
    const lasts = track.duration?.valueOf() ?? NaN;
    expect(lasts).toBeGreaterThan(0.8);
    expect(lasts).toBeLessThan(2);
    const { left } = await read(track, 0, LENGTH);
    const end = Math.ceil(lasts * SAMPLE_RATE);
    expect(left.findLastIndex((sample) => Math.abs(sample) > 0.01)).toBeGreaterThan(end - 100);
    expect(left.subarray(end).every((sample) => Math.abs(sample) < 0.01)).toBe(true);
    expect(Math.abs(offFrom(left, 0.3, rising)[0])).toBeLessThan(1);
  });

  it('but a sound without samples is rejected', async () => {
    const path = media.path('empty.wav');
    await encodeSound(path, { codec: 'pcm_s16le', container: 'wav', seconds: 0, wave: rising });
    await expect(probe(path)).rejects.toThrow(
      'is not a media file: it contains no picture or sound that can be decoded',
    );
  });
});
