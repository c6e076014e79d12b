import { readFile, writeFile } from 'node:fs/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paintNumber, readNumber } from '../../../../test/media/clips.ts';
import { mapFrames } from '../../../../test/media/decode-output.ts';
import { createMediaFolder } from '../../../../test/media/render-edit.ts';
import { decodeStrictly } from '../../../../test/media/decode-strictly.ts';
import { toRate } from '../../../base/time.ts';
import { createVideoFrame, planesOf, type VideoFrame } from '../../av/video/video-frame.ts';
import { createSilence } from '../../media/stereo.ts';
import { type CodedStream, CodedStreamReader, CodedStreamWriter } from './coded-stream.ts';
import { Mp4Output } from '../mp4-output.ts';
import type { OutputFileSettings } from '../output-file.ts';

const SHAPE: OutputFileSettings = {
  width: 192,
  height: 108,
  rate: toRate(25),
  hasSound: true,
  loops: false,
  quality: 'medium',
  encoder: 'few threads',
};
const SAMPLES_PER_FRAME = 1920;

let folder: Awaited<ReturnType<typeof createMediaFolder>>;
beforeAll(async () => void (folder = await createMediaFolder()));
afterAll(() => folder[Symbol.asyncDispose]());

describe('a video in segments', () => {
  it('is the same file whichever segments were coded before', async () => {
    const lengths = [60, 51, 101, 75];
    const pictures = [...runOf(30), ...runOf(100, 4), ...runOf(157)];
    const made = await write('cold.mp4', pictures, lengths);
    expect(made.segments.map((segment) => segment?.packets.length)).toEqual(lengths);
    for (const kept of [[0, 1, 2, 3], [1], [0, 2], [3]])
      expect(await write('warm.mp4', pictures, lengths, { made, kept })).toMatchObject({ file: made.file });
  });

  it('shows each picture once, at its time, and begins each segment with a keyframe that can be sought', async () => {
    const segments = fc.array(fc.integer({ min: 2, max: 130 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(segments, fc.integer({ min: 1, max: 60 }), async (lengths, hold) => {
        const count = lengths.reduce((sum, length) => sum + length, 0);
        const pictures = runOf(count, hold);
        await write('any.mp4', pictures, lengths);
        expect(await mapFrames(folder.path('any.mp4'), readNumber)).toEqual(pictures);
        const { messages, frameIndexes, hasOnlyIdrKeyframes } = await decodeStrictly(folder.path('any.mp4'));
        expect({ messages, hasOnlyIdrKeyframes }).toEqual({ messages: [], hasOnlyIdrKeyframes: true });
        expect(frameIndexes).toEqual(pictures.map((_, place) => place));
      }),
      { numRuns: 10 },
    );
  });

  it('makes a segment again that does not fit', async () => {
    const pictures = runOf(100);
    const made = await write('first.mp4', pictures, [50, 50]);
    const [first] = made.segments;
    if (!first) throw new Error('The first segment is missing.');
    const damaged = { ...first, parameters: Buffer.from('other') };
    const segments = [damaged, undefined];
    const { file } = await write('again.mp4', pictures, [50, 50], { made: { ...made, segments }, kept: [0] });
    expect(file).toEqual(made.file);
  });
});

describe('a file with a coded stream', () => {
  const packet = { data: Buffer.from('data'), at: -1024, duration: 1024, isKey: true, isReference: false };
  const facts = { parameters: Buffer.from('p'), warnings: [{ field: 'output', text: 'Too loud.' }] };

  it('is read as it was written', async () => {
    save('stream', { ...facts, packets: [packet, { ...packet, at: 0 }] });
    const read = await new CodedStreamReader().read(folder.path('stream'));
    expect(read).toEqual({ ...facts, packets: [packet, { ...packet, at: 0 }] });
  });

  it('is read by a reader that has read a longer one', async () => {
    const reader = new CodedStreamReader();
    for (const packets of [[packet, packet], [packet]]) {
      save('stream', { ...facts, packets });
      expect(await reader.read(folder.path('stream'))).toEqual({ ...facts, packets });
    }
  });

  it('is refused if a byte has changed or the end is missing', async () => {
    save('stream', { ...facts, packets: [packet] });
    const bytes = await readFile(folder.path('stream'));
    const reader = new CodedStreamReader();
    for (let at = 0; at < bytes.length; at++) {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ 1;
      await writeFile(folder.path('damaged'), damaged);
      expect(await reader.read(folder.path('damaged'))).toBeUndefined();
      await writeFile(folder.path('damaged'), bytes.subarray(0, at));
      expect(await reader.read(folder.path('damaged'))).toBeUndefined();
    }
    expect(await reader.read(folder.path('missing'))).toBeUndefined();
  });
});

interface Written {
  readonly file: Buffer;
  readonly segments: readonly (CodedStream | undefined)[];
  readonly sound: CodedStream | undefined;
}

/** Writes a video. @param before the earlier video, and its segments that are used again. */
async function write(
  name: string,
  pictures: readonly number[],
  lengths: readonly number[],
  before?: { readonly made: Written; readonly kept: readonly number[] },
): Promise<Written> {
  const segments: CodedStream[] = [];
  const soundPath = folder.path(`${name}.sound`);
  {
    const onSegment = (segment: CodedStream, index: number) => {
      segments[index] = segment;
      return Promise.resolve();
    };
    await using output = await Mp4Output.open(folder.path(name), SHAPE, { lengths, onSegment, soundPath });
    const isMixed = !before?.made.sound || !output.writeCodedSound(before.made.sound);
    let place = 0;
    for (const [index, length] of lengths.entries()) {
      const coded = before?.kept.includes(index) === true ? before.made.segments[index] : undefined;
      const isReused = coded !== undefined && (await output.writeCodedSegment(coded));
      for (const end = place + length; place < end; place++) {
        const number = pictures[place] ?? 0;
        if (!isReused)
          await output.writeFrame(pictureOf(number), place > 0 && number === pictures[place - 1]);
        if (isMixed) await output.writeSound(createSilence(SAMPLES_PER_FRAME));
      }
    }
    await output.finish();
  }
  return {
    file: await readFile(folder.path(name)),
    segments,
    sound: await new CodedStreamReader().read(soundPath),
  };
}

function save(name: string, { packets, ...facts }: CodedStream): void {
  using writer = new CodedStreamWriter(folder.path(name));
  for (const packet of packets) writer.add(packet);
  writer.finish(facts);
}

/** Returns the numbers of pictures: each is shown for `hold` frames. */
function runOf(count: number, hold = 1): number[] {
  return Array.from({ length: count }, (_, place) => Math.floor(place / hold));
}

function pictureOf(number: number): VideoFrame {
  const frame = createVideoFrame(SHAPE.width, SHAPE.height);
  const planes = planesOf(frame);
  for (const { data } of [planes.u, planes.v]) data.fill(128);
  paintNumber(planes, number);
  return frame;
}
