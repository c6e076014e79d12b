import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { readBoxes, readTracks } from '../../../test/media/boxes.ts';
import { paintNumber, readNumber } from '../../../test/media/clips.ts';
import { mapFrames } from '../../../test/media/decode-output.ts';
import { createMediaFolder } from '../../../test/media/render-edit.ts';
import { decodeStrictly } from '../../../test/media/decode-strictly.ts';
import { toRate } from '../../base/time.ts';
import { Encoder } from '../av/encode/encoder.ts';
import { createVideoFrame, type Planes, planesOf, type VideoFrame } from '../av/video/video-frame.ts';
import { Mp4Output } from './mp4-output.ts';
import type { OutputFileSettings } from './output-file.ts';

const SHAPE = {
  width: 192,
  height: 108,
  rate: toRate(25),
  hasSound: false,
  quality: 'medium',
  encoder: 'few threads',
  loops: false,
} as const satisfies OutputFileSettings;

let folder: Awaited<ReturnType<typeof createMediaFolder>>;
beforeAll(async () => void (folder = await createMediaFolder()));
afterAll(() => folder[Symbol.asyncDispose]());
afterEach(() => vi.restoreAllMocks());

describe('still pictures', () => {
  it('are encoded until x264 has returned the first one, once a minute', async () => {
    const encode = vi.spyOn(Encoder.prototype, 'encode');
    await write('one.mp4', [1490, 3]);
    const once = encode.mock.calls.length;
    expect(once).toBeLessThan(30);
    encode.mockClear();
    await write('three.mp4', [4_500, 3]);
    expect(encode.mock.calls.length).toBeLessThan(3 * once);
    expect(await readLevels('three.mp4')).toEqual([
      ...Array.from({ length: 4_500 }, () => 0),
      ...Array.from({ length: 3 }, () => 1),
    ]);
  });

  it('are identical once they are no longer encoded', async () => {
    await write('same.mp4', [7, 200]);
    const [first, ...later] = (await mapFrames(folder.path('same.mp4'), bytesOf)).slice(40, 57);
    expect(later.every((bytes) => first?.equals(bytes))).toBe(true);
  });

  it('do not change the moving pictures before and after them', async () => {
    const moving = Array.from({ length: 30 }, () => 1);
    await write('with.mp4', [...moving, 40, ...moving]);
    await write('without.mp4', [...moving, 40, ...moving], { isEncodedWhole: true });
    const [one, other] = await Promise.all(
      ['with.mp4', 'without.mp4'].map((name) => mapFrames(folder.path(name), bytesOf)),
    );
    const unlike = one?.flatMap((bytes, place) => (bytes.equals(other?.[place] ?? bytes) ? [] : [place]));
    // Everything before them is the same. What follows refers to a picture that is now a P picture.
    expect(Math.min(...(unlike ?? []))).toBeGreaterThan(30);
    expect(await readLevels('with.mp4')).toEqual(await readLevels('without.mp4'));
  });

  it.each([30, 90])('repeated %i times do not change a fade after them', async (stays) => {
    const fade = Array.from({ length: 24 }, (_, step) => (step + 1) / 25);
    const amounts = [...Array.from({ length: stays }, () => 0), ...fade];
    await using output = await Mp4Output.open(folder.path('fade.mp4'), SHAPE);
    for (const [place, amount] of amounts.entries())
      await output.writeFrame(createFadedFrame(amount), place > 0 && place < stays);
    await output.finish();
    let place = 0;
    const unlike = await mapFrames(folder.path('fade.mp4'), (planes) => {
      using given = createFadedFrame(amounts[place++] ?? 0);
      return maxDifference(planes, planesOf(given));
    });
    expect(unlike).toHaveLength(amounts.length);
    expect(Math.max(...unlike)).toBeLessThan(4);
  });

  it.each(['few threads', 'many threads'] as const)(
    'are shown at the right times regardless of their lengths, with %s',
    async (encoder) => {
      const lengths = fc.array(fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 170 })), {
        minLength: 1,
        maxLength: 12,
      });
      const rates = fc.constantFrom(12, 25, 29.97, 60);
      await fc.assert(
        fc.asyncProperty(lengths, rates, async (runs, framesPerSecond) => {
          const frames = toRate(framesPerSecond);
          await write('any.mp4', runs, { encoder, rate: frames });
          const expected = runs.flatMap((length, run) => Array.from({ length }, () => run));
          expect(await readLevels('any.mp4')).toEqual(expected);
          const result = await decodeStrictly(folder.path('any.mp4'));
          expect(result.messages).toEqual([]);
          expect(result.frameIndexes).toEqual(expected.map((_, place) => place));
          expect(result.hasOnlyIdrKeyframes).toBe(true);
          const keys = [...(await readKeyframes('any.mp4')), expected.length + 1];
          const gaps = keys.slice(1).map((key, index) => key - (keys[index] ?? 0));
          expect(Math.max(...gaps) / framesPerSecond).toBeLessThanOrEqual(2);
        }),
        { numRuns: 10 },
      );
    },
  );
});

interface WriteOptions extends Partial<OutputFileSettings> {
  /** True to report no repeats to the encoder. */
  readonly isEncodedWhole?: boolean;
}

/** Writes runs of pictures that show the number of their run, each repeated for the length of the run. */
async function write(name: string, runs: readonly number[], way: WriteOptions = {}): Promise<void> {
  const { isEncodedWhole = false, ...shape } = way;
  await using output = await Mp4Output.open(folder.path(name), { ...SHAPE, ...shape });
  for (const [run, length] of runs.entries()) {
    for (let again = 0; again < length; again++) {
      await output.writeFrame(pictureOf(run), again > 0 && !isEncodedWhole);
    }
  }
  await output.finish();
}

function pictureOf(run: number): VideoFrame {
  const frame = createVideoFrame(SHAPE.width, SHAPE.height);
  const planes = planesOf(frame);
  for (const { data } of [planes.u, planes.v]) data.fill(128);
  paintNumber(planes, run);
  return frame;
}

/** Blends one pattern into another. `amount` is the share of the other, 0 to 1. */
function createFadedFrame(amount: number): VideoFrame {
  const frame = createVideoFrame(SHAPE.width, SHAPE.height);
  const { y, u, v } = planesOf(frame);
  for (const { data } of [u, v]) data.fill(128);
  y.data.forEach((_, at) => {
    const [column, row] = [at % y.stride, Math.floor(at / y.stride)];
    const [one, other] = [Math.sin(column / 7 + row / 5), Math.sin((column * row) / 700)];
    y.data[at] = 128 + 80 * (one * (1 - amount) + other * amount);
  });
  return frame;
}

/** Returns the mean luma difference of two pictures, 0 to 255. */
function maxDifference(one: Planes, other: Planes): number {
  let sum = 0;
  for (let row = 0; row < one.height; row++) {
    for (let column = 0; column < one.width; column++) {
      sum += Math.abs(
        (one.y.data[row * one.y.stride + column] ?? 0) - (other.y.data[row * other.y.stride + column] ?? 0),
      );
    }
  }
  return sum / one.width / one.height;
}

function readLevels(name: string): Promise<number[]> {
  return mapFrames(folder.path(name), readNumber);
}

async function readKeyframes(name: string): Promise<readonly number[]> {
  const [video] = readTracks(await readBoxes(folder.path(name)));
  // Without a list, every picture is a keyframe.
  return video?.syncSamples ?? [];
}

function bytesOf({ y, u, v }: Planes): Buffer {
  return Buffer.concat([y.data, u.data, v.data]);
}
