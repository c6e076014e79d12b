import { expect, test } from 'vitest';
import { toSeconds } from '../../../base/time.ts';
import { createDrawing } from '../../draw/create-drawing.ts';
import { BUILT_IN_FONTS } from '../../fonts/font-library.ts';
import type { VisualClip } from '../../resolve/timeline.ts';
import { largestSizeOf } from '../../scene/clip-motion.ts';
import { sceneAt } from '../../scene/scene.ts';
import { visualClip, timelineOf } from '../../scene/visual-clip.fixture.ts';
import { DrawingBitmaps } from '../bitmaps/drawing-bitmaps.ts';
import type { LayerImage } from './layer-image.ts';
import { MovingSource } from './moving-source.ts';

/** The size of the fixture's timeline. */
const OUTPUT = { width: 800, height: 600 };

/** Returns a clip of a white horizontal bar, 40 pixels high and far longer than a bitmap may be. */
function bar(given: Parameters<typeof visualClip>[0]): VisualClip {
  const asset = { type: 'shape', shape: 'rectangle', rectangle: { width: 200_000, height: 40 } } as const;
  return visualClip({ visual: { kind: 'drawn', length: 5, asset }, ...given });
}

async function image(clip: VisualClip): Promise<LayerImage | undefined> {
  const [layer] = sceneAt(timelineOf([clip]), 0);
  if (clip.visual.kind !== 'drawn' || !layer) throw new Error('The clip is not visible.');
  const view = { largest: largestSizeOf(clip, OUTPUT), output: OUTPUT };
  const drawing = await createDrawing(clip.visual, OUTPUT, BUILT_IN_FONTS);
  using source = new MovingSource(new DrawingBitmaps(drawing, view), OUTPUT);
  return await source.at(layer);
}

/** Returns the alpha of each pixel in a column of the output, 0 to 255. */
function columnAt(found: LayerImage | undefined, x: number): number[] {
  return Array.from({ length: OUTPUT.height }, (_, y) => {
    if (!found || x < found.area.x || x >= found.area.x + found.area.width) return 0;
    if (y < found.area.y || y >= found.area.y + found.area.height) return 0;
    const { alpha } = found.planes;
    return alpha ? (alpha.data[(y - found.y) * alpha.stride + x - found.x] ?? 0) : 255;
  });
}

test.each([
  ['in the middle', 0, 400],
  ['at its left end', 124.5, 790],
  ['at its right end', -124.5, 10],
])('a drawing that is too large for one bitmap is sharp %s', async (_, x, column) => {
  const alphas = columnAt(await image(bar({ angle: 0.001, offset: { x, y: 0 } })), column);
  // 40 rows. Fewer than two of them are partly covered at each edge.
  const full = alphas.filter((alpha) => alpha > 250).length;
  const soft = alphas.filter((alpha) => alpha > 2 && alpha <= 250).length;
  expect(full).toBeGreaterThanOrEqual(37);
  expect(full).toBeLessThanOrEqual(40);
  expect(soft).toBeLessThanOrEqual(4);
});

test('a drawing that is too large for one bitmap ends at the right place', async () => {
  // It begins at 400 - 100,000 and is moved by 125 times the output width of 800 pixels.
  const found = await image(
    bar({ angle: 0, offset: { x: 125, y: 0 }, flip: { horizontal: true, vertical: false } }),
  );
  expect([columnAt(found, 397)[300], columnAt(found, 402)[300]]).toEqual([0, 255]);
  const beyond = await image(bar({ angle: 1, offset: { x: 0, y: 5 } }));
  expect(columnAt(beyond, 400).every((alpha) => alpha === 0)).toBe(true);
});

test('a drawing that is shown much smaller than at other times is as thin as it should be', async () => {
  const scale = [{ from: 0.05, to: 1, start: toSeconds(0), end: toSeconds(1), curve: 'linear' } as const];
  const found = await image(bar({ scale, angle: 45 }));
  // The bar is 2 pixels high and turned by 45 degrees, so a column crosses 2 * sqrt(2) pixels.
  for (const x of [150, 400, 650]) {
    expect(columnAt(found, x).reduce((sum, alpha) => sum + alpha, 0) / 255).toBeCloseTo(2.83, 0);
  }
});
