import { AV_CHANNEL_LAYOUT_MONO } from 'node-av';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SAMPLE_RATE, toSeconds, ZERO } from '../../src/base/time.ts';
import { AudioReader } from '../../src/render/av/sound/audio-reader.ts';
import { probe } from '../../src/render/probe/probe.ts';
import { createMediaFolder, renderEdit } from '../media/render-edit.ts';
import { encodeSound, type EncodedSound } from '../media/encode-sound.ts';

/** Seconds. A resampler that is wrong by one in ten million is off by several samples at the end. */
const LONG = 1200;
const RATE = 44_100;
/** Seconds of a click: two periods of a 2 kHz tone with a smooth envelope, in the middle of each minute. */
const CLICK = 0.001;

let media: Awaited<ReturnType<typeof createMediaFolder>>;

beforeAll(async () => {
  media = await createMediaFolder();
});

afterAll(() => media[Symbol.asyncDispose]());

const clicks = (time: number): number => {
  const since = (time % 60) - 30 + CLICK / 2;
  if (since < 0 || since > CLICK) return 0;
  return 0.8 * Math.sin((Math.PI * since) / CLICK) ** 2 * Math.cos(4000 * Math.PI * (since - CLICK / 2));
};

/**
 * Returns the offset of the loudest sample of each minute from its middle, in samples, and the duration in
 * seconds.
 */
async function clicksOf(path: string): Promise<{ off: number[]; lasts: number }> {
  const found = await probe(path);
  if (found.kind !== 'av' || !found.audio?.duration) throw new Error('There is no sound.');
  using reader = await AudioReader.open(found.audio.location, ZERO);
  const off: number[] = [];
  for (let minute = 0; minute < LONG / 60; minute++) {
    const { left } = await reader.read(60 * SAMPLE_RATE);
    const loudest = left.reduce((best, sample, index) => (sample > (left[best] ?? 0) ? index : best), 0);
    off.push(loudest - 30 * SAMPLE_RATE);
  }
  return { off, lasts: found.audio.duration.valueOf() };
}

test.each<[string, Pick<EncodedSound, 'codec' | 'container'>]>([
  ['long.m4a', { codec: 'aac', container: 'ipod' }],
  ['long.mp3', { codec: 'libmp3lame', container: 'mp3' }],
])('%s has its exact length, and no click has moved', async (name, form) => {
  const path = media.path(name);
  const shape = { rate: RATE, layout: AV_CHANNEL_LAYOUT_MONO, bitRate: 96_000, seconds: LONG, wave: clicks };
  await encodeSound(path, { ...form, ...shape });
  const { off, lasts } = await clicksOf(path);
  expect(lasts).toBe(LONG);
  expect(Math.max(...off.map(Math.abs)), JSON.stringify(off)).toBeLessThanOrEqual(1);
});

test('a sparse edit with a long mp3 is rendered without drift', async () => {
  const to = media.path('long.mp4');
  const text = { type: 'text', text: 'Now' };
  const timeline = {
    soundtrack: { src: media.path('long.mp3') },
    tracks: [
      {
        clips: [
          { asset: text, start: 0, length: 1 },
          { asset: text, start: LONG - 1, length: 1 },
        ],
      },
    ],
  };
  const output = { format: 'mp4', size: { width: 128, height: 72 }, fps: 12 };
  expect(await renderEdit({ timeline, output }, to)).toMatchObject({ duration: LONG });
  const { off, lasts } = await clicksOf(to);
  expect(Math.abs(lasts - LONG)).toBeLessThan(toSeconds(1).div(12).valueOf());
  expect(Math.max(...off.map(Math.abs)), JSON.stringify(off)).toBeLessThanOrEqual(2);
});
