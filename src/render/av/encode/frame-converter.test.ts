import { AV_PIX_FMT_YUV422P10LE, AV_PIX_FMT_YUVA420P, AV_PIX_FMT_YUVA444P10LE } from 'node-av';
import { expect, it } from 'vitest';
import { createVideoFrame, type Plane, planesOf } from '../video/video-frame.ts';
import { FrameConverter } from './frame-converter.ts';

const COLOURS = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [255, 255, 255],
  [32, 64, 255],
] as const;
const WIDTH = 16;

/** Returns Y, U and V of BT.709 in limited range. */
function toYuv([red, green, blue]: readonly [number, number, number], bits: number): number[] {
  const luma = (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
  const scale = 2 ** (bits - 8);
  return [
    (16 + 219 * luma) * scale,
    (128 + (224 * (blue / 255 - luma)) / 1.8556) * scale,
    (128 + (224 * (red / 255 - luma)) / 1.5748) * scale,
  ];
}

function sampleAt({ data, stride }: Plane, x: number, y: number, bits: number): number {
  return bits === 8 ? (data[y * stride + x] ?? NaN) : Buffer.from(data).readUInt16LE(y * stride + 2 * x);
}

it.each([
  ['yuva420p', AV_PIX_FMT_YUVA420P, 8, 2],
  ['yuva444p10le', AV_PIX_FMT_YUVA444P10LE, 10, 1],
] as const)(
  'keeps the colours of transparent pixels and every alpha in %s',
  async (_, format, bits, step) => {
    using frame = createVideoFrame(WIDTH * COLOURS.length, 16, true, true);
    const { y: green, u: blue, v: red, alpha } = planesOf(frame);
    if (!alpha) throw new Error('there is no alpha');
    for (const [index, colour] of COLOURS.entries()) {
      for (let row = 0; row < 16; row++) {
        for (const [plane, value] of [
          [red, colour[0]],
          [green, colour[1]],
          [blue, colour[2]],
          [alpha, 17 * row],
        ] as const)
          plane.data.fill(
            value,
            row * plane.stride + index * WIDTH,
            row * plane.stride + (index + 1) * WIDTH,
          );
      }
    }
    using converter = new FrameConverter(format);
    using converted = await converter.convert(frame);
    const planes = planesOf(converted);
    for (const [index, colour] of COLOURS.entries()) {
      const x = index * WIDTH + 8;
      for (const y of [0, 8, 15]) {
        const found = [
          sampleAt(planes.y, x, y, bits),
          sampleAt(planes.u, x / step, Math.floor(y / step), bits),
          sampleAt(planes.v, x / step, Math.floor(y / step), bits),
        ];
        for (const [channel, value] of toYuv(colour, bits).entries())
          expect(Math.abs((found[channel] ?? NaN) - value)).toBeLessThanOrEqual(1);
        const wanted = bits === 8 ? 17 * y : Math.round((17 * y * 1023) / 255);
        expect(planes.alpha && sampleAt(planes.alpha, x, y, bits)).toBe(wanted);
      }
    }
  },
);

it('keeps the samples of a video exactly', async () => {
  using frame = createVideoFrame(32, 16);
  const { y, u, v } = planesOf(frame);
  y.data.fill(81);
  u.data.fill(90);
  v.data.fill(240);
  using converter = new FrameConverter(AV_PIX_FMT_YUV422P10LE);
  using converted = await converter.convert(frame);
  const planes = planesOf(converted);
  expect([planes.y, planes.u, planes.v].map((plane) => sampleAt(plane, 5, 9, 10))).toEqual([324, 360, 960]);
});
