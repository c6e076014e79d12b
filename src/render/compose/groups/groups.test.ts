import { describe, expect, it } from 'vitest';
import { toRate, toSeconds } from '../../../base/time.ts';
import type { Asset, Clip } from '../../../edit/index.ts';
import { type Planes, planesOf } from '../../av/video/video-frame.ts';
import { clip, editOf } from '../../resolve/edit.fixture.ts';
import { resolve } from '../../resolve/resolve.ts';
import { visualClip } from '../../scene/visual-clip.fixture.ts';
import { Composer } from '../composer.ts';
import type { VisibleItem } from '../visible-layer.ts';
import { GroupBitmaps } from './group-bitmaps.ts';

const SIZE = { width: 320, height: 180 };

function rectangle(color: string, width: number, height: number): Asset {
  return { type: 'shape', shape: 'rectangle', rectangle: { width, height }, fill: { color } };
}

function group(clips: readonly Clip[], given: Partial<Clip> = {}, size: object = {}): Clip {
  const tracks = clips.map((each) => ({ clips: [each] }));
  return clip({ asset: { type: 'group', tracks, ...size }, length: 'auto', ...given });
}

/** A rounded shape, a half transparent one that reaches over the edge, letters, and a turned square. */
const CLIPS: readonly Clip[] = [
  clip({
    asset: {
      ...rectangle('#dd3311', 120, 60),
      rectangle: { width: 120, height: 60, cornerRadius: 9 },
    } as Asset,
    offset: { x: -0.2, y: 0.1 },
  }),
  clip({ asset: rectangle('#22cc44', 100, 100), opacity: 0.5, offset: { x: 0.4, y: 0.3 } }),
  clip({ asset: { type: 'text', text: 'Group', font: { size: 40, color: '#ffee88' } } }),
  clip({
    asset: rectangle('#3355ff', 40, 40),
    transform: { rotate: { angle: 30 } },
    offset: { x: 0, y: -0.3 },
  }),
];

const BACKDROP = clip({ asset: rectangle('#8899aa', 200, 180), offset: { x: -0.1875, y: 0 } });

/** Composes a frame of clips, the lowest first, and copies its planes. */
async function compose(
  clips: readonly Clip[],
  { frame = 3, fullColour = false } = {},
): Promise<Uint8Array[]> {
  const edit = editOf(
    clips.map((each) => [each]),
    { resolution: undefined, size: SIZE },
  );
  edit.timeline.background = '#204060';
  using composer = new Composer(resolve(edit, new Map(), 'interface'), false, undefined, { fullColour });
  const { frame: output } = await composer.composeFrame(frame);
  using painted = output;
  return copyPlanes(planesOf(painted));
}

function copyPlanes({ y, u, v, height, width, fullColour }: Planes): Uint8Array[] {
  return [y, u, v].map(({ data, stride }, index) => {
    const step = index === 0 || fullColour ? 1 : 2;
    const rows = Array.from({ length: height / step }, (_, row) =>
      data.subarray(row * stride, row * stride + width / step),
    );
    return Uint8Array.from(rows.flatMap((row) => [...row]));
  });
}

/** Returns the largest difference between two pictures, in all planes. */
function differenceOf(one: readonly Uint8Array[], other: readonly Uint8Array[]): number {
  return Math.max(...one.map((plane, index) => largestDifference(plane, other[index]!)));
}

function largestDifference(one: Uint8Array, other: Uint8Array): number {
  return one.reduce((most, value, at) => Math.max(most, Math.abs(value - (other[at] ?? -999))), 0);
}

function brightnessAt(planes: readonly Uint8Array[], x: number, y: number): number {
  return planes[0]![y * SIZE.width + x]!;
}

describe('a group that changes nothing', () => {
  it.each([[false], [true]])('looks like its clips, to the pixel (full colour: %s)', async (fullColour) => {
    const alone = await compose([BACKDROP, ...CLIPS], { fullColour });
    expect(await compose([BACKDROP, group(CLIPS)], { fullColour })).toEqual(alone);
    expect(await compose([BACKDROP, group([group(CLIPS)])], { fullColour })).toEqual(alone);
  });

  it('looks like its clips at a whole place, also on a canvas of another size', async () => {
    const [square] = [
      clip({ asset: rectangle('#dd3311', 60, 30), width: 60, height: 30, position: 'topLeft' }),
    ];
    const alone = await compose([BACKDROP, { ...square, offset: { x: 0.125, y: -0.1 } }]);
    expect(await compose([BACKDROP, group([square], { offset: { x: 0.125, y: -0.1 } })])).toEqual(alone);
    const small = { width: 100, height: 80 };
    const placed = { fit: 'none', position: 'topLeft', offset: { x: 0.125, y: -0.1 } } as const;
    expect(await compose([BACKDROP, group([square], placed, small)])).toEqual(alone);
  });

  it('looks nearly the same if it is drawn as one picture', async () => {
    const alone = await compose([BACKDROP, ...CLIPS]);
    const whole = await compose([BACKDROP, group(CLIPS, { transform: { rotate: { angle: 360 } } })]);
    // The chroma of edges on edges differs: it is halved after the clips are put together, and not before.
    expect(largestDifference(alone[0]!, whole[0]!)).toBeLessThanOrEqual(3);
    expect(differenceOf(alone, whole)).toBeLessThanOrEqual(24);
  });
});

describe('the opacity of a group', () => {
  const two = [
    clip({ asset: rectangle('#ffffff', 120, 120) }),
    clip({ asset: rectangle('#000000', 60, 60) }),
  ];
  const turned = { transform: { rotate: { angle: 360 } } };

  it.each([[{}], [turned]])('fades it as one picture (%j)', async (given) => {
    const opaque = await compose([BACKDROP, group(two, given)]);
    const empty = await compose([BACKDROP]);
    const faded = await compose([BACKDROP, group(two, { opacity: 0.25, ...given })]);
    for (const [x, y] of [
      [160, 90],
      [110, 90],
      [20, 20],
    ] as const) {
      const expected = 0.25 * brightnessAt(opaque, x, y) + 0.75 * brightnessAt(empty, x, y);
      expect(Math.abs(brightnessAt(faded, x, y) - expected)).toBeLessThanOrEqual(1);
    }
  });

  it('multiplies in nested groups', async () => {
    const nested = await compose([group([group(two, { opacity: 0.5 })], { opacity: 0.5 })]);
    const once = await compose([group(two, { opacity: 0.25 })]);
    expect(largestDifference(nested[0]!, once[0]!)).toBeLessThanOrEqual(2);
    const drawn = await compose([group([group(two, { opacity: 0.5 })], { opacity: 0.5, ...turned })]);
    expect(largestDifference(drawn[0]!, once[0]!)).toBeLessThanOrEqual(2);
  });

  it('lets two equal groups dissolve without a change', async () => {
    const fading = { transition: { in: 'fade', out: 'fade' }, length: 2 } as const;
    const track = [group(two, fading), group(two, { ...fading, start: 'auto', overlap: 1 })];
    const edit = editOf([[BACKDROP], track], { resolution: undefined, size: SIZE });
    using composer = new Composer(resolve(edit, new Map(), 'interface'), false);
    const lumas: number[] = [];
    for (const frame of [30, 37, 44]) {
      const { frame: output } = await composer.composeFrame(frame);
      using painted = output;
      lumas.push(brightnessAt(copyPlanes(planesOf(painted)), 110, 90));
    }
    expect(Math.max(...lumas) - Math.min(...lumas)).toBeLessThanOrEqual(2);
  });
});

describe('a group in motion', () => {
  it('hides what lies outside of its canvas, and nothing under what is empty', async () => {
    const wide = clip({ asset: rectangle('#ffffff', 320, 40) });
    const small = { width: 100, height: 80 };
    const [empty, moved, still] = [
      await compose([BACKDROP]),
      await compose([BACKDROP, group([wide], { fit: 'none', transform: { rotate: { angle: 360 } } }, small)]),
      await compose([BACKDROP, group([wide], { fit: 'none' }, small)]),
    ];
    for (const picture of [moved, still]) {
      expect(brightnessAt(picture, 160, 90)).toBe(235);
      for (const [x, y] of [
        [100, 90],
        [220, 90],
        [160, 60],
      ] as const)
        expect(brightnessAt(picture, x, y)).toBe(brightnessAt(empty, x, y));
    }
  });

  it('is scaled down like one picture', async () => {
    const [half, whole] = [await compose([group(CLIPS, { scale: 0.5 })]), await compose([group(CLIPS)])];
    let sum = 0;
    for (let y = 0; y < 90; y++)
      for (let x = 0; x < 160; x++) {
        const mean =
          (brightnessAt(whole, 2 * x, 2 * y) +
            brightnessAt(whole, 2 * x + 1, 2 * y) +
            brightnessAt(whole, 2 * x, 2 * y + 1) +
            brightnessAt(whole, 2 * x + 1, 2 * y + 1)) /
          4;
        sum += Math.abs(mean - brightnessAt(half, x + 80, y + 45));
      }
    expect(sum / (160 * 90)).toBeLessThan(0.6);
  });

  it('is blurred like a clip', async () => {
    const square = clip({ asset: rectangle('#ffffff', 100, 60) });
    const [one, other] = [
      await compose([BACKDROP, group([square], { filter: 'blur' })]),
      await compose([BACKDROP, { ...square, filter: 'blur' }]),
    ];
    expect(largestDifference(one[0]!, other[0]!)).toBeLessThanOrEqual(8);
  });

  it('is sharp where it is enlarged', async () => {
    const canvas = { width: 160, height: 90 };
    const square = clip({ asset: rectangle('#ffffff', 40, 40) });
    const enlarged = await compose([group([square], {}, canvas)]);
    const background = brightnessAt(enlarged, 2, 2);
    const row = Array.from({ length: SIZE.width }, (_, x) => brightnessAt(enlarged, x, 90));
    expect(row.filter((value) => value === 235)).toHaveLength(80);
    expect(row.filter((value) => value !== 235 && value !== background)).toEqual([]);
  });

  it('is not drawn again while it does not change', async () => {
    const layers = { items: [] as VisibleItem[], asked: [] as number[] };
    using bitmaps = new GroupBitmaps(
      visualClip({ from: 10 }),
      {
        layersAt: (frame) => {
          layers.asked.push(frame);
          return Promise.resolve([...layers.items]);
        },
        [Symbol.dispose]: () => undefined,
      },
      { width: 4, height: 2 },
      toRate(25),
    );
    const plane = (stride: number) => ({ data: new Uint8Array(8).fill(200), stride });
    const image = {
      planes: { width: 4, height: 2, y: plane(4), u: plane(4), v: plane(4), fullColour: true },
      x: 0,
      y: 0,
      area: { x: 0, y: 0, width: 4, height: 2 },
      coversFrame: false,
    };
    expect(await bitmaps.at(toSeconds(0))).toBeUndefined();
    layers.items = [{ clip: visualClip(), image, opacity: 0.5 }];
    const first = await bitmaps.at(toSeconds(0.04));
    expect([...(first?.pixels?.data ?? []).slice(0, 4)]).toEqual([199, 199, 199, 128]);
    expect(await bitmaps.at(toSeconds(0.08))).toBe(first);
    layers.items = [{ clip: visualClip(), image, opacity: 1 }];
    expect(await bitmaps.at(toSeconds(0.12))).not.toBe(first);
    expect(layers.asked).toEqual([10, 11, 12, 13]);
  });
});
