import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, it, test } from 'vitest';
import { toSeconds } from '../../../base/time.ts';
import type { ResolvedTween } from '../../resolve/animated-number.ts';
import type { VisualClip, TransitionStep } from '../../resolve/timeline.ts';
import { type Layer, sceneAt } from '../../scene/scene.ts';
import { visualClip, stillVisual, timelineOf } from '../../scene/visual-clip.fixture.ts';
import type { LayerImage } from './layer-image.ts';
import { MovingSource } from './moving-source.ts';
import { type Bitmap, createBitmap } from '../bitmaps/bitmap.ts';

/** The size of the fixture's timeline. */
const OUTPUT = { width: 800, height: 600 };
const [BLACK, WHITE] = [16, 235];

/** Creates a picture of 200x200: black, with a white top left quarter. */
function bitmap(): Bitmap {
  const canvas = createCanvas(200, 200);
  const context = canvas.getContext('2d');
  context.fillRect(0, 0, 200, 200);
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, 100, 100);
  const { data } = context.getImageData(0, 0, 200, 200);
  return createBitmap({ data, width: 200, height: 200 });
}

/** Returns a clip of that picture in the middle of the output: x from 300 to 500, and y from 200 to 400. */
function clip(given: Parameters<typeof visualClip>[0] = {}): VisualClip {
  return visualClip({ visual: stillVisual(200, 200), fit: 'none', ...given });
}

function layerAt(given: VisualClip, frame = 0): Layer {
  const [layer] = sceneAt(timelineOf([given]), frame);
  if (!layer) throw new Error('The clip is not visible.');
  return layer;
}

async function image(given: VisualClip, frame = 0, still = bitmap()): Promise<LayerImage | undefined> {
  const source = new MovingSource(
    { at: () => Promise.resolve(still), [Symbol.dispose]: () => undefined },
    OUTPUT,
  );
  return source.at(layerAt(given, frame));
}

/** Returns luma and alpha at a pixel of the output; an empty array outside the painted area. */
function at(found: LayerImage | undefined, x: number, y: number): (number | undefined)[] {
  if (!found) return [];
  const { planes, area } = found;
  const inside = x >= area.x && y >= area.y && x < area.x + area.width && y < area.y + area.height;
  if (!inside) return [];
  const [column, row] = [x - found.x, y - found.y];
  const read = (plane: { data: Uint8Array; stride: number }): number =>
    plane.data[row * plane.stride + column] ?? -1;
  return [read(planes.y), planes.alpha ? read(planes.alpha) : 255];
}

const line = (from: number, to: number): ResolvedTween[] => [
  { from, to, start: toSeconds(0), end: toSeconds(1), curve: 'linear' },
];
const step = (kind: TransitionStep['kind'], seconds_ = 1): TransitionStep => ({
  kind,
  directions: ['Right'],
  seconds: seconds_,
});

describe('a picture is drawn', () => {
  // The centres of the four quarters, clockwise from the top left one.
  const QUARTERS = [
    [350, 250],
    [450, 250],
    [450, 350],
    [350, 350],
  ] as const;

  it.each<[string, Partial<VisualClip>, number]>([
    ['turned clockwise', { angle: 90 }, 1],
    ['turned by half a turn', { angle: 180 }, 2],
    ['turned counterclockwise', { angle: -90 }, 3],
    ['mirrored', { flip: { horizontal: true, vertical: false } }, 1],
    ['upside down', { flip: { horizontal: false, vertical: true } }, 3],
  ])('%s', async (_, given, white) => {
    const found = await image(clip(given));
    expect(QUARTERS.map(([x, y]) => at(found, x, y))).toEqual(
      QUARTERS.map((_each, index) => [index === white ? WHITE : BLACK, 255]),
    );
    expect([at(found, 300, 200), at(found, 499, 399)].map((pixel) => pixel[1])).toEqual([255, 255]);
    expect([at(found, 299, 200)[1] ?? 0, at(found, 500, 399)[1] ?? 0]).toEqual([0, 0]);
  });

  test('sheared', async () => {
    const found = await image(clip({ skew: { x: 0.5, y: 0 } }));
    // The top edge moves 50 pixels to the right, the bottom edge 50 pixels to the left.
    expect([at(found, 353, 202), at(found, 345, 202)[1], at(found, 253, 398)[1]]).toEqual([
      [WHITE, 255],
      0,
      255,
    ]);
  });

  test('with subpixel precision', async () => {
    const found = await image(
      clip({ offset: { x: line(0.25 / 800, 1), y: 0 }, flip: { horizontal: true, vertical: false } }),
    );
    // The first column is covered by three quarters, and the column after the last by a quarter.
    expect([299, 300, 499, 500].map((x) => at(found, x, 350)[1])).toEqual([
      0,
      expect.closeTo(191, -0.4),
      255,
      expect.closeTo(64, -0.4),
    ]);
  });

  test('cropped, with the rest of it in place', async () => {
    const crop = { left: 0.25, right: 0, top: 0, bottom: 0 };
    const found = await image(clip({ crop, flip: { horizontal: false, vertical: true } }));
    expect([345, 355, 395, 405].map((x) => at(found, x, 350))).toEqual([
      [],
      [WHITE, 255],
      [WHITE, 255],
      [BLACK, 255],
    ]);
  });

  test('only within the output', async () => {
    const found = await image(clip({ offset: { x: -0.5, y: 0.5 }, angle: 90 }));
    expect(found?.area).toEqual({ x: 0, y: 0, width: 102, height: 102 });
    expect(at(found, 50, 50)).toEqual([BLACK, 255]);
  });

  test('only within its ink', async () => {
    const ink = { x: 0.5, y: 0.5, width: 0.25, height: 0.25 };
    const found = await image(clip({ effect: 'zoomIn' }), 0, { ...bitmap(), ink });
    expect(found?.area).toEqual({ x: 396, y: 296, width: 58, height: 58 });
  });

  test('not at all if it is outside the output', async () => {
    expect(await image(clip({ offset: { x: 2, y: 0 }, angle: 1 }))).toBeUndefined();
  });

  test('beyond its box if a drawing overflows it', async () => {
    const visual = {
      kind: 'drawn',
      length: 5,
      asset: { type: 'text', text: '', width: 200, height: 200 },
    } as const;
    const wide: Bitmap = { ...bitmap(), bounds: { x: -0.1, y: -0.1, width: 1.2, height: 1.2 } };
    const found = await image(clip({ visual, effect: 'zoomIn' }), 0, wide);
    expect([at(found, 281, 181), at(found, 279, 181)[1]]).toEqual([[WHITE, 255], 0]);
  });
});

describe('an image', () => {
  test('covers the frame if it is opaque and as large', async () => {
    const found = await image(clip({ fit: 'cover', effect: 'zoomIn' }));
    expect([found?.coversFrame, found?.planes.alpha]).toEqual([true, undefined]);
  });

  test('does not cover the frame during a wipe', async () => {
    expect((await image(clip({ fit: 'cover', transition: { in: step('wipe') } }), 12))?.coversFrame).toBe(
      false,
    );
  });
});

describe('transitions', () => {
  test('a wipe applies the opacities of its layer, linearly over its width', async () => {
    const given = clip({ transition: { in: step('wipe', 0.8) } });
    const { wipe } = layerAt(given, 10);
    const found = await image(given, 10);
    const expected = [305, 350, 400, 450, 495].map((x) => {
      const share = (x + 0.5 - 300) / 200;
      const opacity = (wipe?.left ?? 0) + ((wipe?.right ?? 0) - (wipe?.left ?? 0)) * share;
      return 255 * Math.min(1, Math.max(0, opacity));
    });
    const covers = [305, 350, 400, 450, 495].map((x) => at(found, x, 300)[1] ?? 0);
    for (const [index, cover] of covers.entries())
      expect(Math.abs(cover - (expected[index] ?? 0))).toBeLessThan(2);
    expect(covers[0]).toBe(255);
    expect(covers[4]).toBeLessThan(5);
  });

  test('a wipe hides the soft edges that it has not reached', async () => {
    const given = clip({ offset: { x: 0, y: 0.5 / 600 }, transition: { in: step('wipe', 0.8) } });
    const found = await image(given, 7);
    expect(at(found, 310, 199)[1]).toBeGreaterThan(0);
    expect(at(found, 490, 199)[1]).toBe(0);
  });

  test('a reveal ends with subpixel precision', async () => {
    const given = clip({ transition: { in: step('reveal', 0.8) } });
    const end = 300 + 200 * layerAt(given, 5).columns.to;
    const found = await image(given, 5);
    const column = Math.floor(end);
    const covers = [column - 1, column, column + 1].map((x) => at(found, x, 300)[1] ?? 0);
    expect(covers[0]).toBe(255);
    expect(Math.abs((covers[1] ?? 0) - 255 * (end - column))).toBeLessThan(3);
    expect(covers[2]).toBe(0);
  });
});

test('equal layers share one image, and a changed layer has another', async () => {
  const still = bitmap();
  const source = new MovingSource(
    { at: () => Promise.resolve(still), [Symbol.dispose]: () => undefined },
    OUTPUT,
  );
  const given = clip({ transition: { in: step('wipe', 0.4) }, opacity: line(0.5, 1) });
  const images: (LayerImage | undefined)[] = [];
  for (const frame of [5, 12, 13, 14]) images.push(await source.at(layerAt(given, frame)));
  expect(new Set(images).size).toBe(2);
  expect(images[3]).toBe(images[1]);
});

test('the sharpness of a picture does not jump when it shrinks through half its size', async () => {
  const side = 400;
  const canvas = createCanvas(side, side);
  const context = canvas.getContext('2d');
  context.fillRect(0, 0, side, side);
  context.fillStyle = '#ffffff';
  for (let row = 0; row < side; row += 7)
    for (let x = row % 2; x < side; x += 11) context.fillRect(x, row, 5, 3);
  const { data } = context.getImageData(0, 0, side, side);
  const shrinking = createBitmap({ data, width: side, height: side });
  // It is turned, so that its pixels do not fall on those of the output.
  const given = clip({ visual: stillVisual(side, side), angle: 30, scale: line(0.6, 0.4) });
  const source = new MovingSource(
    { at: () => Promise.resolve(shrinking), [Symbol.dispose]: () => undefined },
    OUTPUT,
  );
  const found: number[] = [];
  for (let frame = 0; frame < 25; frame++) {
    const current = await source.at(layerAt(given, frame));
    found.push(contrast(current));
    expect(at(current, 400, 300)[1]).toBe(255);
  }
  const jumps = found.slice(1).map((each, at) => Math.abs(each / found[at]! - 1));
  expect(Math.max(...jumps)).toBeLessThan(0.1);
});

/** Returns by how much the pixels in the middle of an image differ from the average of their neighbours. */
function contrast(found: LayerImage | undefined): number {
  let sum = 0;
  for (let y = 270; y < 330; y++) {
    for (let x = 370; x < 430; x++) {
      const [left = 0, middle = 0, right = 0] = [-1, 0, 1].map((step) => at(found, x + step, y)[0]);
      sum += Math.abs(middle - (left + right) / 2);
    }
  }
  return sum;
}
