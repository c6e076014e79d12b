import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import type { DraftClip } from '../src/studio/document/edit-text.ts';
import { withFields } from '../src/studio/document/motion/cut-motion.ts';
import {
  cropBy,
  dragHandle,
  HANDLES,
  moveBy,
  resizeBy,
  turnBy,
} from '../src/studio/picture/geometry/change-place.ts';
import {
  placeShown,
  type Point,
  pointOf,
  type ShownClip,
  type ShownFacts,
} from '../src/studio/picture/geometry/shown-clip.ts';
import { boxAround } from '../src/studio/picture/geometry/snap-place.ts';
import { renderFrame } from './media/render-frame.ts';
import { createMediaFolder } from './media/render-edit.ts';

const CANVAS = { width: 480, height: 270 };
const NATURAL = { width: 300, height: 200 };
const FACTS: ShownFacts = {
  canvas: CANVAS,
  shape: { name: undefined, isCommon: true },
  rate: 25,
  frame: 25,
  from: 0,
  to: 50,
  natural: NATURAL,
  ink: undefined,
};
/** Pixels between a box and the outermost coloured pixels. */
const NEAR = 1.5;

let media: Awaited<ReturnType<typeof createMediaFolder>>;
let image: object;

beforeAll(async () => {
  media = await createMediaFolder();
  const path = media.path('white.png');
  await sharp({ create: { ...NATURAL, channels: 3, background: '#ffffff' } })
    .png()
    .toFile(path);
  image = { type: 'image', src: path };
});
afterAll(() => media[Symbol.asyncDispose]());

/** Returns the edges of everything that is drawn: left, top, right and bottom. */
async function seeEdges(clip: DraftClip): Promise<number[]> {
  const { pixels } = await renderFrame(
    {
      timeline: { tracks: [{ clips: [{ start: 0, length: 2, ...clip }] }] },
      output: { format: 'png', size: CANVAS },
    },
    1,
  );
  const seen: Point[] = [];
  for (let y = 0; y < CANVAS.height; y++)
    for (let x = 0; x < CANVAS.width; x++)
      if ((pixels[3 * (y * CANVAS.width + x)] ?? 0) > 100) seen.push({ x, y });
  const [x, y] = [seen.map((pixel) => pixel.x), seen.map((pixel) => pixel.y)];
  const least = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b), Infinity);
  return [least(x), least(y), 1 - least(x.map((each) => -each)), 1 - least(y.map((each) => -each))];
}

/** Returns the edges of the box of a clip on the picture. */
function edgesOf(shown: ShownClip): number[] {
  const box = boxAround([shown]);
  return [
    Math.max(0, box.x),
    Math.max(0, box.y),
    Math.min(CANVAS.width, box.x + box.width),
    Math.min(CANVAS.height, box.y + box.height),
  ];
}

function place(clip: DraftClip, facts = FACTS): ShownClip {
  const shown = placeShown(clip, facts);
  if (!shown) throw new Error('The clip has no picture.');
  return shown;
}

function expectNear(edges: readonly number[], seen: readonly number[]): void {
  const distances = edges.map((edge, index) => Math.abs(edge - (seen[index] ?? NaN)));
  expect(Math.max(...distances), `${edges.join(' ')} instead of ${seen.join(' ')}`).toBeLessThanOrEqual(NEAR);
}

const RECTANGLE = { type: 'shape', shape: 'rectangle', rectangle: { width: 160, height: 60 } };
const withImage = (fields: DraftClip): DraftClip => ({ asset: { ...image, type: 'image' }, ...fields });
const withShape = (fields: DraftClip): DraftClip => ({ asset: RECTANGLE, ...fields });

describe('the box of a clip is where the engine draws it', () => {
  it.each<[string, () => DraftClip]>([
    ['whole', () => withImage({ fit: 'contain' })],
    ['filled', () => withImage({ scale: 0.5 })],
    ['stretched', () => withImage({ fit: 'cover', scale: 0.4 })],
    ['in its own size', () => withImage({ fit: 'none', scale: 0.6, position: 'bottomRight' })],
    ['moved', () => withImage({ fit: 'contain', scale: 0.5, offset: { x: 0.1, y: -0.2 }, position: 'left' })],
    ['turned', () => withImage({ fit: 'contain', scale: 0.5, transform: { rotate: { angle: 30 } } })],
    [
      'turned, sheared and mirrored',
      () =>
        withImage({
          fit: 'contain',
          scale: 0.4,
          offset: { x: 0.1 },
          transform: { rotate: { angle: -20 }, skew: { x: 0.3 }, flip: { horizontal: true } },
        }),
    ],
    ['in a box', () => withImage({ width: 100, height: '40vh', position: 'topRight', fit: 'contain' })],
    [
      'cropped',
      () => ({
        asset: { ...image, type: 'image', crop: { left: 0.25, bottom: 0.4 } },
        fit: 'contain',
        scale: 0.7,
      }),
    ],
    [
      'in motion',
      () => withImage({ scale: [{ from: 0.2, to: 0.6, start: 0.5, length: 1 }], effect: 'zoomIn' }),
    ],
    [
      'in a transition',
      () => withImage({ scale: 0.5, transition: { in: { name: 'carouselLeft', duration: 2 } } }),
    ],
    ['a shape', () => withShape({ position: 'topLeft', offset: { x: 0.4, y: -0.4 } })],
    [
      'a shape in a box',
      () =>
        withShape({ asset: { ...RECTANGLE, width: 200, height: 80 }, position: 'bottomLeft', scale: 0.8 }),
    ],
    [
      'a line',
      () => ({
        asset: { type: 'shape', shape: 'line', line: { length: '50vw', thickness: 6 } },
        transform: { rotate: { angle: 45 } },
      }),
    ],
    [
      'a circle',
      () => ({ asset: { type: 'shape', shape: 'circle', circle: { radius: 50 } }, position: 'right' }),
    ],
    [
      'a text with a background',
      () => ({
        asset: { type: 'text', text: 'a', width: 150, height: 60, background: { color: '#ffffff' } },
        position: 'top',
        offset: { y: -0.1 },
      }),
    ],
    [
      'a rich text in a box',
      () => ({
        asset: { type: 'rich-text', text: 'a', background: { color: '#ffffff' } },
        width: 200,
        height: 90,
        transform: { rotate: { angle: 10 } },
      }),
    ],
  ])('%s', async (_name, give) => {
    const clip = give();
    expectNear(edgesOf(place(clip)), await seeEdges(clip));
  });

  it('the letters of a text without a box, also if it is scaled, moved and turned', async () => {
    const clip = { asset: { type: 'text', text: 'Box', font: { size: 60, family: 'Montserrat' } } };
    const [left = 0, top = 0, right = 0, bottom = 0] = await seeEdges(clip);
    const { width, height } = CANVAS;
    const ink = {
      x: left / width,
      y: top / height,
      width: (right - left) / width,
      height: (bottom - top) / height,
    };
    const moved = { ...clip, scale: 1.4, offset: { x: 0.1, y: 0.2 }, transform: { rotate: { angle: 90 } } };
    expectNear(edgesOf(place(moved, { ...FACTS, ink })), await seeEdges(moved));
  });
});

describe('what a handle writes draws the clip where the pointer is', () => {
  it.each<[string, () => DraftClip]>([
    ['of a picture', () => withImage({ fit: 'contain', scale: 0.5, position: 'bottomLeft' })],
    [
      'of a turned picture',
      () => withImage({ fit: 'contain', scale: 0.4, transform: { rotate: { angle: 25 } } }),
    ],
    ['of a shape', () => withShape({ position: 'top', offset: { y: -0.1 }, scale: 0.7 })],
  ])('a corner %s, while the opposite one stays', async (_name, give) => {
    const clip = give();
    const shown = place(clip);
    for (const handle of ['nw', 'se'] as const) {
      const by = { x: 24, y: handle === 'nw' ? -20 : 16 };
      const after = withFields(clip, dragHandle(shown, handle, by, false));
      const at = HANDLES[handle];
      const fixed = { x: 1 - at.x, y: 1 - at.y };
      expect(pointOf(place(after), fixed).x).toBeCloseTo(pointOf(shown, fixed).x, 0);
      expect(pointOf(place(after), fixed).y).toBeCloseTo(pointOf(shown, fixed).y, 0);
      expect(after).not.toEqual(clip);
      expectNear(edgesOf(place(after)), await seeEdges(after));
    }
  });

  it('moves by pixels, and turns about the middle of what is seen', async () => {
    const clip = { asset: { ...image, type: 'image', crop: { left: 0.5 } }, fit: 'contain', scale: 0.5 };
    const shown = place(clip);
    const moved = withFields(clip, moveBy(shown, { x: 30, y: 12 }));
    const [seen, before] = [await seeEdges(moved), await seeEdges(clip)];
    expectNear(
      seen,
      [30, 12, 30, 12].map((by, index) => (before[index] ?? NaN) + by),
    );
    const turned = withFields(clip, turnBy(shown, 90));
    const middle = { x: 0.5, y: 0.5 };
    expect(pointOf(place(turned), middle).x).toBeCloseTo(pointOf(shown, middle).x, 1);
    expectNear(edgesOf(place(turned)), await seeEdges(turned));
  });

  it.each(['contain', 'crop'])('crops one side, and the others stay (fit: %s)', async (fit) => {
    const clip = withImage({ fit, scale: 0.5, offset: { x: 0.1 } });
    const before = await seeEdges(clip);
    const after = withFields(clip, cropBy(place(clip), 'w', { x: 30, y: 9 }));
    expectNear(await seeEdges(after), [(before[0] ?? NaN) + 30, ...before.slice(1)]);
    expectNear(edgesOf(place(after)), await seeEdges(after));
  });

  it('makes the box of a text wider on one side', async () => {
    const asset = { type: 'text', text: 'a', width: 150, height: 60, background: { color: '#ffffff' } };
    const before = await seeEdges({ asset });
    const after = withFields({ asset }, resizeBy(place({ asset }), 'w', { x: -40, y: 9 }));
    const [left, ...others] = await seeEdges(after);
    expectNear([left ?? NaN, ...others], [(before[0] ?? NaN) - 40, ...before.slice(1)]);
  });
});
