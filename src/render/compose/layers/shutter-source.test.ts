import { describe, expect, it, test } from 'vitest';
import { toSeconds } from '../../../base/time.ts';
import type { ResolvedTween } from '../../resolve/animated-number.ts';
import { resolveMotion } from '../../resolve/movement/motion-path.ts';
import { resolvePerspective } from '../../resolve/movement/perspective.ts';
import type { VisualClip } from '../../resolve/timeline.ts';
import { type Layer, layerAt } from '../../scene/scene.ts';
import { stillVisual, timelineOf, videoVisual, visualClip } from '../../scene/visual-clip.fixture.ts';
import { createLayerImage, type LayerImage } from './layer-image.ts';
import { createBitmap } from '../bitmaps/bitmap.ts';
import { MovingSource } from './moving-source.ts';
import { ShutterSource } from './shutter-source.ts';

const OUTPUT = { width: 400, height: 100 };
const SIDE = 40;
/** A tween over the whole clip. */
const RAMP = { from: 0, to: 1, start: toSeconds(0), end: toSeconds(1), curve: 'linear' } as const;

/** Returns a clip of a white square that moves to the right in a second of 25 frames. */
function moving(pixels: number, given: Partial<VisualClip> = {}): VisualClip {
  const half = pixels / 2 / OUTPUT.width;
  const x = [{ ...RAMP, from: -half, to: half }];
  return visualClip({
    visual: stillVisual(SIDE, SIDE),
    fit: 'none',
    offset: { x, y: 0 },
    ...(given as object),
  });
}

function layerOf(clip: VisualClip, frame = 12): Layer {
  return layerAt(clip, frame, { ...timelineOf([clip]), ...OUTPUT });
}

async function draw(layer: Layer, fullColour: boolean): Promise<LayerImage | undefined> {
  const white = createBitmap({ data: new Uint8Array(4 * SIDE * SIDE).fill(255), width: SIDE, height: SIDE });
  const surface = { ...OUTPUT, fullColour };
  const bitmaps = { at: () => Promise.resolve(white), [Symbol.dispose]: () => undefined };
  using source = new ShutterSource(new MovingSource(bitmaps, surface), surface);
  return await source.at(layer);
}

it.each([
  [600, 180],
  [750, 360],
  [300, 90],
])('a square that moves %s pixels per second has sides like ramps at %s degrees', async (speed, shutter) => {
  for (const fullColour of [true, false]) {
    const image = await draw(layerOf(moving(speed, { shutter })), fullColour);
    if (!image?.planes.alpha) throw new Error('The square is not seen.');
    const { alpha, y } = image.planes;
    const way = ((speed / 25) * shutter) / 360;
    const centre = OUTPUT.width / 2 + speed * (12 / 25 - 0.5);
    for (let column = 100; column < 300; column++) {
      // The share of the time in which the square covers the middle of the pixel.
      const away = Math.abs(column + 0.5 - centre);
      const expected = Math.min(1, Math.max(0, (SIDE / 2 + way / 2 - away) / way));
      const at = (50 - image.y) * alpha.stride + column - image.x;
      const isInside = column >= image.x && column < image.x + image.planes.width;
      const found = isInside ? (alpha.data[at] ?? 0) / 255 : 0;
      expect(Math.abs(found - expected)).toBeLessThan(0.09);
      if (found > 0.1) expect(y.data[at]).toBeGreaterThan(fullColour ? 251 : 231);
    }
  }
});

describe('moments', () => {
  test('are more for a faster movement, within limits', () => {
    const count = (speed: number): number | undefined =>
      layerOf(moving(speed, { shutter: 180 })).trail?.length;
    expect([count(10), count(100), count(1000), count(1e5)]).toEqual([undefined, 2, 14, 64]);
  });

  test('lie around the frame, and show the source at its time', () => {
    const clip = moving(600, { shutter: 180 });
    const { trail = [], time } = layerOf(clip);
    const places = trail.map(({ matrix, placement }) => matrix.e + placement.whole.x);
    const mean = places.reduce((sum, place) => sum + place, 0) / places.length;
    expect(mean).toBeCloseTo(layerOf({ ...clip, shutter: 0 }).placement.whole.x, 6);
    expect(Math.max(...places) - Math.min(...places)).toBeLessThan(12);
    expect(trail.every((layer) => layer.time.equals(time))).toBe(true);
  });

  describe('lie on the side of a jump on which the frame is', () => {
    const still = (place: number, from: number, to: number): ResolvedTween => ({
      ...{ from: place, to: place, curve: 'linear' },
      ...{ start: toSeconds(from), end: toSeconds(to) },
    });
    const slide = (from: number, to: number, start: number): ResolvedTween => ({
      ...{ from, to, curve: 'linear' },
      ...{ start: toSeconds(start), end: toSeconds(start + 0.48) },
    });
    const placesOf = (clip: VisualClip, frame: number): number[] => {
      const { trail = [], ...layer } = layerOf(clip, frame);
      const moments = trail.length > 0 ? trail : [layer];
      return moments.map(({ matrix, placement }) => matrix.e + placement.whole.x + SIDE / 2 - 200);
    };

    test.each<[string, ResolvedTween[]]>([
      ['two tweens', [still(-0.25, 0, 0.48), still(0.25, 0.48, 1)]],
      ['a constant tween', [{ ...still(-0.25, 0, 0.48), to: 0.25, curve: 'constant' }]],
      ['an empty tween', [{ ...still(-0.25, 0.48, 0.48), to: 0.25 }]],
    ])('of %s', (_, x) => {
      const clip = moving(0, { shutter: 360, offset: { x, y: 0 } });
      expect([11, 12].map((frame) => placesOf(clip, frame))).toEqual([[-100], [100]]);
    });

    test('of slides, which blur on that side only', () => {
      const offset = { x: [slide(-0.5, 0, 0), slide(-0.5, 0, 0.48)], y: 0 };
      const places = placesOf(moving(0, { shutter: 360, offset }), 12);
      expect(places.length).toBeGreaterThan(2);
      expect(Math.min(...places)).toBeGreaterThan(-200);
      expect(Math.max(...places)).toBeLessThan(-190);
    });

    test('of a path with a gap', () => {
      const way = { path: 'M 0 50 H 100 M 300 50 H 400', progress: [{ from: 0, to: 1, length: 0.96 }] };
      const clip = moving(0, { shutter: 360, ...resolveMotion(way, 1) });
      const [before, after] = [12, 13].map((frame) => placesOf(clip, frame));
      expect(before?.every((place) => place > -106 && place < -100)).toBe(true);
      expect(after?.every((place) => place > 100)).toBe(true);
    });

    test('unless the clip goes on where it was', () => {
      const angle = [slide(0, 360, 0), slide(0, 360, 0.48)];
      const count = (turns: ResolvedTween[]): number | undefined =>
        layerOf(moving(0, { shutter: 180, angle: turns }), 12).trail?.length;
      expect(count(angle)).toBeGreaterThan(4);
      expect(count(angle)).toBe(count([{ ...RAMP, to: 750 }]));
    });
  });

  test('have the camera of the frame, also at a cut of the source', () => {
    const shotAt = (from: number, x: number) => ({
      from,
      after: from - 40_000,
      since: from,
      x: [x],
      y: [0.5],
    });
    const clip = visualClip({
      visual: videoVisual({ width: 400, height: 100 }, 400, 100),
      box: { width: 50, height: 100 },
      camera: [shotAt(0, 0.2), shotAt(530_000, 0.8)],
      offset: { x: 0, y: [{ ...RAMP, from: -1, to: 1 }] },
      shutter: 360,
    });
    for (const frame of [12, 13]) {
      const { trail = [], placement } = layerOf(clip, frame);
      expect(trail.length).toBeGreaterThan(2);
      expect(new Set(trail.map((moment) => moment.placement.whole.x))).toEqual(new Set([placement.whole.x]));
    }
    expect(layerOf(clip, 12).placement.whole.x).not.toBe(layerOf(clip, 13).placement.whole.x);
  });

  test('are none for a clip that stands still, or whose shutter is closed', () => {
    expect(layerOf(visualClip({ shutter: 360 })).trail).toBeUndefined();
    expect(layerOf(moving(600, { shutter: 0 })).trail).toBeUndefined();
  });
});

/** Returns the alpha of the first pixel of the mean of images, and the moments that are drawn. */
async function blend(
  layer: Layer,
  imageAt: (image: LayerImage, index: number) => LayerImage | undefined,
): Promise<{ alpha: number | undefined; drawn: Layer[] }> {
  const area = { x: 10, y: 10, width: 2, height: 2 };
  const image = createLayerImage(
    { data: new Uint8Array(4 * 4).fill(255), width: 2, height: 2 },
    area,
    OUTPUT,
  );
  const drawn: Layer[] = [];
  const at = (moment: Layer): Promise<LayerImage | undefined> => {
    drawn.push(moment);
    return Promise.resolve(imageAt(image, drawn.length - 1));
  };
  const mean = await new ShutterSource({ at, [Symbol.dispose]: () => undefined }, OUTPUT).at(layer);
  const alpha = mean?.planes.alpha;
  return { alpha: alpha?.data[(10 - (mean?.y ?? 0)) * alpha.stride + 10 - (mean?.x ?? 0)], drawn };
}

test('a moment without a picture counts as transparent', async () => {
  const { trail = [], ...layer } = layerOf(moving(600, { shutter: 180 }));
  const { alpha } = await blend({ ...layer, trail: trail.slice(0, 4) }, (image, index) =>
    index % 3 === 0 ? image : undefined,
  );
  expect(alpha).toBe(128);
});

test('a moment at which the clip is folded to a line is not drawn flat', async () => {
  const side = [{ from: 0, to: 1.0309, length: 2 }];
  const folding = visualClip({
    ...resolvePerspective({ corners: { topLeft: { x: side, y: side } } }),
    shutter: 360,
    to: 50,
  });
  const layer = layerOf(folding, 24);
  const count = layer.trail?.length ?? 0;
  const { alpha, drawn } = await blend(layer, (image) => image);
  expect(drawn.every(({ perspective }) => perspective)).toBe(true);
  // The corner crosses the diagonal 0.25 frames after this one.
  expect(drawn.length / count).toBeCloseTo(0.75, 1);
  expect(alpha).toBeCloseTo((255 * drawn.length) / count, 0);
});
