import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillRect } from '../../../../test/media/clips.ts';
import { type ColourFrame, decodeColours } from '../../../../test/media/decode-colours.ts';
import { decodeSound } from '../../../../test/media/decode-output.ts';
import { createMediaFolder } from '../../../../test/media/render-edit.ts';
import { SAMPLE_RATE, sampleAtFrame, toRate } from '../../../base/time.ts';
import { createVideoFrame, planesOf, type VideoFrame } from '../../av/video/video-frame.ts';
import { openOutput } from '../open-output.ts';
import type { OutputFileSettings } from '../output-file.ts';

const SIZE = { width: 160, height: 90 };
/** BT.709 in limited range, as FFmpeg numbers it. */
const BT709 = [1, 1, 1, 1];
const COUNT = 38;
/** The frame that is white and at which the tone begins. */
const FLASH = 20;

let folder: Awaited<ReturnType<typeof createMediaFolder>>;
beforeAll(async () => void (folder = await createMediaFolder()));
afterAll(() => folder[Symbol.asyncDispose]());

const VIDEOS = [
  ['webm', 'vp9', 'matroska'],
  ['webm', 'av1', 'matroska'],
  ['mp4', 'hevc', 'mov'],
  ['mp4', 'av1', 'mov'],
  ['mov', 'prores422', 'mov'],
  ['mov', 'prores4444', 'mov'],
] as const;

describe.each(VIDEOS)('a %s with %s', (format, codec, demuxer) => {
  const rate = toRate(29.97);
  const samples = sampleAtFrame(COUNT, rate);
  let path: string;
  let frames: readonly ColourFrame[];
  beforeAll(async () => {
    path = folder.path(`${codec}.${format}`);
    await write(path, format, { codec, rate });
    frames = await decodeColours(path, demuxer);
  });

  it('has every picture at its time, with its colours and tags', () => {
    expect(frames).toHaveLength(COUNT);
    for (const [index, { seconds, tags, data }] of frames.entries()) {
      // A webm counts milliseconds.
      expect(Math.abs(seconds - index / rate.valueOf())).toBeLessThanOrEqual(0.0006);
      expect(tags).toEqual(BT709);
      const at = 4 * (45 * SIZE.width + 80);
      const [red = 0, green = 0, blue = 0] = data.subarray(at);
      expect([red > 125, green > 125, blue > 125]).toEqual([index === FLASH, index === FLASH, true]);
    }
  });

  it('has the sound of the mix, from its first sample to its last', async () => {
    const { left } = (await decodeSound(path, demuxer)) ?? { left: new Float32Array() };
    // A webm counts milliseconds.
    expect(Math.abs(left.length - samples)).toBeLessThanOrEqual(format === 'webm' ? 48 : 0);
    const start = left.findIndex((sample) => Math.abs(sample) > 0.2);
    expect(Math.abs(start - sampleAtFrame(FLASH, rate))).toBeLessThan(0.005 * SAMPLE_RATE);
  });

  it('is the same file each time, whatever the machine does', async () => {
    const again = folder.path(`again.${format}`);
    await write(again, format, { codec, rate });
    expect((await readFile(again)).equals(await readFile(path))).toBe(true);
    expect((await readFile(path)).includes(folder.path('').slice(1))).toBe(false);
  });

  it('has its index at the beginning', async () => {
    const bytes = await readFile(path);
    const [index, media] = format === 'webm' ? ['1c53bb6b', '1f43b675'] : ['6d6f6f76', '6d646174'];
    const at = (marker: string): number => bytes.indexOf(Buffer.from(marker, 'hex'));
    expect(at(index)).toBeGreaterThan(0);
    expect(at(index)).toBeLessThan(at(media));
  });
});

it('a repeated picture is encoded again', async () => {
  const path = folder.path('repeated.webm');
  await write(path, 'webm', { codec: 'vp9', rate: toRate(25), hasSound: false }, true);
  expect(await decodeColours(path, 'matroska')).toHaveLength(COUNT);
});

it('an HEVC has the name that players of Apple accept', async () => {
  const bytes = await readFile(folder.path('hevc.mp4'));
  expect([bytes.includes('hvc1'), bytes.includes('hev1')]).toEqual([true, false]);
});

type Given = Pick<OutputFileSettings, 'codec' | 'rate'> & { readonly hasSound?: boolean };

/** Writes a blue video with a white frame, and with a tone that begins at that frame. */
async function write(
  path: string,
  format: 'mp4' | 'webm' | 'mov',
  { hasSound = true, rate, ...given }: Given,
  isRepeated = false,
): Promise<void> {
  const settings = {
    ...SIZE,
    rate,
    hasSound,
    quality: 'medium',
    encoder: 'few threads',
    loops: false,
  } as const;
  await using output = await openOutput(format, path, { ...settings, ...given });
  for (let frame = 0; frame < COUNT; frame++) {
    await output.writeFrame(paintFrame(frame === FLASH && !isRepeated), isRepeated && frame > 0);
    if (!hasSound) continue;
    const from = sampleAtFrame(frame, rate);
    const length = sampleAtFrame(frame + 1, rate) - from;
    const left = Float32Array.from({ length }, (_, index) =>
      frame < FLASH ? 0 : 0.5 * Math.sin((2 * Math.PI * 441 * (from + index)) / SAMPLE_RATE),
    );
    await output.writeSound({ left, right: left });
  }
  await output.finish();
}

function paintFrame(isWhite: boolean): VideoFrame {
  const picture = createVideoFrame(SIZE.width, SIZE.height);
  fillRect(planesOf(picture), [0, 0, SIZE.width, SIZE.height], isWhite ? [235, 128, 128] : [32, 240, 118]);
  return picture;
}
