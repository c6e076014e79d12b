import { describe, expect, it, test } from 'vitest';
import { timeAtFrame, toRate } from '../../../base/time.ts';
import type { RichCaptionAsset } from '../../../edit/index.ts';
import { type DrawnPixels, drawPixels } from '../../compose/layers/draw-pixels.ts';
import { BUILT_IN_FONTS } from '../../fonts/font-library.ts';
import type { Cue } from '../../media/media.ts';
import { drawingMomentAt } from '../drawing.ts';
import { cueOf, evenCue } from './cue.fixture.ts';
import { createRichCaptionDrawing } from './rich-caption-drawing.ts';

const BOX = { width: 640, height: 360 };
const WHOLE = { x: 0, y: 0, ...BOX };
const FONT = { family: 'Montserrat', size: 60, weight: 800, color: '#0000ff' };
const ACTIVE = { font: { color: '#ff0000' } };
const HELLO = [evenCue('Hello there', 1, 3)];

type Given = Partial<Omit<RichCaptionAsset, 'type' | 'src'>>;

/** Draws a caption at a second of its clip. */
function drawAt(time: number, given: Given, cues: readonly Cue[] = HELLO): Seen {
  const asset = { type: 'rich-caption', src: 'cues.srt', font: FONT, active: ACTIVE, ...given } as const;
  const drawing = createRichCaptionDrawing({ asset, cues }, BOX, BUILT_IN_FONTS);
  return new Seen(drawPixels(drawing, drawingMomentAt(drawing, time), { whole: WHOLE, visible: WHOLE }, BOX));
}

/** Returns the pixels of a caption. */
class Seen {
  private readonly found: DrawnPixels | undefined;

  constructor(found: DrawnPixels | undefined) {
    this.found = found;
  }

  /**
   * Returns the bounding box of the pixels of a colour, with a tolerance of a tenth. If
   * absent: of any colour.
   */
  ink(
    colour?: readonly [number, number, number],
  ): { left: number; right: number; top: number; bottom: number } | undefined {
    const box = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
    if (!this.found) return undefined;
    const { pixels, x, y } = this.found;
    for (let place = 0; place < pixels.data.length; place += 4) {
      const isMet =
        colour === undefined ||
        colour.every((value, index) => Math.abs(value - (pixels.data[place + index] ?? 0)) < 26);
      if ((pixels.data[place + 3] ?? 0) < 128 || !isMet) continue;
      const column = x + ((place / 4) % pixels.width);
      const row = y + Math.floor(place / 4 / pixels.width);
      box.left = Math.min(box.left, column);
      box.right = Math.max(box.right, column + 1);
      box.top = Math.min(box.top, row);
      box.bottom = Math.max(box.bottom, row + 1);
    }
    return box.right < 0 ? undefined : box;
  }

  get red(): ReturnType<Seen['ink']> {
    return this.ink([255, 0, 0]);
  }

  get blue(): ReturnType<Seen['ink']> {
    return this.ink([0, 0, 255]);
  }

  /** Returns all pixels of a caption and their bounding box. */
  get picture(): unknown {
    if (!this.found) return undefined;
    const { x, y, pixels } = this.found;
    return { x, y, width: pixels.width, data: Buffer.from(pixels.data).toString('base64') };
  }
}

test('a page is visible from its first word to the end of its last one', () => {
  expect([0.99, 1, 2.99, 3].map((time) => drawAt(time, {}).ink() !== undefined)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test.each([
  ['25', [1.04, 1.08]],
  ['29.97', [1.0343667, 1.0677333]],
])('at %s frames per second, a word changes on the first frame at or after its time', (fps) => {
  const frames = toRate(Number(fps));
  const spoken = 1.4;
  const cues = [
    cueOf([
      ['Hello', 1, spoken],
      ['there', spoken, 3],
    ]),
  ];
  const seen = Array.from({ length: 20 }, (_, index) => timeAtFrame(25 + index, frames).valueOf());
  const left = seen.map((time) => drawAt(time, { animation: { style: 'highlight' } }, cues));
  const first = seen.find((_, index) => (left[index]?.red?.left ?? 0) > 320);
  expect(first).toBe(seen.find((time) => time >= spoken));
});

test('inexact sums of times still hit the intended frame', () => {
  // 0.1 + 0.2 is slightly more than 0.3.
  const cues = [
    cueOf([
      ['one', 0, 0.3],
      ['two', 0.3, 1],
    ]),
  ];
  expect(drawAt(0.3, {}, cues).red?.left).toBeGreaterThan(320);
  expect(drawAt(0.1 + 0.2, {}, cues).red?.left).toBeGreaterThan(320);
  expect(drawAt(0.29999999999, {}, cues).red?.left).toBeGreaterThan(320);
});

test('only frames with changes are drawn again', () => {
  const cues = [evenCue('Hello there', 0, 2)];
  const momentsOf = (style: NonNullable<RichCaptionAsset['animation']>['style']): number => {
    const asset = { type: 'rich-caption', src: 'x', font: FONT, animation: { style } } as const;
    const drawing = createRichCaptionDrawing({ asset, cues }, BOX, BUILT_IN_FONTS);
    return new Set(Array.from({ length: 75 }, (_, frame) => drawingMomentAt(drawing, frame / 25))).size;
  };
  // The moments of two words, and the one without a page.
  expect(momentsOf('highlight')).toBe(3);
  expect(momentsOf('none')).toBe(2);
  // Five letters each.
  expect(momentsOf('typewriter')).toBe(11);
  // 5 of 25 frames move, then the word rests.
  expect(momentsOf('pop')).toBe(2 * (5 + 1) + 1);
  expect(momentsOf('karaoke')).toBe(51);
});

describe('every style', () => {
  const styles = ['karaoke', 'highlight', 'pop', 'fade', 'slide', 'bounce', 'typewriter', 'none'] as const;

  it.each(styles)('shows the same at a moment and at its second: %s', (style) => {
    const asset = {
      type: 'rich-caption',
      src: 'x',
      font: FONT,
      active: ACTIVE,
      animation: { style },
    } as const;
    const drawing = createRichCaptionDrawing({ asset, cues: HELLO }, BOX, BUILT_IN_FONTS);
    const show = (time: number): unknown =>
      new Seen(drawPixels(drawing, time, { whole: WHOLE, visible: WHOLE }, BOX)).picture;
    for (const time of [1.02, 1.11, 1.5, 2.13, 2.6])
      expect(show(drawingMomentAt(drawing, time))).toEqual(show(time));
  });

  it.each(styles)('ends with the words at their common positions: %s', (style) => {
    const one = [
      { ...cueOf([...['Hello', 'there'].map((word) => [word, 0, 0.5] as const), ['end', 0.5, 9]]) },
    ];
    expect(drawAt(8.95, { animation: { style }, active: {} }, one).ink()).toEqual(
      drawAt(8.95, { animation: { style: 'none' }, active: {} }, one).ink(),
    );
  });
});

test('karaoke fills from the left, and right-to-left text from the right', () => {
  const filledShare = (word: string): { red: [number, number]; blue: [number, number] } => {
    const seen = drawAt(1.5, { animation: { style: 'karaoke' } }, [cueOf([[word, 1, 2]])]);
    const [red, blue] = [seen.red, seen.blue];
    return { red: [red?.left ?? 0, red?.right ?? 0], blue: [blue?.left ?? 0, blue?.right ?? 0] };
  };
  const left = filledShare('HHHH');
  expect(left.red[1]).toBeLessThanOrEqual(left.blue[0]);
  expect(left.red[1] - left.red[0]).toBeCloseTo(left.blue[1] - left.blue[0], -1);
  const right = filledShare('שלום');
  expect(right.blue[1]).toBeLessThanOrEqual(right.red[0]);
});

test('words of a right-to-left page run from right to left', () => {
  const cues = [evenCue('שלום עולם', 0, 2)];
  const [first, second] = [drawAt(0, {}, cues), drawAt(1, {}, cues)];
  expect(first.red?.left).toBeGreaterThan(second.red?.right ?? Infinity);
});

test('a larger active word grows about its centre, and its neighbours stay', () => {
  const cues = [evenCue('aa HHH bb', 0, 3)];
  const [small, large] = [60, 66].map((size) =>
    drawAt(1, { active: { font: { color: '#ff0000', size } } }, cues),
  );
  const ends = (box: ReturnType<Seen['ink']>): [number, number] => [box?.left ?? 0, box?.right ?? 0];
  const middle = (box: ReturnType<Seen['ink']>): number => (ends(box)[0] + ends(box)[1]) / 2;
  const width = (box: ReturnType<Seen['ink']>): number => ends(box)[1] - ends(box)[0];
  expect(large?.blue).toEqual(small?.blue);
  expect(middle(large?.red)).toBeCloseTo(middle(small?.red), 0);
  expect(width(large?.red)).toBeGreaterThan(width(small?.red) + 8);
});

test('a larger active word stays in the box', () => {
  const cues = [evenCue('HHHHHHH HHHHHHH', 0, 2)];
  const seen = drawAt(
    0,
    { font: { ...FONT, size: 58 }, active: { font: { color: '#ff0000', size: 80 } } },
    cues,
  );
  expect(seen.red?.left).toBeGreaterThanOrEqual(0);
});

test.each(['highlight', 'pop', 'typewriter'] as const)(
  'a long word of %s leaves half a space to its neighbour when it grows',
  (style) => {
    const given = {
      font: { ...FONT, size: 48 },
      active: { font: { color: '#ff0000', size: 60 } },
      animation: { style },
    };
    const seen = drawAt(1.99, given, [evenCue('HH HHHHHHHHH', 0, 2)]);
    // The space of Montserrat is 0.26 font sizes wide.
    expect((seen.red?.left ?? 0) - (seen.blue?.right ?? 0)).toBeGreaterThan(0.13 * 48);
  },
);

test('the box of a larger word does not cover neighbouring letters', () => {
  const active = { font: { color: '#ff0000', background: '#ff0000', size: 100 } };
  const seen = drawAt(0, { active }, [evenCue('HH HH', 0, 2)]);
  expect((seen.blue?.left ?? 0) - (seen.red?.right ?? 0)).toBeGreaterThan(0);
  // Both letters of the neighbour are completely visible.
  const alone = drawAt(0, { active: {} }, [evenCue('HH', 0, 2)]).blue;
  expect((seen.blue?.right ?? 0) - (seen.blue?.left ?? 0)).toBe((alone?.right ?? 0) - (alone?.left ?? 0));
});

describe('boxes behind words', () => {
  const font = { ...FONT, background: '#00ff00' };

  it('grow with the typed letters and connect words', () => {
    const seen = drawAt(1.01, { font, animation: { style: 'typewriter' } }, [evenCue('HH HH', 0, 2)]);
    const whole = drawAt(1.99, { font, animation: { style: 'typewriter' } }, [evenCue('HH HH', 0, 2)]);
    const green: [number, number, number] = [0, 255, 0];
    expect(seen.ink(green)?.left).toBe(whole.ink(green)?.left);
    expect(seen.ink(green)?.right).toBeLessThan((whole.ink(green)?.right ?? 0) - 30);
    expect(seen.red?.left).toBe(whole.red?.left);
  });

  it('are missing under a word that is still growing', () => {
    const active = { font: { color: '#ff0000', background: '#000000' } };
    const seen = drawAt(0.02, { font, active, animation: { style: 'pop' } }, [evenCue('HH', 0, 2)]);
    expect(seen.ink([0, 255, 0])).toBeUndefined();
    expect(seen.red).toBeDefined();
  });

  it('are one shape up to the fill edge of karaoke', () => {
    const active = { font: { color: '#ffffff', background: '#ff0000' } };
    const seen = drawAt(1.5, { font, active, animation: { style: 'karaoke' } }, [evenCue('HH HH', 0, 2)]);
    expect(seen.red?.right).toBeLessThanOrEqual(seen.ink([0, 255, 0])?.left ?? 0);
  });
});

test('a shadow on a line that is too long scales with its letters in both looks', () => {
  const shadow = { offsetX: 20, offsetY: 20, blur: 0, opacity: 1, color: '#00ff00' };
  const given = { shadow, active: {}, animation: { style: 'highlight' } } as const;
  const cues = [evenCue('Donaudampfschifffahrtselektrizitätenhaupt is', 0, 2)];
  expect(drawAt(0.5, given, cues).picture).toEqual(drawAt(1.5, given, cues).picture);
});

describe('the position of pages', () => {
  const H = 0.7 * 60;

  it.each([
    ['top', 0.8 * 60],
    ['middle', 180 + 0.3 * 60],
    ['bottom', 360 - 0.2 * 60],
  ] as const)('%s', (vertical, baseline) => {
    const seen = drawAt(0.5, { align: { vertical } }, [evenCue('HHH', 0, 1)]).ink();
    expect(seen?.bottom).toBeCloseTo(baseline, 0);
    expect(seen?.top).toBeCloseTo(baseline - H, -0.5);
  });

  it('follows padding and alignment', () => {
    const seen = drawAt(
      0.5,
      { align: { horizontal: 'left', vertical: 'top' }, padding: { left: 100, top: 50 } },
      [evenCue('HHH', 0, 1)],
    ).ink();
    expect(seen?.left).toBeGreaterThanOrEqual(100);
    expect(seen?.left).toBeLessThan(110);
    expect(seen?.bottom).toBe(98);
  });
});

test('the box of a word extends 0.12 font sizes beyond it on each side', () => {
  const box = drawAt(0.5, { active: { font: { color: '#ffffff', background: '#ff0000' } } }, [
    evenCue('H', 0, 1),
  ]).red;
  // 0.8 above the baseline and 0.2 below it, plus 0.12 on each side.
  expect([box?.top, box?.bottom].map((edge) => Math.round((edge ?? 0) - 198))).toEqual([-55, 19]);
});

test('a wrapping background is a pill, and any other one fills the box', () => {
  const color = '#00ff00';
  const pill = drawAt(1.5, { background: { color, wrap: true, padding: 20 } }).ink([0, 255, 0]);
  const words = drawAt(1.5, {}).ink();
  expect((words?.left ?? 0) - (pill?.left ?? 0)).toBeGreaterThanOrEqual(20);
  expect((words?.left ?? 0) - (pill?.left ?? 0)).toBeLessThan(28);
  expect((pill?.bottom ?? 0) - (pill?.top ?? 0)).toBe(100);
  expect(drawAt(1.5, { background: { color } }).ink([0, 255, 0])).toEqual({
    left: 0,
    right: 640,
    top: 0,
    bottom: 360,
  });
  expect(drawAt(3.5, { background: { color } }).ink()).toBeUndefined();
});

test('a stroke has its full width outside of the letters', () => {
  const cues = [evenCue('HHH', 0, 1)];
  const [bare, lined] = [{}, { stroke: { width: 6, color: '#00ff00' } }].map((given) =>
    drawAt(0.5, given, cues).ink(),
  );
  expect((bare?.left ?? 0) - (lined?.left ?? 0)).toBe(6);
  const none = drawAt(
    0.5,
    { stroke: { width: 6 }, active: { font: ACTIVE.font, stroke: 'none' } },
    cues,
  ).ink();
  expect(none).toEqual(bare);
});

test('of overlapping cues, the one that began last is visible', () => {
  const cues = [evenCue('HHHH HHHH', 0, 4), evenCue('i', 1, 2)];
  const width = (time: number): number => {
    const ink = drawAt(time, { active: {} }, cues).ink();
    return (ink?.right ?? 0) - (ink?.left ?? 0);
  };
  expect([width(0.5), width(1.5), width(2.5)].map((wide) => wide > 100)).toEqual([true, false, true]);
});

test('emoji keep their colours', () => {
  const seen = drawAt(0.5, { font: { ...FONT, color: '#000000' }, active: {} }, [evenCue('💛', 0, 1)]);
  expect(seen.ink([253, 216, 53]) ?? seen.ink([255, 202, 40])).toBeDefined();
});
