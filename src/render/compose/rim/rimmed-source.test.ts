import { describe, expect, it } from 'vitest';
import type { Clip } from '../../../edit/index.ts';
import { planesOf } from '../../av/video/video-frame.ts';
import { clip, editOf } from '../../resolve/edit.fixture.ts';
import { resolve } from '../../resolve/resolve.ts';
import { Composer } from '../composer.ts';

const SIZE = { width: 96, height: 64 };
const box: Clip['asset'] = {
  type: 'shape',
  shape: 'rectangle',
  rectangle: { width: 40, height: 30 },
  fill: { color: '#dd3311' },
};
const filled = clip({
  asset: { ...box, rectangle: { width: 40, height: 30 }, width: 40, height: 30 } as Clip['asset'],
  width: 40,
  height: 30,
});

/** Composes clips in full colour, and returns red, green and blue of a pixel. */
async function compose(
  clips: readonly Clip[],
  frame = 3,
): Promise<(x: number, y: number) => readonly (number | undefined)[]> {
  const edit = editOf(
    clips.map((each) => [each]),
    { resolution: undefined, size: SIZE },
  );
  edit.timeline.background = '#204060';
  using composer = new Composer(resolve(edit, new Map(), 'interface'), false, undefined, {
    fullColour: true,
  });
  using output = (await composer.composeFrame(frame)).frame;
  const { y: green, u: blue, v: red } = planesOf(output);
  const planes = [red, green, blue].map(({ data, stride }) => ({ data: Uint8Array.from(data), stride }));
  return (x, y) => planes.map(({ data, stride }) => data[y * stride + x]);
}

const BACKGROUND = [0x20, 0x40, 0x60];
const BLACK = [0, 0, 0];
const RED = [0xdd, 0x33, 0x11];

describe('a rim', () => {
  it('cuts the corners, and nothing else', async () => {
    const at = await compose([{ ...filled, corners: [10, 0, 10, 0] }]);
    expect(at(28, 17)).toEqual(BACKGROUND);
    expect(at(67, 17)).toEqual(RED);
    expect(at(67, 46)).toEqual(BACKGROUND);
    expect(at(28, 46)).toEqual(RED);
    expect(at(48, 17)).toEqual(RED);
  });

  it('draws the border inside the edge, or with its middle on it', async () => {
    const inside = await compose([{ ...filled, border: { width: 4, color: '#ffffff' } }]);
    expect([27, 28, 31, 32].map((x) => inside(x, 32))).toEqual([
      BACKGROUND,
      [255, 255, 255],
      [255, 255, 255],
      RED,
    ]);
    const centred = await compose([
      { ...filled, border: { width: 4, color: '#ffffff', position: 'center' } },
    ]);
    expect([25, 26, 29, 30].map((x) => centred(x, 32))).toEqual([
      BACKGROUND,
      [255, 255, 255],
      [255, 255, 255],
      RED,
    ]);
    expect(centred(26, 15)).toEqual([255, 255, 255]);
  });

  it('draws shadows below the clip, the first one on top', async () => {
    const shadow = [
      { offsetX: 4, offsetY: 4, color: '#00ff00', opacity: 1 },
      { offsetX: 8, offsetY: 8, color: '#0000ff', opacity: 0.5 },
    ];
    const at = await compose([{ ...filled, shadow }]);
    expect(at(67, 46)).toEqual(RED);
    expect(at(71, 50)).toEqual([0, 255, 0]);
    expect(at(75, 54)).toEqual([0x10, 0x20, 0xb0]);
    expect(at(76, 55)).toEqual(BACKGROUND);
  });

  it('draws a shadow in the shape of the clip, also where it leaves the frame', async () => {
    const at = await compose([{ ...filled, shadow: [{ offsetX: 12, offsetY: 9, opacity: 1 }] }]);
    expect([at(39, 50), at(40, 50), at(79, 50), at(80, 50)]).toEqual([BACKGROUND, BLACK, BLACK, BACKGROUND]);
    expect([at(75, 25), at(75, 26), at(75, 55), at(75, 56)]).toEqual([BACKGROUND, BLACK, BLACK, BACKGROUND]);
    // Of its 40 columns, 8 are left of the frame, and 32 in it.
    const out = await compose([
      { ...filled, offset: { x: -36 / SIZE.width }, shadow: [{ offsetX: 24, offsetY: 31, opacity: 1 }] },
    ]);
    expect([out(15, 50), out(16, 50), out(20, 50), out(55, 50), out(56, 50)]).toEqual([
      ...[BACKGROUND, BLACK, BLACK, BLACK, BACKGROUND],
    ]);
    expect([out(20, 47), out(20, 48)]).toEqual([BACKGROUND, BLACK]);
  });

  it('fades with the clip as one picture', async () => {
    const fields = { corners: 6, border: { width: 3 }, shadow: [{ offsetX: 5, offsetY: 5, blur: 6 }] };
    const [whole, faded] = [
      await compose([{ ...filled, ...fields }]),
      await compose([{ ...filled, ...fields, opacity: 0.25 }]),
    ];
    for (const [x, y] of [
      [29, 32],
      [48, 32],
      [70, 45],
      [72, 50],
    ] as const)
      for (const [channel, value] of whole(x, y).entries()) {
        const expected = 0.25 * value! + 0.75 * BACKGROUND[channel]!;
        expect(Math.abs(faded(x, y)[channel]! - expected), `${x}, ${y}`).toBeLessThanOrEqual(1.5);
      }
  });

  it('surrounds a group as one picture', async () => {
    const tracks = [{ clips: [{ ...filled, start: 0, length: 1 }] }];
    const group = clip({ asset: { type: 'group', tracks, width: 40, height: 30 }, fit: 'none', corners: 10 });
    const at = await compose([group]);
    expect(at(28, 17)).toEqual(BACKGROUND);
    expect(at(48, 32)).toEqual(RED);
  });

  it('is revealed with its clip, with what surrounds it', async () => {
    const fields = { shadow: [{ offsetY: 8, opacity: 1 }], transition: { in: 'reveal' as const }, length: 2 };
    const at = await compose([{ ...filled, ...fields }], 10);
    expect(at(30, 52)).toEqual([0, 0, 0]);
    expect(at(66, 52)).toEqual(BACKGROUND);
  });

  it('is whole in space', async () => {
    const fields = {
      border: { width: 12, color: '#ffffff', position: 'center' as const },
      shadow: [{ offsetX: 12, offsetY: -6, opacity: 1 }],
    };
    const at = await compose([{ ...filled, ...fields, perspective: { turn: 0.01 } }]);
    expect([24, 32].map((x) => at(x, 50))).toEqual([
      [255, 255, 255],
      [255, 255, 255],
    ]);
    expect([18, 78, 88].map((x) => at(x, 16))).toEqual([BACKGROUND, BLACK, BACKGROUND]);
  });
});
