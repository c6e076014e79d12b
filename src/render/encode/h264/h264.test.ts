import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rate } from '../../../base/time.ts';
import { h264Encoder } from '../../av/h264.ts';
import { BitReader, bitsOf, bytesOf, fixed, signed, unsigned } from './bits.ts';
import { widened } from './parameter-sets.ts';
import { RepeatedPictures } from './repeated.ts';
import { placed } from './slices.ts';
import { escaped, KIND, kindOf, streamOf, unescaped, unitsOf } from './units.ts';

/** Bytes of which many look like a start, or like what keeps them from it. */
const hardBytes = fc
  .array(fc.oneof(fc.constantFrom(0, 1, 2, 3), fc.nat(255)), { minLength: 1, maxLength: 60 })
  .map((bytes) => Buffer.from([...bytes, 0x80]));

describe('values', () => {
  it.each([
    [0, '1'],
    [1, '010'],
    [2, '011'],
    [3, '00100'],
    [7, '0001000'],
  ])('%d is %s without a sign', (value, bits) => {
    expect(unsigned(value)).toBe(bits);
  });

  it.each([
    [0, '1'],
    [1, '010'],
    [-1, '011'],
    [2, '00100'],
    [-2, '00101'],
  ])('%d is %s with a sign', (value, bits) => {
    expect(signed(value)).toBe(bits);
  });

  it('are read as they were written', () => {
    const values = fc.array(fc.integer({ min: -70_000, max: 70_000 }), { maxLength: 20 });
    fc.assert(
      fc.property(values, (written) => {
        const bits = written.map((value) => signed(value) + unsigned(Math.abs(value)) + fixed(5, 9));
        const reader = new BitReader(bits.join(''));
        for (const value of written) {
          expect(reader.signed()).toBe(value);
          expect(reader.unsigned()).toBe(Math.abs(value));
          expect(reader.fixed(9)).toBe(5);
        }
      }),
    );
  });

  it('that are cut off are an error', () => {
    expect(() => new BitReader('0001').unsigned()).toThrow('ends in the middle');
  });

  it('fill bytes', () => {
    expect(bytesOf(bitsOf(Buffer.of(0, 1, 128, 255)))).toEqual(Buffer.of(0, 1, 128, 255));
  });
});

describe('units', () => {
  it('are found again in a stream, whatever is in them', () => {
    fc.assert(
      fc.property(fc.array(hardBytes, { minLength: 1, maxLength: 5 }), (contents) => {
        const units = unitsOf(streamOf(contents.map(escaped)));
        expect(units.map(unescaped)).toEqual(contents);
      }),
    );
  });

  it.each([
    [
      [0, 0, 0, 0, 0, 0, 1],
      [0, 0, 3, 0, 0, 3, 0, 0, 3, 1],
    ],
    [
      [1, 0, 0, 3, 5],
      [1, 0, 0, 3, 3, 5],
    ],
  ])('%j is written as %j', (bytes, written) => {
    expect([...escaped(Buffer.from(bytes))]).toEqual(written);
    expect([...unescaped(Buffer.from(written))]).toEqual(bytes);
  });
});

describe('a stream by x264', () => {
  it('gets a wider order of pictures, and nothing else', async () => {
    const { parameters, stream } = widened(await parameterSets());
    expect(parameters).toEqual({
      ...{ frameNumberBits: 4, orderBits: 6, macroblocks: 20 * 12 },
      ...{ weightedPrediction: true, initialQuantizer: 23, saysDeblocking: true },
    });
    // What was widened once can be read, and widened, again.
    expect(widened(stream).parameters).toEqual({ ...parameters, orderBits: 14 });
  });

  it('of another profile is refused', async () => {
    const [sequence, picture] = unitsOf(await parameterSets()).map((unit) => Buffer.from(unit));
    sequence?.writeUInt8(66, 1);
    expect(() => widened(streamOf([sequence ?? Buffer.alloc(0), picture ?? Buffer.alloc(0)]))).toThrow(
      'x264 has made a stream with another profile than High, which is not what was asked for.',
    );
  });

  it('without one of its parameter sets is refused', async () => {
    const units = unitsOf(await parameterSets()).filter((unit) => kindOf(unit) === KIND.sequence);
    expect(() => widened(streamOf(units))).toThrow('0 parameter sets of kind 8');
  });

  it('that has a packet without a picture is refused', async () => {
    const { parameters } = widened(await parameterSets());
    expect(() => placed(streamOf([Buffer.of(6, 5, 1, 0x80)]), parameters, 0)).toThrow('without a picture');
  });

  it('repeats a picture in a few bytes, however far from the keyframe', async () => {
    const { parameters } = widened(await parameterSets());
    const repeated = new RepeatedPictures(parameters);
    for (const place of [1, 40, 119, 4000]) {
      const unit = repeated.at({ place, lastReference: 15, repeated: 14 });
      expect(unit.length).toBeLessThan(40);
      // It is read as a slice of the next number, with its own place.
      const again = placed(unit, { ...parameters, orderBits: parameters.orderBits + 8 }, 0);
      expect(again).toMatchObject({ frameNumber: 0, isReference: false });
    }
  });
});

async function parameterSets(): Promise<Buffer> {
  const shape = { width: 320, height: 180, rate: rate(25), keyframeEvery: 50 };
  using encoder = await h264Encoder({ ...shape, preset: 'veryfast', crf: 23, threads: 3 });
  return Buffer.from(encoder.context.extraData ?? []);
}
