import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toRate } from '../../../base/time.ts';
import { openH264Encoder } from '../../av/encode/h264.ts';
import { BitReader, encodeFixed, encodeSigned, encodeUnsigned, toBits, toBytes } from './bits.ts';
import { widenPictureOrder } from './parameter-sets.ts';
import { RepeatedPictures } from './repeated-pictures.ts';
import { setPictureOrder } from './slices.ts';
import {
  escapeNalUnit,
  joinNalUnits,
  NAL_TYPE,
  nalTypeOf,
  splitNalUnits,
  unescapeNalUnit,
} from './nal-units.ts';

/** Bytes that often resemble a start code or an emulation prevention byte. */
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
    expect(encodeUnsigned(value)).toBe(bits);
  });

  it.each([
    [0, '1'],
    [1, '010'],
    [-1, '011'],
    [2, '00100'],
    [-2, '00101'],
  ])('%d is %s with a sign', (value, bits) => {
    expect(encodeSigned(value)).toBe(bits);
  });

  it('are read back as they were written', () => {
    const values = fc.array(fc.integer({ min: -70_000, max: 70_000 }), { maxLength: 20 });
    fc.assert(
      fc.property(values, (written) => {
        const bits = written.map(
          (value) => encodeSigned(value) + encodeUnsigned(Math.abs(value)) + encodeFixed(5, 9),
        );
        const reader = new BitReader(bits.join(''));
        for (const value of written) {
          expect(reader.readSigned()).toBe(value);
          expect(reader.readUnsigned()).toBe(Math.abs(value));
          expect(reader.readFixed(9)).toBe(5);
        }
      }),
    );
  });

  it('that are truncated are an error', () => {
    expect(() => new BitReader('0001').readUnsigned()).toThrow('ends in the middle');
  });

  it('are packed into bytes', () => {
    expect(toBytes(toBits(Buffer.of(0, 1, 128, 255)))).toEqual(Buffer.of(0, 1, 128, 255));
  });
});

describe('units', () => {
  it('are found in a stream, no matter what they contain', () => {
    fc.assert(
      fc.property(fc.array(hardBytes, { minLength: 1, maxLength: 5 }), (contents) => {
        const units = splitNalUnits(joinNalUnits(contents.map(escapeNalUnit)));
        expect(units.map(unescapeNalUnit)).toEqual(contents);
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
    expect([...escapeNalUnit(Buffer.from(bytes))]).toEqual(written);
    expect([...unescapeNalUnit(Buffer.from(written))]).toEqual(bytes);
  });
});

describe('a stream of x264', () => {
  it('gets a wider picture order and nothing else', async () => {
    const { parameters, stream } = widenPictureOrder(await createParameterSets());
    expect(parameters).toEqual({
      frameNumberBits: 4,
      orderBits: 6,
      macroblocks: 20 * 12,
      weightedPrediction: true,
      initialQuantizer: 23,
      hasDeblockingControl: true,
    });
    // A widened stream can be read and widened again.
    expect(widenPictureOrder(stream).parameters).toEqual({ ...parameters, orderBits: 14 });
  });

  it('of another profile is rejected', async () => {
    const [sequence, frame] = splitNalUnits(await createParameterSets()).map((unit) => Buffer.from(unit));
    sequence?.writeUInt8(66, 1);
    expect(() =>
      widenPictureOrder(joinNalUnits([sequence ?? Buffer.alloc(0), frame ?? Buffer.alloc(0)])),
    ).toThrow('x264 has produced a stream with another profile than High, which was not requested.');
  });

  it('without one of its parameter sets is rejected', async () => {
    const units = splitNalUnits(await createParameterSets()).filter(
      (unit) => nalTypeOf(unit) === NAL_TYPE.sequence,
    );
    expect(() => widenPictureOrder(joinNalUnits(units))).toThrow('0 parameter sets of kind 8');
  });

  it('that has a packet without a picture is rejected', async () => {
    const { parameters } = widenPictureOrder(await createParameterSets());
    expect(() => setPictureOrder(joinNalUnits([Buffer.of(6, 5, 1, 0x80)]), parameters, 0)).toThrow(
      'without a picture',
    );
  });

  it('repeats a picture in a few bytes at any distance from the keyframe', async () => {
    const { parameters } = widenPictureOrder(await createParameterSets());
    const repeated = new RepeatedPictures(parameters);
    for (const place of [1, 40, 119, 4000]) {
      const unit = repeated.encodeAt({ position: place, lastReference: 15, repeatedReference: 14 });
      expect(unit.length).toBeLessThan(40);
      // It is read as a slice with the next frame number and its own picture order.
      const again = setPictureOrder(unit, { ...parameters, orderBits: parameters.orderBits + 8 }, 0);
      expect(again).toMatchObject({ frameNumber: 0, isReference: false });
    }
  });
});

async function createParameterSets(): Promise<Buffer> {
  const shape = { width: 320, height: 180, rate: toRate(25), keyframeEvery: 50 };
  using encoder = await openH264Encoder({ ...shape, preset: 'veryfast', crf: 23, threads: 3 });
  return Buffer.from(encoder.context.extraData ?? []);
}
