import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, it, test } from 'vitest';
import { timeAtFrame, toRate } from '../../../base/time.ts';
import type { RichCaptionAsset } from '../../../edit/index.ts';
import { drawPixels } from '../../compose/layers/draw-pixels.ts';
import { BUILT_IN_FONTS } from '../../fonts/font-library.ts';
import { applyFonts, selectFonts } from '../../fonts/text-fonts.ts';
import type { Cue, CuePlace } from '../../media/media.ts';
import { drawingMomentAt } from '../drawing.ts';
import { cueOf, evenCue } from './cue.fixture.ts';
import { ACTIVE, BOX, drawAt, FONT, type Given, HELLO, Seen, WHOLE } from './drawn-caption.fixture.ts';
import { createRichCaptionDrawing } from './rich-caption-drawing.ts';

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

test('a larger active word in the middle grows about its centre, and its neighbours move aside', () => {
  const cues = [evenCue('aa HHH bb', 0, 3)];
  const [small, large] = [60, 66].map((size) =>
    drawAt(1, { active: { font: { color: '#ff0000', size } } }, cues),
  );
  const ends = (box: ReturnType<Seen['ink']>): [number, number] => [box?.left ?? 0, box?.right ?? 0];
  const middle = (box: ReturnType<Seen['ink']>): number => (ends(box)[0] + ends(box)[1]) / 2;
  const width = (box: ReturnType<Seen['ink']>): number => ends(box)[1] - ends(box)[0];
  expect(small?.blue).toMatchObject({ top: large?.blue?.top, bottom: large?.blue?.bottom });
  expect(Math.abs(middle(large?.blue) - middle(small?.blue))).toBeLessThanOrEqual(0.5);
  const growthOf = (colour: 'red' | 'blue'): number => width(large?.[colour]) - width(small?.[colour]);
  expect(Math.abs(growthOf('blue') - growthOf('red'))).toBeLessThanOrEqual(2);
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

describe('the gaps between words', () => {
  const font = { ...FONT, size: 48 };
  const cues = [evenCue('HH HHHHHH HH', 0, 3)];

  /** Returns the gap between the ink of two words that the font makes with a space, in pixels. */
  const gapOfFont = (): number => {
    const context = createCanvas(200, 60).getContext('2d');
    applyFonts(
      context,
      selectFonts('H', BUILT_IN_FONTS.findFace(FONT.family, FONT.weight, false)),
      font.size,
    );
    context.fillText('H H', 10, 50);
    const { data } = context.getImageData(0, 0, 200, 60);
    const pixels = { data: Buffer.from(data), width: 200, height: 60 };
    return new Seen({ x: 0, y: 0, width: 200, height: 60, pixels }).gaps([0, 0, 0])[0] ?? 0;
  };

  it.each([
    ['highlight', 48],
    ['highlight', 60],
    ['pop', 60],
    ['slide', 60],
    ['typewriter', 60],
  ] as const)(
    'are as wide as the space of the font in %s, even if a spoken word has %i pixels',
    (style, size) => {
      // The third word is spoken, and the other two are at rest.
      const seen = drawAt(
        2.9,
        { font, active: { font: { color: '#ff0000', size } }, animation: { style } },
        cues,
      );
      const [gap = 0, ...others] = seen.gaps([0, 0, 255]);
      expect(others).toEqual([]);
      expect(Math.abs(gap - gapOfFont())).toBeLessThanOrEqual(1);
    },
  );

  it('do not change with the box, the stroke and the weight of a spoken word that is not wider', () => {
    const [plain, special] = [{}, { background: '#00ff00', weight: 400 }].map((own) => {
      const active = { font: { color: '#ff0000', ...own }, stroke: { width: 5, color: '#ff0000' } };
      return drawAt(2.9, { font, active, animation: { style: 'pop' } }, cues);
    });
    expect(special?.blue?.left).toBe(plain?.blue?.left);
    expect(special?.gaps([0, 0, 255])[0]).toBe(plain?.gaps([0, 0, 255])[0]);
  });
});

test('a larger active word stays in the box at its lower edge', () => {
  const given = { align: { vertical: 'bottom' }, active: { font: { color: '#ff0000', size: 120 } } } as const;
  expect(drawAt(0.5, given, [evenCue('gj', 0, 1)]).red?.bottom).toBeLessThanOrEqual(BOX.height);
});

test('a larger active word does not become wider than the box', () => {
  const active = { font: { color: '#ff0000', size: 120 } };
  const red = drawAt(0.5, { active }, [evenCue('HHHHHHHHHH', 0, 1)]).red;
  const blue = drawAt(0.5, { active: {} }, [evenCue('HHHHHHHHHH', 0, 1)]).blue;
  expect([red?.left ?? -1, BOX.width - (red?.right ?? Infinity)].every((free) => free >= 0)).toBe(true);
  expect((red?.right ?? 0) - (red?.left ?? 0)).toBeGreaterThan((blue?.right ?? 0) - (blue?.left ?? 0));
});

test('the box of a larger word lies below the letters of its neighbour', () => {
  const active = { font: { color: '#ff0000', background: '#ff0000', size: 130 } };
  const style = { letterSpacing: -8 };
  const seen = drawAt(0, { active, style }, [evenCue('HH HH', 0, 2)]).blue;
  const alone = drawAt(0, { active: {}, style }, [evenCue('HH HH', 0, 2)]).blue;
  const second = drawAt(1, { active: { font: ACTIVE.font }, style }, [evenCue('HH HH', 0, 2)]).red;
  expect((seen?.right ?? 0) - (seen?.left ?? 0)).toBe((second?.right ?? 0) - (second?.left ?? 0));
  expect(seen?.bottom).toBe(alone?.bottom);
});

describe('boxes behind words', () => {
  const font = { ...FONT, background: '#00ff00' };
  const endsOf = ({ red }: Seen): { left: number; right: number } => red ?? { left: NaN, right: NaN };

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

  it.each([
    ['גר ב-New York', 1.5, 2.5],
    ['גר ב-New York כאן', 1.5, 2.5],
    ['a b-גר כאן', 1.5, 2.5],
    ['a b-גר כאן c', 1.5, 2.5],
  ])('leave out another word within their own: %s', (text, split, between) => {
    const small = { ...FONT, size: 40 };
    for (const weight of [800, 400]) {
      const active = { font: { color: '#ff0000', background: '#ff0000', weight } };
      const cues = [evenCue(text, 0, text.split(' ').length)];
      const [own, other] = [split, between].map((time) => drawAt(time, { font: small, active }, cues)) as [
        Seen,
        Seen,
      ]; // One for each time.
      const [outer, inner] = [endsOf(own), endsOf(other)];
      const gaps = own.gaps([255, 0, 0]);
      expect(gaps).toHaveLength(1);
      // The boxes reach 0.12 font sizes into the space on each side.
      expect(Math.abs(Math.max(...gaps) - inner.right + inner.left)).toBeLessThan(20);
      expect(outer.left).toBeLessThan(inner.left);
      expect(outer.right).toBeGreaterThan(inner.right);
    }
  });

  it('are filled where their words are, in both directions', () => {
    const active = { font: { color: '#ff0000', background: '#ff0000' } };
    const given = { font, active, animation: { style: 'karaoke' } } as const;
    const cues = [evenCue('aa אא בב', 0, 3)];
    const [first, second, third] = [0.99, 1.99, 2.5].map((time) => drawAt(time, given, cues));
    // The third word lies between the two that are filled.
    expect(third?.red).toEqual(second?.red);
    expect(first?.gaps([255, 0, 0])).toEqual([]);
    expect(second?.gaps([255, 0, 0])).toHaveLength(1);
    expect(third?.gaps([255, 0, 0])[0]).toBeLessThan((second?.gaps([255, 0, 0])[0] ?? 0) - 10);
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

describe('the size of letters', () => {
  const cues = [
    evenCue('H', 0, 1),
    evenCue('HHHHHHH HHHHHHH HHHHHHH HHHHHHH', 1, 2),
    // Not even at 0.7 of the size does this fit on one page.
    evenCue(Array.from({ length: 12 }, () => 'HHHHH').join(' '), 2, 5),
  ];
  const heightsAt = (given: Given): (number | undefined)[] =>
    [0.5, 1.1, 2.1, 4.9].map((time) => {
      const { red } = drawAt(time, { align: { vertical: 'top' }, ...given }, cues);
      return red && red.bottom - red.top;
    });
  const padding = { bottom: 200 };

  it('is the same on all pages', () => {
    const [first = 0, ...others] = heightsAt({ padding });
    expect(others).toEqual([first, first, first]);
    expect(first).toBeLessThan(0.7 * 60 - 2);
  });

  it('may differ between pages', () => {
    const [first, second = Infinity] = heightsAt({ padding, style: { sizePer: 'page' } });
    expect(first).toBe(42);
    expect(second).toBeLessThan(40);
  });

  it('is the same if a frame is drawn alone', () => {
    const asset = { type: 'rich-caption', src: 'x', font: FONT, active: ACTIVE, padding } as const;
    const drawing = createRichCaptionDrawing({ asset, cues }, BOX, BUILT_IN_FONTS);
    for (const time of [4.9, 0.5, 2.1, 1.1])
      expect(
        new Seen(drawPixels(drawing, drawingMomentAt(drawing, time), { whole: WHOLE, visible: WHOLE }, BOX))
          .picture,
      ).toEqual(drawAt(time, { padding }, cues).picture);
  });
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

describe('a page of cues that the file places', () => {
  const placed = (place: CuePlace, given: Given = {}) =>
    drawAt(1.5, given, [{ ...evenCue('Hello', 1, 3), place }]).ink()!;

  it('is at the height of the file, inside the box', () => {
    const usual = drawAt(1.5, { align: { vertical: 'top' } }, [evenCue('Hello', 1, 3)]).ink();
    expect(placed({ vertical: { share: 0, rows: 0, anchor: 0 } })).toEqual(usual);
    expect(placed({ vertical: { share: 1, rows: -1, anchor: 0 } }).bottom).toBeGreaterThan(330);
    expect(placed({ vertical: { share: 0.25, rows: 0, anchor: 0.5 } }).top).toBeGreaterThan(usual!.top + 30);
  });

  it('is there if its first word is wider than a line', () => {
    const cue = {
      ...evenCue('Hello'.repeat(20), 1, 3),
      place: { vertical: { share: 0, rows: 0, anchor: 0 } },
    };
    expect(drawAt(1.5, {}, [cue]).ink()).toEqual(drawAt(1.5, { align: { vertical: 'top' } }, [cue]).ink());
  });

  it('is between the edges of the file', () => {
    expect(placed({ align: 0 }).left).toBeLessThan(20);
    expect(placed({ align: 1 }).right).toBeGreaterThan(620);
    const { left } = placed({ align: 0, column: { left: 0.25, right: 0.5 } });
    expect([left > 155, left < 175]).toEqual([true, true]);
  });

  it('is not joined with a page at another place', () => {
    const cues = [evenCue('One', 1, 1.4), evenCue('two', 1.4, 1.8)];
    const [first, second] = cues as [Cue, Cue];
    const other = { ...second, place: { vertical: { share: 0, rows: 0, anchor: 0 } } };
    const wordsAt = (all: readonly Cue[]) => drawAt(1.1, {}, all).gaps().length + 1;
    expect([wordsAt(cues), wordsAt([first, other])]).toEqual([2, 1]);
  });
});
