import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, it, test } from 'vitest';
import type { WholeRichText } from '../../resolve/timeline.ts';
import { type DrawnPixels, drawPixels as drawnOn } from '../../compose/layers/draw-pixels.ts';
import { createDrawingSettings } from '../drawing-settings.fixture.ts';
import { createRichTextDrawing } from './rich-text-drawing.ts';

const BOX = { width: 400, height: 200 };
const RED = [255, 0, 0, 255];
const NOTHING = [0, 0, 0, 0];
/** Letters large enough to be hit by single pixels. */
const FONT = { size: 100, weight: 800, color: '#ff0000' };

/** Draws a rich text in its box at the top of an output of 400 x 3000 and returns its ink. */
function drawText(given: Partial<WholeRichText>): DrawnPixels | undefined {
  const output = { width: 400, height: 3000 };
  const whole = { x: 0, y: 0, ...BOX };
  const drawing = createRichTextDrawing(
    { type: 'rich-text', text: 'HHH', font: FONT, ...given },
    createDrawingSettings(BOX),
  );
  return drawnOn(drawing, 0, { whole, visible: whole }, output);
}

/** Returns the pixels of a rich text in a box of 400 x 200, including a part of its surroundings. */
class Picture {
  static readonly around = 50;
  private readonly data: Uint8ClampedArray;
  private readonly width = BOX.width + 2 * Picture.around;
  private readonly height = BOX.height + 2 * Picture.around;

  constructor(given: Partial<WholeRichText>, time = 0, { x = 0, y = 0 } = {}) {
    const drawing = createRichTextDrawing(
      { type: 'rich-text', text: 'HHH', font: FONT, ...given },
      createDrawingSettings(BOX),
    );
    const context = createCanvas(this.width, this.height).getContext('2d');
    context.translate(Picture.around + x, Picture.around + y);
    drawing.draw(context, Math.min(time, drawing.staticFrom ?? 0));
    this.data = context.getImageData(0, 0, this.width, this.height).data;
  }

  /** Returns red, green, blue and alpha at a pixel of the box. */
  at(x: number, y: number): number[] {
    const place = ((Math.floor(y) + Picture.around) * this.width + Math.floor(x) + Picture.around) * 4;
    return [...this.data.subarray(place, place + 4)];
  }

  /** Returns the first and last column and row with ink, in pixels of the box. */
  get ink(): { left: number; right: number; top: number; bottom: number } {
    const found = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
    for (let place = 3; place < this.data.length; place += 4) {
      if ((this.data[place] ?? 0) < 8) continue;
      const x = ((place - 3) / 4) % this.width;
      const y = ((place - 3) / 4 - x) / this.width;
      found.left = Math.min(found.left, x - Picture.around);
      found.right = Math.max(found.right, x - Picture.around);
      found.top = Math.min(found.top, y - Picture.around);
      found.bottom = Math.max(found.bottom, y - Picture.around);
    }
    return found;
  }

  /** Returns the difference between two pictures as a share of all ink. */
  differenceTo(other: Picture): number {
    let [difference, all] = [0, 0];
    for (let place = 3; place < this.data.length; place += 4) {
      difference += Math.abs((this.data[place] ?? 0) - (other.data[place] ?? 0));
      all += this.data[place] ?? 0;
    }
    return difference / all;
  }
}

test('a highlight of low letters is as tall as one of capitals', () => {
  const font = { ...FONT, background: '#0000ff' };
  const shadow = { offsetY: 1 };
  const capitals = drawText({ text: 'HHH', font });
  for (const given of [{}, { shadow }]) {
    const low = drawText({ text: '. . .', font, ...given });
    // From 0.9 font sizes above the baseline to 0.26 below it.
    expect([low?.y, low?.height]).toEqual([capitals?.y, 116]);
  }
});

test('lines that do not fit are visible, no matter how far they extend beyond the box', () => {
  const found = drawText({ text: 'H\n'.repeat(20), align: { vertical: 'top' } });
  // The output ends at 3000. Lines of 1.2 font sizes end far below 400.
  expect(found && found.y + found.height).toBeGreaterThan(2300);
});

describe('letters', () => {
  test('are by default black, 24 pixels tall and in the middle of the box', () => {
    const { ink } = new Picture({ font: {} });
    // Capitals of Open Sans are 0.714 font sizes tall. The baseline is at 100 + 0.35 * 24.
    expect(ink.bottom).toBeCloseTo(107.4, -0.5);
    expect(ink.bottom - ink.top + 1).toBeCloseTo(17.1, -0.5);
    expect(ink.left + ink.right).toBeCloseTo(400, -0.8);
  });

  test('have their opacity, and half of their stroke outside', () => {
    const plain = new Picture({});
    const { ink, at } = { ink: plain.ink, at: (picture: Picture) => picture.at(plain.ink.left + 10, 100) };
    expect(at(plain)).toEqual(RED);
    expect(at(new Picture({ font: { ...FONT, opacity: 0.5 } }))[3]).toBeCloseTo(128, -0.5);
    const lined = new Picture({ stroke: { width: 12, color: '#0000ff' } });
    expect(lined.ink.left).toBeCloseTo(ink.left - 6, -0.5);
    expect(lined.at(ink.left - 3, 100)).toEqual([0, 0, 255, 255]);
    expect(at(lined)).toEqual(RED);
  });

  test('that are translucent do not show the stroke below them', () => {
    const left = new Picture({}).ink.left;
    const stroke = { width: 12, color: '#0000ff' };
    const [red, , blue, alpha = 0] = new Picture({ stroke, font: { ...FONT, opacity: 0.5 } }).at(
      left + 3,
      100,
    );
    expect([red, blue]).toEqual([255, 0]);
    expect(Math.abs(alpha - 128)).toBeLessThanOrEqual(1);
    const hollow = new Picture({ stroke, font: { ...FONT, opacity: 0 } });
    expect(hollow.at(left + 10, 100)).toEqual(NOTHING);
    expect(hollow.at(left - 3, 100)).toEqual([0, 0, 255, 255]);
  });

  test('the stroke of the font overrides that of the asset', () => {
    const picture = new Picture({
      font: { ...FONT, stroke: { width: 12, color: '#00ff00' } },
      stroke: { width: 40, color: '#0000ff' },
    });
    expect(picture.at(new Picture({}).ink.left - 3, 100)).toEqual([0, 255, 0, 255]);
  });

  test('are not cut off where they extend beyond the box', () => {
    // Baselines at 45 and 225 of 200.
    const tall = { text: 'ÅÉ\njg', style: { lineHeight: 1.8 } };
    const { top, bottom } = new Picture(tall).ink;
    expect(top).toBeLessThan(-40);
    expect(bottom).toBeGreaterThan(240);
    const { bleed } = createRichTextDrawing(
      { type: 'rich-text', font: FONT, ...tall },
      createDrawingSettings(BOX),
    );
    expect(bleed).toBeGreaterThanOrEqual(Math.max(-top, bottom - 200));
  });

  test('can be converted to capitals', () => {
    const capitals = (text: string, textTransform: 'capitalize' | 'uppercase'): Picture =>
      new Picture({ text, style: { textTransform }, font: { ...FONT, size: 40 } });
    const written = new Picture({ text: 'It’s TO', font: { ...FONT, size: 40 } });
    expect(capitals('it’s tO', 'capitalize').differenceTo(written)).toBe(0);
    expect(capitals('it’s to', 'uppercase').differenceTo(written)).toBeGreaterThan(0.1);
  });
});

describe('a gradient', () => {
  const stops = [
    { offset: 1, color: '#0000ff' },
    { offset: 0, color: '#ff0000' },
  ];
  const end = ([red = 0, , blue = 0]: number[]): string =>
    red > 220 ? 'red' : blue > 220 ? 'blue' : 'between';

  it.each([
    [0, 'red', 'blue'],
    [180, 'blue', 'red'],
  ])('at %s degrees ends at the left and right of the letters', (angle, left, right) => {
    const picture = new Picture({ style: { gradient: { angle, stops } } });
    expect(end(picture.at(picture.ink.left + 5, 100))).toBe(left);
    expect(end(picture.at(picture.ink.right - 5, 100))).toBe(right);
  });

  test('at 90 degrees runs down over all lines', () => {
    const picture = new Picture({
      text: 'H\nH',
      font: { ...FONT, size: 60 },
      style: { gradient: { angle: 90, stops } },
    });
    const { left, top, bottom } = picture.ink;
    expect(end(picture.at(left + 6, top + 2))).toBe('red');
    expect(end(picture.at(left + 6, bottom - 2))).toBe('blue');
  });

  test('starts in the centre if it is radial', () => {
    const picture = new Picture({ style: { gradient: { type: 'radial', stops } }, text: 'HIH' });
    expect(end(picture.at(200, 100))).toBe('red');
    expect(end(picture.at(picture.ink.left + 2, 100))).toBe('blue');
  });

  test('does not affect the colours of an emoji', () => {
    const gradient = { stops: [{ offset: 0, color: '#00ff00' }, { offset: 1, color: '#00ff00' }] }; // oxfmt-ignore
    const [red = 0, green = 0] = new Picture({ text: '😀', style: { gradient } }).at(200, 85);
    expect(red).toBeGreaterThan(150);
    expect(green).toBeGreaterThan(100);
  });
});

describe('highlights and decorations of a line', () => {
  test('a highlight extends 0.15 font sizes beyond it, from 0.9 above the baseline to 0.26 below', () => {
    const plain = new Picture({ font: { ...FONT, size: 100 } });
    const { ink } = new Picture({ font: { ...FONT, background: '#00ff00' } });
    // The baseline is at 100 + 35.
    expect([ink.top, ink.bottom]).toEqual([45, 160]);
    // An H has side bearings.
    expect(ink.left).toBeLessThan(plain.ink.left - 15);
    expect(ink.left).toBeGreaterThan(plain.ink.left - 30);
  });

  it.each([
    // The baseline is at 135, the middle of the line at 145 or 105, and it is 5 thick.
    ['underline', 145],
    ['line-through', 105],
  ] as const)('%s lies at its place', (textDecoration, middle) => {
    const picture = new Picture({ text: 'H H', style: { textDecoration } });
    // Between the letters.
    const column = Array.from({ length: 100 }, (_, row) => row + 70).filter(
      (y) => (picture.at(200, y)[3] ?? 0) > 0,
    );
    expect(column[0]).toBe(Math.floor(middle - 2.5));
    expect(column.at(-1)).toBe(Math.ceil(middle + 2.5) - 1);
  });
});

describe('the box', () => {
  test('is filled completely, with half of the border inside and half outside', () => {
    const picture = new Picture({
      background: { color: '#00ff00' },
      border: { width: 10, color: '#0000ff' },
    });
    expect(picture.ink).toEqual({ left: -5, right: 404, top: -5, bottom: 204 });
    expect(picture.at(-3, 100)).toEqual([0, 0, 255, 255]);
    expect(picture.at(6, 100)).toEqual([0, 255, 0, 255]);
  });

  test('is wrapped around letters, padding and half of their strokes', () => {
    const letters = new Picture({}).ink;
    const wrapped = new Picture({
      background: { color: '#00ff00', wrap: true, padding: 20 },
      stroke: { width: 10 },
    }).ink;
    expect(wrapped.top).toBeCloseTo(letters.top - 25, -0.6);
    expect(wrapped.bottom).toBeCloseTo(letters.bottom + 25, -0.6);
    expect(wrapped.left).toBeLessThanOrEqual(letters.left - 25);
  });

  test('has the round corners of the border', () => {
    const background = { color: '#00ff00', borderRadius: 0 };
    expect(new Picture({ background }).at(1, 1)[3]).toBe(255);
    expect(new Picture({ background, border: { radius: 30 } }).at(1, 1)[3]).toBe(0);
  });
});

describe('a shadow', () => {
  test('is cast once, at its offset, with an opacity of a half by default', () => {
    const picture = new Picture({ shadow: { offsetX: 15, offsetY: 0, color: '#0000ff' } });
    const { right } = new Picture({}).ink;
    expect(picture.at(right + 7, 100)[2]).toBe(255);
    expect(Math.abs((picture.at(right + 7, 100)[3] ?? 0) - 128)).toBeLessThanOrEqual(1);
    expect(picture.at(right - 7, 100)).toEqual(RED);
  });

  test('scales with the drawing', () => {
    const reach = (scale: number): number => {
      const asset = {
        type: 'rich-text',
        text: 'H',
        font: FONT,
        shadow: { offsetX: 80, offsetY: 0 },
      } as const;
      const context = createCanvas(BOX.width * scale, BOX.height * scale).getContext('2d');
      context.scale(scale, scale);
      createRichTextDrawing(asset, createDrawingSettings(BOX)).draw(context, 0);
      const { data } = context.getImageData(0, 100 * scale, BOX.width * scale, 1);
      return Array.from({ length: BOX.width * scale }, (_, x) => data[x * 4 + 3] ?? 0).findLastIndex(
        (a) => a > 64,
      );
    };
    expect(Math.abs(reach(2) - 2 * reach(1))).toBeLessThanOrEqual(3);
  });
});

describe('an animation', () => {
  const words = { text: 'AV To\nlast', font: { ...FONT, size: 60 } } as const;

  it.each<NonNullable<WholeRichText['animation']>>([
    { preset: 'shift' },
    { preset: 'fadeIn', style: 'word' },
    { preset: 'slideIn', style: 'character' },
  ])('of %j ends before the last frame at the position without animation', (animation) => {
    const still = new Picture(words);
    // Just before the end, all units have arrived except the last one, which almost has.
    expect(
      still.differenceTo(new Picture({ ...words, animation: { ...animation, duration: 1 } }, 0.9999)),
    ).toBeLessThan(0.01);
    expect(still.differenceTo(new Picture({ ...words, animation }, 9))).toBe(0);
  });

  test('does not depend on the frames drawn before', () => {
    const asset = { type: 'rich-text', ...words, animation: { preset: 'movingLetters' } } as const;
    const draw = (...times: number[]): Buffer => {
      const drawing = createRichTextDrawing(asset, createDrawingSettings(BOX));
      const context = createCanvas(BOX.width, BOX.height).getContext('2d');
      for (const time of times) {
        context.clearRect(0, 0, BOX.width, BOX.height);
        drawing.draw(context, time);
      }
      return Buffer.from(context.getImageData(0, 0, BOX.width, BOX.height).data);
    };
    expect(draw(0.1, 2, 0.7).equals(draw(0.7))).toBe(true);
  });

  test('begins with the first word, which for Hebrew is on the right', () => {
    const animation = { preset: 'fadeIn', style: 'word', duration: 3 } as const;
    const middle = (text: string): number => {
      const { left, right } = new Picture({ text, font: { ...FONT, size: 60 }, animation }, 0.3).ink;
      return (left + right) / 2;
    };
    expect(middle('one two')).toBeLessThan(200);
    expect(middle('שלום עולם')).toBeGreaterThan(200);
  });

  test('moves by less than a pixel at a time', () => {
    const top = (time: number): number => {
      const picture = new Picture({ text: 'H', animation: { preset: 'movingLetters' } }, 10 + time);
      // The crossbar of the H: the sum of its alphas gives the position of its upper edge.
      return [...Array(40).keys()].reduce((sum, row) => sum + (picture.at(200, 60 + row)[3] ?? 0), 0) / 255;
    };
    // 0.3 * 100 * 2 pi = 188 pixels per second at the middle: 0.19 in a millisecond.
    const steps = [0, 1, 2, 3].map((step) => top((step + 1) / 1000) - top(step / 1000));
    for (const step of steps) expect(step).toBeCloseTo(0.188, 1);
  });

  test('types one letter at a time with a cursor, and draws decorations at the end', () => {
    const typed = {
      text: 'HHHH',
      style: { textDecoration: 'underline' },
      animation: { preset: 'typewriter', duration: 4 },
    } as const;
    const two = new Picture(typed, 2.5);
    const still = new Picture(typed, 9);
    // From 0.75 font sizes above the baseline at 135 to 0.15 below.
    expect([two.ink.top, two.ink.bottom]).toEqual([60, 149]);
    const { right } = two.ink;
    // The width is 1/15 of the font size.
    expect(
      [two.at(right, 148)[3], two.at(right - 3, 148)[3], two.at(right - 8, 148)[3]].map((a) => (a ?? 0) > 0),
    ).toEqual([true, true, false]);
    expect(right).toBeLessThan((still.ink.left + still.ink.right) / 2 + 20);
    expect(still.at(200, 145)).toEqual(RED);
  });
});

test.each([
  ['slideIn', {}],
  ['fadeIn', {}],
  ['ascend', {}],
  ['slideIn', { shadow: { offsetX: 6, offsetY: 6, blur: 4, color: '#000000' } }],
] as const)('nothing of a text that comes in, by %s, lies where it is not looked for', (preset, style) => {
  const output = { width: 1000, height: 600 };
  const whole = { x: 300, y: 200, ...BOX };
  const asset = {
    type: 'rich-text',
    text: 'Agj',
    font: FONT,
    animation: { preset, duration: 1 },
    ...style,
  } as const;
  const drawing = createRichTextDrawing(asset, createDrawingSettings(BOX));
  const everywhere = { x: -300, y: -200, ...output };
  for (const time of [0.1, 0.3, 0.7]) {
    const found = drawnOn(drawing, time, { whole, visible: whole }, output);
    const all = { ...drawing, bleed: 300, inkBox: everywhere, inkBoxAt: () => everywhere };
    expect(found).toEqual(drawnOn(all, time, { whole, visible: whole }, output));
    expect(found).toBeDefined();
  }
});
