import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SAMPLE_RATE, toSeconds, ZERO } from '../../src/base/time.ts';
import { AudioReader } from '../../src/render/av/sound/audio-reader.ts';
import { probeAv } from '../../src/render/av/input/probe-av.ts';
import { VideoReader } from '../../src/render/av/video/video-reader.ts';
import { tryRender, createOneClipEdit, serveFiles } from './try-render.ts';
import { makeClip, paintNumber } from '../media/clips.ts';
import { createMediaFolder, renderEdit } from '../media/render-edit.ts';

const SIZE = { width: 384, height: 216 };
const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

let media: Awaited<ReturnType<typeof createMediaFolder>>;

beforeAll(async () => {
  media = await createMediaFolder();
});

afterAll(() => media[Symbol.asyncDispose]());

/** Creates a WAV file with a 1 kHz tone at half of full scale. */
function tone(rate: number, channels: number, count: number): Buffer {
  const file = Buffer.alloc(44 + count * channels * 2);
  file.write('RIFF', 0);
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(channels, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate * channels * 2, 28);
  file.writeUInt16LE(channels * 2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(count * channels * 2, 40);
  for (const index of range(count)) {
    const sample = Math.round(16_384 * Math.sin((2 * Math.PI * 1000 * index) / rate));
    for (const channel of range(channels)) file.writeInt16LE(sample, 44 + (index * channels + channel) * 2);
  }
  return file;
}

test.each([
  ['mono at 8 kHz', 8000, 1],
  ['mono at 48 kHz', 48_000, 1],
  ['stereo at 44.1 kHz', 44_100, 2],
])('a sound in %s is played on both sides at its level', async (_, rate, channels) => {
  const path = media.path(`tone-${rate}-${channels}.wav`);
  await writeFile(path, tone(rate, channels, rate));
  const { audio } = await probeAv(path, 'wav');
  if (!audio) throw new Error('no sound');
  using reader = await AudioReader.open(audio.location, ZERO);
  const { left, right } = await reader.read(SAMPLE_RATE);
  const peak = (samples: Float32Array): number => Math.max(...samples.subarray(4800, 43_200).map(Math.abs));
  expect(peak(left)).toBeCloseTo(0.5, 2);
  expect(peak(right)).toBeCloseTo(0.5, 2);
});

test('"auto" uses the length of the longest stream, also in Matroska (contract C61)', async () => {
  const path = media.path('short-picture.mkv');
  const sound = { samples: 5 * SAMPLE_RATE, wave: () => 0 };
  await makeClip(path, {
    ...SIZE,
    clock: 25,
    ticks: range(50),
    paint: paintNumber,
    container: 'matroska',
    sound,
  });
  const asset = { type: 'video', src: path };
  const edit = {
    timeline: { tracks: [{ clips: [{ asset, start: 0, length: 'auto' }] }] },
    output: { format: 'mp4', size: SIZE },
  };
  expect(await renderEdit(edit, media.path('short-picture.mp4'))).toMatchObject({ frames: 125 });
});

test('a frame that is shown for long is decoded once', async () => {
  const path = media.path('slides.mp4');
  await makeClip(path, { ...SIZE, clock: 1, ticks: [0, 10, 20], paint: paintNumber });
  const { video } = await probeAv(path, 'mov');
  if (!video) throw new Error('no picture');
  using reader = await VideoReader.open(video.location);
  const at = (second: number) => ({ time: toSeconds(second), lead: ZERO, tail: ZERO });
  const first = await reader.frameAt(at(1));
  for (const second of [4.9, 5.1, 8, 9.9]) expect(await reader.frameAt(at(second))).toBe(first);
  const next = await reader.frameAt(at(10));
  expect(next).not.toBe(first);
  for (const second of [15, 19]) expect(await reader.frameAt(at(second))).toBe(next);
});

test('a truncated video is rendered as far as it goes', async () => {
  const whole = media.path('whole.mp4');
  await makeClip(media.path('source.mp4'), { ...SIZE, clock: 25, ticks: range(75), paint: paintNumber });
  const asset = { type: 'video', src: media.path('source.mp4') };
  await renderEdit(
    {
      timeline: { tracks: [{ clips: [{ asset, start: 0, length: 3 }] }] },
      output: { format: 'mp4', size: SIZE },
    },
    whole,
  );
  const bytes = await readFile(whole);
  const server = await serveFiles({ 'half.mp4': bytes.subarray(0, Math.round(bytes.length * 0.6)) });
  try {
    const outcome = await tryRender(
      createOneClipEdit({ type: 'video', src: `${server.url}/half.mp4` }, { length: 3 }),
    );
    expect(outcome).toHaveProperty('produced');
  } finally {
    await server.close();
  }
});
