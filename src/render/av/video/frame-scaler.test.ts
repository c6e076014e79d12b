import { AV_PIX_FMT_YUVA420P, AVCOL_RANGE_MPEG, AVCOL_SPC_BT709, Frame } from '../ffmpeg.ts';
import { expect, it } from 'vitest';
import { check } from '../check.ts';
import { FrameScaler, type FrameShape } from './frame-scaler.ts';
import { createVideoFrame, type Plane, planesOf } from './video-frame.ts';

const HEIGHT = 32;
const WINDOW = { left: 0, top: 0, right: 1, bottom: 1 };

/** Fills a plane with a value for each column. */
function fillColumns({ data, stride }: Plane, valueAt: (column: number) => number): void {
  for (let at = 0; at < data.length; at++) data[at] = Math.round(valueAt(at % stride));
}

/** Returns the amplitude of a wave in a row, leaving out the edges. */
function amplitudeOf(row: readonly number[], cyclesPerPixel: number): number {
  const periods = Math.floor((row.length - 40) * cyclesPerPixel);
  const inner = row.slice(20, 20 + Math.round(periods / cyclesPerPixel));
  const mean = inner.reduce((sum, value) => sum + value, 0) / inner.length;
  let [cosine, sine] = [0, 0];
  for (const [index, value] of inner.entries()) {
    cosine += (value - mean) * Math.cos(2 * Math.PI * cyclesPerPixel * index);
    sine += (value - mean) * Math.sin(2 * Math.PI * cyclesPerPixel * index);
  }
  return (2 * Math.hypot(cosine, sine)) / inner.length;
}

/**
 * Returns the contrast that a wave keeps if a picture of 1440 columns is scaled.
 *
 * @param cycles cycles of the wave per pixel of the smaller picture.
 */
async function contrastOf(
  width: number,
  cycles: number,
  options: Partial<FrameShape> & { chroma?: boolean } = {},
): Promise<number> {
  const { chroma = false, ...shape } = options;
  const perPixel = (cycles * Math.min(width, 1440)) / 1440;
  const wave = (column: number) => 126 + 80 * Math.cos(2 * Math.PI * perPixel * (column + 0.5));
  using frame = createVideoFrame(1440, HEIGHT);
  const { y, u, v } = planesOf(frame);
  fillColumns(y, chroma ? () => 126 : wave);
  fillColumns(u, chroma ? wave : () => 128);
  fillColumns(v, () => 128);
  using scaler = new FrameScaler({
    turn: 'none',
    window: WINDOW,
    width,
    height: HEIGHT,
    alpha: false,
    ...shape,
  });
  const { views } = await scaler.read(frame);
  const plane = views[chroma ? 1 : 0];
  if (!plane) throw new Error('no picture');
  const [pixels, bytes] = [chroma ? width / 2 : width, shape.packed === true ? 4 : 1];
  const row = Array.from(
    { length: pixels },
    (_, column) => plane.data[plane.stride * 4 + bytes * column] ?? 0,
  );
  const full = shape.packed === true || shape.lumaOnly === true ? 255 / 219 : 1;
  return amplitudeOf(row, (cycles * Math.min(width, 1440)) / width) / 80 / full;
}

it.each([960, 720, 640, 480, 360])('keeps fine detail of 1440 columns in %d', async (width) => {
  // Lanczos with three lobes keeps 0.93, the cubic kernel 0.81.
  expect(await contrastOf(width, 0.35)).toBeGreaterThan(0.91);
  expect(await contrastOf(width, 0.1)).toBeCloseTo(1, 1);
});

it.each([
  ['colours', { chroma: true }],
  ['RGBA', { packed: true }],
  ['luma', { lumaOnly: true }],
  ['4:4:4', { fullChroma: true }],
] as const)('keeps fine detail of %s', async (_, shape) => {
  expect(await contrastOf(640, 0.35, shape)).toBeGreaterThan(0.91);
});

it('enlarges without more ringing than images have', async () => {
  const contrast = await contrastOf(2880, 0.35);
  expect(contrast).toBeGreaterThan(0.79);
  expect(contrast).toBeLessThan(0.84);
});

/** Creates a frame of 900 columns of one colour, whose alpha is given for each column. */
function createAlphaFrame(alphaAt: (column: number) => number): Frame {
  const frame = new Frame();
  frame.alloc();
  Object.assign(frame, { width: 900, height: HEIGHT, format: AV_PIX_FMT_YUVA420P });
  Object.assign(frame, { colorSpace: AVCOL_SPC_BT709, colorRange: AVCOL_RANGE_MPEG });
  check(frame.getBuffer(), 'allocate the video frame');
  const { y, u, v, alpha } = planesOf(frame);
  fillColumns(y, () => 63);
  fillColumns(u, () => 102);
  fillColumns(v, () => 240);
  fillColumns(alpha ?? y, alphaAt);
  return frame;
}

/** Returns a row of each plane of a frame with alpha, scaled to 400 columns. */
async function scaleAlpha(frame: Frame, packed = false): Promise<readonly Uint8Array[]> {
  using scaler = new FrameScaler({
    turn: 'none',
    window: WINDOW,
    width: 400,
    height: 16,
    alpha: true,
    packed,
  });
  const { views } = await scaler.read(frame);
  return views.map(({ data, stride }, index) => {
    const row = index === 1 || index === 2 ? 4 : 8;
    return Uint8Array.from(data.subarray(row * stride, (row + 1) * stride));
  });
}

it.each([false, true])('keeps a shrunk alpha between transparent and opaque (RGBA: %s)', async (packed) => {
  using frame = createAlphaFrame((column) => (column >= 300 && column < 600 ? 255 : 0));
  const planes = await scaleAlpha(frame, packed);
  const at = (column: number) => (packed ? planes[0]?.[4 * column + 3] : planes[3]?.[column]) ?? NaN;
  expect([at(50), at(120), at(200), at(250), at(350)]).toEqual([0, 0, 255, 255, 0]);
  for (let column = 0; column < 400; column++) {
    if (column > 136 && column < 263) expect(at(column)).toBeGreaterThan(225);
    if (column < 130 || column > 270) expect(at(column)).toBeLessThan(30);
  }
});
