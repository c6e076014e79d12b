import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { toSeconds } from '../../base/time.ts';
import { planesOf } from '../av/video/video-frame.ts';
import { evenCue } from '../draw/rich-caption/cue.fixture.ts';
import type { DrawnAsset, Visual, VisualClip } from '../resolve/timeline.ts';
import { timelineOf, visualClip } from '../scene/visual-clip.fixture.ts';
import { writePng } from '../stills/still.ts';
import { Composer } from './composer.ts';

/** An odd size, in an output of 800x600. */
const SIZE = { width: 101, height: 51 };
const WHITE = '#ffffff';
const FONT = { size: 16, color: WHITE };
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="101" height="51"><rect width="101" height="51" fill="#fff"/></svg>`;
const RECTANGLE = { type: 'shape', shape: 'rectangle', rectangle: SIZE, fill: { color: WHITE } } as const;
const CENTRED = [400, 300] as const;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-edges-'));
  const data = new Uint8Array(4 * SIZE.width * SIZE.height).fill(255);
  await writePng({ ...SIZE, data }, join(folder, 'page.png'));
});

afterAll(() => rm(folder, { recursive: true }));

function drawn(asset: DrawnAsset): Visual {
  return { kind: 'drawn', length: 1, asset };
}

/** Composes a frame of a clip, and returns the green of each pixel of a row and of a column. */
async function crossAt(clip: VisualClip, [x, y]: readonly [number, number], frame = 0): Promise<number[][]> {
  const { visual } = clip;
  const placed = visual.kind === 'drawn' ? { ...visual, raster: join(folder, 'page.png') } : visual;
  using composer = new Composer(timelineOf([{ ...clip, visual: placed }]), false, undefined, {
    fullColour: true,
  });
  const composed = await composer.composeFrame(frame);
  using output = composed.frame;
  const { data, stride } = planesOf(output).y;
  return [
    Array.from({ length: 800 }, (_, column) => data[y * stride + column] ?? 0),
    Array.from({ length: 600 }, (_, row) => data[row * stride + x] ?? 0),
  ];
}

it.each<[string, Partial<VisualClip>, readonly [number, number], number?, number?]>([
  ['a shape', { visual: drawn(RECTANGLE) }, CENTRED, 101, 51],
  ['a shape with a size of its own', { visual: drawn({ ...RECTANGLE, ...SIZE }) }, CENTRED, 101, 51],
  [
    'a shape that its box cuts',
    { visual: drawn(RECTANGLE), box: { width: 75, height: 33 } },
    CENTRED,
    75,
    33,
  ],
  [
    'a shape between pixels',
    { visual: drawn(RECTANGLE), offset: { x: 0.0307, y: 0.0307 } },
    CENTRED,
    101,
    51,
  ],
  ['a shape of the third size', { visual: drawn({ ...RECTANGLE, ...SIZE }), scale: 3 }, CENTRED, 303, 153],
  [
    'a cropped shape',
    { visual: drawn(RECTANGLE), crop: { left: 0.471, right: 0, top: 0.473, bottom: 0 } },
    [400, 300],
  ],
  [
    'a text box',
    { visual: drawn({ type: 'text', text: 'I', font: FONT, background: { color: WHITE }, ...SIZE }) },
    CENTRED,
    101,
    51,
  ],
  [
    'a rich text that a background wraps',
    {
      visual: drawn({
        type: 'rich-text',
        text: 'Odd',
        font: { ...FONT, opacity: 0 },
        background: { color: WHITE, wrap: true },
      }),
    },
    CENTRED,
  ],
  ['a title', { visual: drawn({ type: 'title', text: 'Odd', color: WHITE, background: WHITE }) }, CENTRED],
  ['a page', { visual: drawn({ type: 'html', html: '', ...SIZE }) }, CENTRED, 101, 51],
  [
    'an SVG in a box',
    { visual: drawn({ type: 'svg', src: SVG }), box: { width: 333, height: 333 } },
    CENTRED,
  ],
  [
    'an SVG file',
    { visual: { kind: 'vector', media: { kind: 'vector', markup: SVG, ...SIZE } }, fit: 'none' },
    CENTRED,
    101,
    51,
  ],
  [
    'a caption',
    {
      visual: {
        kind: 'caption',
        length: 1,
        cues: [evenCue('Odd', 0, 1)],
        asset: {
          type: 'caption',
          src: 'x',
          font: { color: WHITE },
          background: { color: WHITE, opacity: 1 },
        },
      },
    },
    [400, 530],
  ],
  [
    'a group',
    { visual: { kind: 'group', ...SIZE, clips: [visualClip({ visual: drawn(RECTANGLE) })] }, fit: 'none' },
    CENTRED,
    101,
    51,
  ],
])('%s has sharp edges at rest', async (_, given, at, width, height) => {
  const lines = await crossAt(visualClip(given), at);
  for (const [index, size] of [width, height].entries()) {
    const line = lines[index] ?? [];
    expect([...new Set(line)].sort()).toEqual([0, 255]);
    if (size !== undefined) expect(line.filter((value) => value === 255)).toHaveLength(size);
  }
});

test('a shape moves smoothly from where it rests, and to where it rests', async () => {
  const tween = { from: 0, to: 0.01, start: toSeconds(0.2), end: toSeconds(0.8), curve: 'linear' } as const;
  const clip = visualClip({ visual: drawn({ ...RECTANGLE, ...SIZE }), offset: { x: [tween], y: 0 } });
  const places = [];
  for (let frame = 0; frame < 25; frame++) {
    const [row = []] = await crossAt(clip, [400, 300], frame);
    const sum = row.reduce((all, value) => all + value, 0);
    places.push(row.reduce((all, value, x) => all + value * (x + 0.5), 0) / sum);
  }
  for (const [frame, place] of places.entries()) {
    const progress = Math.min(1, Math.max(0, (frame / 25 - 0.2) / 0.6));
    expect(place).toBeCloseTo(400 + 8 * progress, 1);
  }
});
