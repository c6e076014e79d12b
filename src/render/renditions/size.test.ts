import { describe, expect, it } from 'vitest';
import { placePicture } from './size.ts';

const SOURCE = { width: 1920, height: 1080 };

describe('the place of a picture', () => {
  it('is the whole rendition if no size is requested', () => {
    const whole = { left: 0, top: 0, ...SOURCE };
    expect(placePicture(SOURCE, { fit: 'contain' })).toEqual({ ...SOURCE, crop: whole, picture: whole });
  });

  it.each([
    [{ width: 640 }, { width: 640, height: 360 }],
    [{ height: 100 }, { width: 178, height: 100 }],
    [{ width: 1 }, { width: 1, height: 1 }],
  ])('keeps its shape if only one side is given', (size, expected) => {
    const placed = placePicture(SOURCE, { size });
    expect(placed).toMatchObject({ ...expected, picture: { left: 0, top: 0, ...expected } });
    expect(placed.crop).toEqual({ left: 0, top: 0, ...SOURCE });
  });

  it('fills the size and is cut by default', () => {
    expect(placePicture(SOURCE, { size: { width: 500, height: 500 } })).toEqual({
      width: 500,
      height: 500,
      crop: { left: 420, top: 0, width: 1080, height: 1080 },
      picture: { left: 0, top: 0, width: 500, height: 500 },
    });
  });

  it('is stretched to the size by cover', () => {
    expect(placePicture(SOURCE, { size: { width: 500, height: 500 }, fit: 'cover' })).toEqual({
      width: 500,
      height: 500,
      crop: { left: 0, top: 0, ...SOURCE },
      picture: { left: 0, top: 0, width: 500, height: 500 },
    });
  });

  it('leaves bars by contain', () => {
    expect(placePicture(SOURCE, { size: { width: 500, height: 500 }, fit: 'contain' })).toEqual({
      width: 500,
      height: 500,
      crop: { left: 0, top: 0, ...SOURCE },
      picture: { left: 0, top: 109, width: 500, height: 281 },
    });
  });

  it.each([
    ['preview', 512, 288],
    ['mobile', 640, 360],
    ['sd', 1024, 576],
    ['hd', 1280, 720],
    ['fhd', 1920, 1080],
  ] as const)('has the size of the resolution %s', (resolution, width, height) => {
    expect(placePicture({ width: 300, height: 300 }, { resolution })).toMatchObject({ width, height });
  });

  it('has the requested size rather than that of the resolution', () => {
    expect(placePicture(SOURCE, { size: { height: 90 }, resolution: 'hd' })).toMatchObject({
      width: 160,
      height: 90,
    });
  });

  it('loses an odd pixel if the codec needs even sides, without being scaled', () => {
    const even = { left: 0, top: 0, width: 852, height: 480 };
    expect(placePicture({ width: 853, height: 481 }, {}, 2)).toEqual({
      width: 852,
      height: 480,
      crop: even,
      picture: even,
    });
  });

  it('has even bars if the codec needs even sides', () => {
    const size = { width: 501, height: 501 };
    expect(placePicture(SOURCE, { size, fit: 'contain' }, 2)).toMatchObject({
      width: 500,
      height: 500,
      picture: { left: 0, top: 108, width: 500, height: 282 },
    });
  });

  it('is never narrower than the codec allows', () => {
    expect(placePicture({ width: 1, height: 1 }, {}, 2)).toMatchObject({ width: 2, height: 2 });
    expect(placePicture({ width: 1, height: 4000 }, { size: { height: 100 } }, 2)).toMatchObject({
      width: 2,
      height: 100,
    });
  });

  it('is rejected if a side that follows from the shape is too long', () => {
    expect(() => placePicture({ width: 10, height: 1000 }, { size: { width: 4096 } })).toThrow(
      'The rendition would be 4096 by 409600 pixels, but a side may have up to 16384. Choose a smaller size.',
    );
  });
});
