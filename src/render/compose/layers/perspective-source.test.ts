import { expect, it, test } from 'vitest';
import type { Perspective } from '../../../edit/schema/perspective.ts';
import { resolvePerspective } from '../../resolve/movement/perspective.ts';
import { invertHomography, projectPoint } from '../../scene/homography.ts';
import { projectionOf } from '../../scene/perspective.ts';
import { type Layer, layerAt } from '../../scene/scene.ts';
import { stillVisual, timelineOf, visualClip } from '../../scene/visual-clip.fixture.ts';
import { createLayerImage, type LayerImage } from './layer-image.ts';
import { PerspectiveSource } from './perspective-source.ts';

const SIZE = 200;
const ROOM = 10;
const FLAT = {
  width: SIZE + 2 * ROOM,
  height: SIZE + 2 * ROOM,
  box: { x: ROOM, y: ROOM, width: SIZE, height: SIZE },
};
const OUTPUT = { width: 320, height: 240, fullColour: true };

/** Returns a picture whose red grows to the right and whose green grows downwards, from 28 to 227. */
function ramps(): LayerImage {
  const data = new Uint8Array(4 * SIZE * SIZE);
  for (let at = 0; at < SIZE * SIZE; at++)
    data.set([28 + (at % SIZE), 28 + Math.floor(at / SIZE), 128, 255], 4 * at);
  const place = { x: ROOM, y: ROOM, width: SIZE, height: SIZE };
  return createLayerImage({ data, width: SIZE, height: SIZE }, place, { ...FLAT, fullColour: true });
}

function layerOf(given: Perspective): Layer {
  const clip = visualClip({ visual: stillVisual(SIZE, SIZE), fit: 'none', ...resolvePerspective(given) });
  return layerAt(clip, 0, { ...timelineOf([clip]), ...OUTPUT });
}

async function draw(layer: Layer): Promise<LayerImage | undefined> {
  const image = ramps();
  const flat = { at: () => Promise.resolve(image), [Symbol.dispose]: () => undefined };
  return new PerspectiveSource(flat, FLAT, OUTPUT).at(layer);
}

/** Returns red, green and alpha of a pixel of the output. */
function read({ planes, x, y }: LayerImage, column: number, row: number): number[] {
  const at = (row - y) * planes.y.stride + column - x;
  return [planes.v, planes.y, planes.alpha].map((plane) => plane?.data[at] ?? 255);
}

it.each<[string, Perspective]>([
  ['a tilt', { tilt: 40 }],
  ['a turn with a wide view', { turn: -50, fieldOfView: 100 }],
  ['pinned corners', { corners: { topLeft: { x: 0.3, y: 0.2 }, bottomRight: { x: 0.9, y: 0.7 } } }],
  ['the back', { turn: 150 }],
])('%s is the picture that the formula gives', async (_, given) => {
  const layer = layerOf(given);
  const image = await draw(layer);
  const inverse = invertHomography(projectionOf(layer));
  if (!image || !inverse) throw new Error('Nothing is seen of it.');
  const { whole } = layer.placement;
  let [inside, outside] = [0, 0];
  const off: number[][] = [];
  for (let row = image.y; row < image.y + image.planes.height; row++)
    for (let column = image.x; column < image.x + image.planes.width; column++) {
      const { x, y } = projectPoint(inverse, { x: column + 0.5, y: row + 0.5 });
      const [u, v] = [x - whole.x, y - whole.y];
      const edge = Math.min(u, v, SIZE - u, SIZE - v);
      const [red = 0, green = 0, alpha] = read(image, column, row);
      if (edge > 4) {
        inside++;
        if (alpha !== 255) off.push([column, row]);
        if (Math.max(Math.abs(red - (27.5 + u)), Math.abs(green - (27.5 + v))) > 1.5) off.push([column, row]);
      } else if (edge < -6) {
        outside++;
        if (alpha !== 0) off.push([column, row]);
      }
    }
  expect(off).toEqual([]);
  expect(inside).toBeGreaterThan(2000);
  expect(outside).toBeGreaterThan(20);
});

test('the coverage of an edge is that of its pixels', async () => {
  const layer = layerOf({ corners: { topRight: { x: 0.9 }, bottomRight: { x: 0.8 } } });
  const image = await draw(layer);
  if (!image) throw new Error('Nothing is seen of it.');
  const { whole } = layer.placement;
  for (const row of [40, 100, 180]) {
    const alphas = Array.from(
      { length: image.planes.width },
      (_, at) => read(image, image.x + at, row)[2] ?? 0,
    );
    const width = alphas.reduce((sum, alpha) => sum + alpha / 255, 0);
    const slope = (row + 0.5 - whole.y) / whole.height;
    expect(width).toBeCloseTo((0.9 - 0.1 * slope) * SIZE, 0);
  }
});

test('a clip that is seen from its side, or from behind the viewer, is not drawn', async () => {
  const image = await draw(layerOf({ turn: 90 }));
  expect(image?.planes.alpha?.data.every((alpha) => alpha === 0)).toBe(true);
  expect(layerOf({ corners: { topRight: { x: [{ from: 0, to: 1, length: 1 }], y: 0 } } }).opacity).toBe(0);
});
