import { createCanvas } from '@napi-rs/canvas';
import { expect, it } from 'vitest';
import { ZERO } from '../../../base/time.ts';
import { BlurredBitmaps } from './blurred-bitmaps.ts';
import { BORDER, type Bitmap, createBitmap } from './bitmap.ts';

const SIZE = { width: 40, height: 30 };

/** Creates a bitmap with a white left half and a black right half. */
function bitmap(): Bitmap {
  const canvas = createCanvas(SIZE.width, SIZE.height);
  const context = canvas.getContext('2d');
  context.fillRect(0, 0, 40, 30);
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, 20, 30);
  return createBitmap({ data: context.getImageData(0, 0, 40, 30).data, ...SIZE });
}

/** Returns the red values of pixels in one row of the blurred bitmap. */
async function reds(crop: { left: number; right: number }, columns: readonly number[]): Promise<number[]> {
  const from = bitmap();
  using source = new BlurredBitmaps(
    { at: () => Promise.resolve(from), [Symbol.dispose]: () => undefined },
    3,
    SIZE,
    { top: 0, bottom: 0, ...crop },
  );
  const { canvas } = (await source.at(ZERO))!;
  const { data } = canvas.getContext('2d').getImageData(0, 15, canvas.width, 1);
  return columns.map((column) => data[(column + BORDER) * 4]!);
}

it('lets no colour of the cropped part bleed in', async () => {
  expect(await reds({ left: 0, right: 0.5 }, [0, 18, 19])).toEqual([255, 255, 255]);
  expect(await reds({ left: 0.5, right: 0 }, [20, 21, 39])).toEqual([0, 0, 0]);
});

it('supports a crop that ends between two pixels', async () => {
  expect(await reds({ left: 0.49, right: 0 }, [20, 21, 39])).toEqual([0, 0, 0]);
});

it('blurs an uncropped bitmap completely', async () => {
  const [far, left = 0, right = 0] = await reds({ left: 0, right: 0 }, [0, 19, 20]);
  expect(far).toBe(255);
  expect([left, right].every((each) => each > 90 && each < 165)).toBe(true);
  expect(left).toBeGreaterThan(right);
});
