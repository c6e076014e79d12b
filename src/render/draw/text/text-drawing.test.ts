import { describe, expect, it, test } from 'vitest';
import type { TextAsset } from '../../../edit/index.ts';
import { type DrawnPixels, drawPixels as drawnOn } from '../../compose/layers/draw-pixels.ts';
import { drawingMomentAt } from '../drawing.ts';
import { createDrawingSettings } from '../drawing-settings.fixture.ts';
import { createTextDrawing } from './text-drawing.ts';

const OUTPUT = { width: 400, height: 300 };

interface At {
  readonly x?: number;
  readonly y?: number;
  readonly scale?: number;
  /** Seconds since the clip began. */
  readonly time?: number;
}

/** Draws a text in its box with its top left corner at a position. Returns undefined if nothing is visible. */
function drawText(
  given: Partial<TextAsset>,
  { x = 0, y = 0, scale = 1, time = 0 }: At = {},
): DrawnPixels | undefined {
  const asset: TextAsset = { type: 'text', text: 'HHH', ...given };
  const { width = OUTPUT.width, height = OUTPUT.height } = asset;
  const whole = { x, y, width: width * scale, height: height * scale };
  const drawing = createTextDrawing(asset, createDrawingSettings(OUTPUT));
  return drawnOn(drawing, drawingMomentAt(drawing, time), { whole, visible: whole }, OUTPUT);
}

/** Draws a visible text like {@link drawText}. */
function drawInk(given: Partial<TextAsset>, at?: At): DrawnPixels {
  const found = drawText(given, at);
  if (!found) throw new Error('Nothing is seen.');
  return found;
}

/** Returns red, green, blue and alpha at a pixel of the output. */
function pixelAt({ pixels: { data, width }, x, y }: DrawnPixels, column: number, row: number): number[] {
  const at = ((row - y) * width + column - x) * 4;
  return [...data.subarray(at, at + 4)];
}

function boxOf({ x, y, width, height }: DrawnPixels): number[] {
  return [x, y, width, height];
}

/** Returns the amount of ink: the sum of all alpha. */
function sumAlpha({ pixels: { data } }: DrawnPixels): number {
  let sum = 0;
  for (let at = 3; at < data.length; at += 4) sum += data[at] ?? 0;
  return sum;
}

/** Returns the amount of ink in the top left square of the output, whose side is in pixels. */
function amountIn({ pixels: { data, width }, x, y, height }: DrawnPixels, side: number): number {
  let sum = 0;
  for (let row = 0; row < Math.min(height, side - y); row++)
    for (let column = 0; column < Math.min(width, side - x); column++)
      sum += data[(row * width + column) * 4 + 3] ?? 0;
  return sum;
}

describe('alignment', () => {
  const at = (alignment: TextAsset['alignment']): DrawnPixels => drawInk({ ...(alignment && { alignment }) });

  test('is to the centre of the box by default', () => {
    const { x, width, y, height } = at(undefined);
    expect(Math.abs(x + width / 2 - 200)).toBeLessThanOrEqual(1);
    // Capitals have no descent, so their middle is slightly above the middle of the line.
    expect(Math.abs(y + height / 2 - 150)).toBeLessThanOrEqual(4);
  });

  test('can be to each side', () => {
    const sides = { left: at({ horizontal: 'left' }), right: at({ horizontal: 'right' }) };
    // A letter has side bearings.
    expect(sides.left.x).toBeLessThanOrEqual(5);
    expect(sides.right.x + sides.right.width).toBeGreaterThanOrEqual(395);
    expect(sides.left.width).toBe(sides.right.width);
    const ends = { top: at({ vertical: 'top' }), bottom: at({ vertical: 'bottom' }) };
    expect(ends.top.y).toBeLessThanOrEqual(10);
    expect(ends.bottom.y + ends.bottom.height).toBeGreaterThanOrEqual(290);
    // The line of 32 px moves by the whole free space: 300 - 32.
    expect(ends.bottom.y - ends.top.y).toBe(268);
  });
});

describe('letters', () => {
  test('have their colour and opacity, white by default', () => {
    // The left stem of the first H. The letters are 32 px tall and left-aligned.
    const stem = (font: TextAsset['font']): number[] => {
      const found = drawInk({ font: { size: 200, ...font }, alignment: { horizontal: 'left' } });
      return pixelAt(found, found.x + 10, found.y + 20);
    };
    expect(stem({})).toEqual([255, 255, 255, 255]);
    expect(stem({ color: '#1a2b3c' })).toEqual([26, 43, 60, 255]);
    expect(stem({ opacity: 0.2 })).toEqual([255, 255, 255, 51]);
  });

  test('are 32 px by default, or have the given size', () => {
    // Capitals of Open Sans are 0.714 font sizes tall. Antialiasing may add a row at each end.
    expect(Math.abs(drawInk({}).height - 23)).toBeLessThanOrEqual(2);
    expect(Math.abs(drawInk({ font: { size: 100 } }).height - 71)).toBeLessThanOrEqual(2);
  });

  test('are bolder with more weight, but not larger', () => {
    const weigh = (weight: number): DrawnPixels => drawInk({ font: { weight } });
    expect(sumAlpha(weigh(400))).toBeGreaterThan(sumAlpha(weigh(300)));
    expect(sumAlpha(weigh(800))).toBeGreaterThan(1.3 * sumAlpha(weigh(400)));
    for (const weight of [1, 450, 699, 1000])
      expect(Math.abs(weigh(weight).height - 23)).toBeLessThanOrEqual(2);
  });

  test('are those of the family', () => {
    expect(boxOf(drawInk({ font: { family: 'Montserrat' } }))).not.toEqual(boxOf(drawInk({})));
    expect(boxOf(drawInk({ font: { family: 'Open Sans' } }))).toEqual(boxOf(drawInk({})));
  });
});

describe('lines', () => {
  const rows = (text: string, font: TextAsset['font'] = {}): DrawnPixels =>
    drawInk({ text, font, alignment: { vertical: 'top', horizontal: 'left' } });

  it.each<[number | undefined, number]>([
    [undefined, 32],
    [1, 32],
    [1.5, 48],
    [3, 96],
  ])('of height %s are %s px apart', (lineHeight, apart) => {
    const font = lineHeight === undefined ? {} : { lineHeight };
    expect(rows('H\nH\nH', font).height - rows('H', font).height).toBe(2 * apart);
  });

  test('have half of their extra height above the letters', () => {
    expect(rows('H', { lineHeight: 3 }).y - rows('H').y).toBe(32);
  });

  test('wrap at the width of the box', () => {
    const narrow = drawInk({ text: 'one two', width: 80, height: 300 });
    expect(narrow.height).toBeGreaterThan(32);
    expect(drawInk({ text: 'one two', width: 300, height: 300 }).height).toBeLessThan(32);
  });

  test('wrap at the width that the padding leaves', () => {
    const given = { text: 'one two', width: 140, height: 300, font: { color: '#000000' } };
    const background = { color: '#ffffff', padding: 30 };
    const dark = (found: DrawnPixels): number => {
      const { data, width } = found.pixels;
      const lit = (row: number): boolean =>
        Array.from({ length: width }).every((_, column) => (data[(row * width + column) * 4] ?? 0) > 128);
      return Array.from({ length: found.height }, (_, row) => lit(row)).filter((free) => !free).length;
    };
    expect(dark(drawInk({ ...given, background }))).toBeGreaterThan(
      dark(drawInk({ ...given, background: { color: '#ffffff' } })),
    );
  });
});

describe('the background', () => {
  it('fills the box also with `wrap`, which only rich texts have', () => {
    const background = { color: '#ff8000' };
    const box = { width: 100, height: 50, background };
    expect(drawInk({ ...box, background: { ...background, wrap: true } })).toEqual(drawInk(box));
  });

  const given = { width: 100, height: 50, text: '' };

  test('fills the whole box with its colour', () => {
    const found = drawInk({ ...given, background: { color: '#ff8000' } }, { x: 20, y: 30 });
    expect(boxOf(found)).toEqual([20, 30, 100, 50]);
    expect(pixelAt(found, 20, 30)).toEqual([255, 128, 0, 255]);
    expect(pixelAt(found, 119, 79)).toEqual([255, 128, 0, 255]);
  });

  test('exists only with a colour', () => {
    expect(drawText({ ...given, background: { opacity: 1, padding: 10 } })).toBeUndefined();
  });

  test('has its own opacity, which the letters do not share', () => {
    const found = drawInk({
      ...given,
      text: 'H',
      font: { size: 60 },
      background: { color: '#000000', opacity: 0.4 },
    });
    expect(pixelAt(found, 0, 0)[3]).toBe(102);
    expect(Math.max(...found.pixels.data.filter((_, index) => index % 4 === 3))).toBe(255);
  });

  test('has round corners', () => {
    const found = drawInk({ ...given, background: { color: '#ffffff', borderRadius: 25 } });
    expect(pixelAt(found, 0, 0)[3]).toBe(0);
    expect(pixelAt(found, 50, 0)[3]).toBe(255);
    expect(pixelAt(found, 0, 25)[3]).toBeGreaterThan(200);
  });

  test('hides the letters in its corners', () => {
    const letters = { text: 'MMM', font: { size: 120 }, width: 100, height: 100 };
    const corner = (borderRadius: number): number =>
      amountIn(drawInk({ ...letters, background: { borderRadius } }), 12);
    expect(corner(0)).toBeGreaterThan(0);
    expect(corner(50)).toBe(0);
  });

  test('keeps the letters away from its edge', () => {
    const at = (padding: number): number => {
      const asset = { width: 200, height: 100, font: { color: '#000000' } };
      const alignment = { horizontal: 'left', vertical: 'top' } as const;
      const found = drawInk({ ...asset, alignment, background: { color: '#ffffff', padding } });
      const first = found.pixels.data.findIndex((value, index) => index % 4 === 0 && value < 128);
      return Math.floor(first / 4 / found.pixels.width);
    };
    expect(at(20) - at(0)).toBe(20);
  });
});

describe('overflow', () => {
  test('is hidden below the box', () => {
    const found = drawInk({ text: 'H\nH\nH\nH', width: 100, height: 40 }, { x: 100, y: 100 });
    expect(found.y).toBeGreaterThanOrEqual(100);
    expect(found.y + found.height).toBeLessThanOrEqual(140);
  });

  it.each<[string, Partial<TextAsset>, At]>([
    ['right of the output', { width: 100, height: 50 }, { x: 400, y: 0 }],
    ['above the output', { width: 100, height: 50 }, { x: 0, y: -50 }],
    ['of no size', {}, { x: 200, y: 150, scale: 0 }],
    ['without a letter', { text: '' }, {}],
    ['of spaces', { text: ' \n ' }, {}],
  ])('of a text %s is not drawn at all', (_, given, at) => {
    expect(drawText(given, at)).toBeUndefined();
  });

  test('is cut off at the edge of the output', () => {
    const background = { color: '#ffffff' };
    expect(boxOf(drawInk({ width: 100, height: 50, background }, { x: -60, y: 280 }))).toEqual([
      0, 280, 40, 20,
    ]);
    expect(boxOf(drawInk({ background }, { x: -200_000, y: -150_000, scale: 1000 }))).toEqual([
      0, 0, 400, 300,
    ]);
  });
});

describe('position and scale', () => {
  test('a larger scale enlarges the letters, but does not lengthen the lines', () => {
    const small = drawInk({ width: 100, height: 50 });
    const large = drawInk({ width: 100, height: 50 }, { scale: 3 });
    expect(Math.abs(large.height - 3 * small.height)).toBeLessThanOrEqual(3);
    expect(Math.abs(large.width - 3 * small.width)).toBeLessThanOrEqual(5);
  });

  test('fractions of a pixel move the ink by fractions', () => {
    const given = { width: 100, height: 50, background: { color: '#ffffff' }, text: '' };
    const found = drawInk(given, { x: 20.25, y: 30 });
    expect(boxOf(found)).toEqual([20, 30, 101, 50]);
    // Three quarters of the first column are covered and one quarter of the last.
    expect(Math.abs(pixelAt(found, 20, 40)[3]! - 191)).toBeLessThanOrEqual(2);
    expect(Math.abs(pixelAt(found, 120, 40)[3]! - 64)).toBeLessThanOrEqual(2);
  });
});

describe('the stroke', () => {
  const given = { text: 'H', font: { size: 100, color: '#ffffff' } } as const;

  test('surrounds the letters with its full width', () => {
    const bare = drawInk(given);
    const stroked = drawInk({ ...given, stroke: { width: 6, color: '#ff0000' } });
    // The stems of the H begin on fractions of a pixel.
    expect(Math.abs(stroked.width - bare.width - 12)).toBeLessThanOrEqual(1);
    expect(Math.abs(stroked.height - bare.height - 12)).toBeLessThanOrEqual(1);
    expect(pixelAt(stroked, stroked.x + 2, 150)).toEqual([255, 0, 0, 255]);
    // The stem is unchanged.
    expect(pixelAt(stroked, bare.x + 5, 150)).toEqual(pixelAt(bare, bare.x + 5, 150));
  });

  test('exists only with a width and a colour', () => {
    for (const stroke of [{ width: 6 }, { color: '#ff0000' }, { width: 0, color: '#ff0000' }])
      expect(boxOf(drawInk({ ...given, stroke }))).toEqual(boxOf(drawInk(given)));
  });

  test('does not shine through translucent letters', () => {
    const stroked = drawInk({
      ...given,
      font: { ...given.font, opacity: 0.5 },
      stroke: { width: 6, color: '#ff0000' },
    });
    const [red, green, blue, alpha = 0] = pixelAt(stroked, drawInk(given).x + 5, 150);
    expect([red, green, blue]).toEqual([255, 255, 255]);
    expect(Math.abs(alpha - 128)).toBeLessThanOrEqual(1);
  });
});

describe('an ellipsis', () => {
  const given = {
    text: 'HHH HHH HHH HHH',
    width: 100,
    height: 70,
    alignment: { vertical: 'top', horizontal: 'left' },
  } as const;

  test('replaces the end of a text that is too long', () => {
    // Two lines fit. The third is removed, and the second ends with dots.
    const cut = drawInk({ ...given, ellipsis: '…' });
    expect(cut.y + cut.height).toBeLessThanOrEqual(70);
    expect(drawInk(given).height).toBeGreaterThan(cut.height);
    expect(boxOf(cut)).toEqual(boxOf(drawInk({ ...given, text: 'HHH\nHHH…' })));
  });

  test.each(['更', '👉', '\u{13000}'])('has the fonts of its own letters: %s', (ellipsis) => {
    // It is drawn as a part of the text, with fonts for all of its characters, or a box.
    const whole = drawInk({ ...given, text: `HHH\nHHH${ellipsis}`, width: 300 });
    const cut = drawInk({ ...given, text: 'HHH\nHHH\nHHH', width: 300, ellipsis });
    expect(cut.pixels).toEqual(whole.pixels);
  });

  test('is not drawn if the whole text fits', () => {
    expect(boxOf(drawInk({ ...given, text: 'HHH', ellipsis: '…' }))).toEqual(
      boxOf(drawInk({ ...given, text: 'HHH' })),
    );
  });
});

describe('accents and descenders', () => {
  const tall = { text: '\u01fagjy', font: { size: 60 }, width: 300, height: 60 } as const;
  const at = { x: 50, y: 100 };

  test('are visible beyond the box', () => {
    const found = drawInk({ ...tall, alignment: { vertical: 'top' } }, at);
    expect(found.y).toBeLessThan(100);
    expect(boxOf(found)).toEqual(boxOf(drawInk({ ...tall, height: 200 }, { x: 50, y: 30 })));
  });

  test('are visible above the first line of a text that is too long', () => {
    const found = drawInk({ ...tall, text: `${tall.text}\nHH`, alignment: { vertical: 'top' } }, at);
    expect(found.y).toBeLessThan(100);
    expect(found.y + found.height).toBe(160);
  });
});

describe('a line from right to left', () => {
  test('has its full stop on the left', () => {
    const { pixels } = drawInk({ text: 'שלום.', font: { size: 100 } });
    // The full stop is the only thing in its columns, and the lowest.
    const columnInk = (column: number): number => {
      let sum = 0;
      for (let row = 0; row < pixels.height; row++)
        sum += pixels.data[(row * pixels.width + column) * 4 + 3] ?? 0;
      return sum;
    };
    expect(columnInk(4)).toBeLessThan(255 * 16);
    expect(columnInk(4)).toBeGreaterThan(0);
  });
});

describe('a typewriter', () => {
  const given = {
    text: 'H H H',
    font: { size: 60 },
    animation: { preset: 'typewriter', duration: 4 },
  } as const;
  const typed = (time: number, more: Partial<TextAsset> = {}): DrawnPixels =>
    drawInk({ ...given, ...more }, { time });

  test('types one character at a time, including spaces, at its final position', () => {
    const whole = drawInk({ ...given, animation: undefined });
    expect(drawText(given, { time: 0.79 })).toBeUndefined();
    const one = typed(0.81);
    expect(one.x).toBe(whole.x);
    expect(one.width).toBeLessThan(whole.width / 3);
    expect(boxOf(typed(1.61))).toEqual(boxOf(one));
    expect(typed(2.41).width).toBeGreaterThan(2 * one.width);
  });

  test('ends with the same text as without it', () => {
    expect(typed(5).pixels.data).toEqual(drawInk({ ...given, animation: undefined }).pixels.data);
  });

  test('types right-to-left text from the right', () => {
    const text = 'אב';
    const [first, both] = [typed(2.5, { text }), typed(5, { text })];
    expect(first.x + first.width).toBe(both.x + both.width);
    expect(first.width).toBeLessThan(both.width);
  });

  test('types joined letters as one word', () => {
    expect(drawText({ ...given, text: 'سلام' }, { time: 3.9 })).toBeUndefined();
  });

  test('takes a second per 30 letters by default', () => {
    const animation = { preset: 'typewriter' } as const;
    // 15 letters of 45 after half a second.
    const half = drawInk({ text: 'H'.repeat(45), font: { size: 10 }, animation }, { time: 0.5 });
    const all = drawInk({ text: 'H'.repeat(45), font: { size: 10 } });
    expect(half.width / all.width).toBeCloseTo(1 / 3, 1);
  });

  test('types the ellipsis last', () => {
    const long = { text: 'HH HH HH', width: 120, height: 60, ellipsis: '…', font: { size: 50 } } as const;
    const animation = { preset: 'typewriter', duration: 3 } as const;
    const [almost, all] = [drawInk({ ...long, animation }, { time: 2.9 }), drawInk(long)];
    expect(almost.x + almost.width).toBeLessThan(all.x + all.width);
  });
});
