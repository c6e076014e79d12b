import { describe, expect, it, test } from 'vitest';
import type { TitleAsset } from '../../../edit/index.ts';
import { type DrawnPixels, drawPixels } from '../../compose/layers/draw-pixels.ts';
import { createDrawingSettings } from '../drawing-settings.fixture.ts';
import { createTitleDrawing } from './title-drawing.ts';
import { layOutTitle, selectTitleFonts } from './title-layout.ts';
import { TITLE_SIZES, TITLE_STYLES } from './title-styles.ts';

const OUTPUT = { width: 640, height: 360 };

/** Draws a title on the output. A background shows its box exactly; without one there is a shadow. */
function drawInk(given: Partial<TitleAsset> = {}, output = OUTPUT): DrawnPixels {
  const whole = { x: 0, y: 0, ...output };
  const asset: TitleAsset = { type: 'title', text: 'Hello', ...given };
  const found = drawPixels(
    createTitleDrawing(asset, createDrawingSettings(output)),
    0,
    { whole, visible: whole },
    output,
  );
  if (!found) throw new Error('Nothing is seen.');
  return found;
}

const GROUND = { background: '#000000' };
/** Distance from the edge of the picture in pixels: 0.07 of 360. */
const MARGIN = 25.2;

function boxOf({ x, y, width, height }: DrawnPixels): number[] {
  return [x, y, width, height];
}

/** Returns which pixels are lighter than a half. Over a dark background, those are the letters. */
function findInkRows({ pixels: { data, width, height } }: DrawnPixels): number[] {
  return Array.from({ length: height }, (_, row) => {
    let count = 0;
    for (let column = 0; column < width; column++) if ((data[(row * width + column) * 4] ?? 0) > 128) count++;
    return count;
  });
}

/** Returns the number of lines: runs of rows with light pixels. */
function linesIn(found: DrawnPixels): number {
  return findInkRows(found).filter((count, row, rows) => count > 0 && (rows[row - 1] ?? 0) === 0).length;
}

test('a title can move hundreds of thousands of times', () => {
  const x = Array.from({ length: 200_000 }, (_, index) => ({
    from: 0,
    to: 0,
    start: index / 10,
    length: 0.1,
  }));
  expect(boxOf(drawInk({ ...GROUND, offset: { x } }))).toEqual(boxOf(drawInk(GROUND)));
});

describe('the position', () => {
  const at = (position: TitleAsset['position']): DrawnPixels =>
    drawInk({ ...GROUND, ...(position && { position }) });

  test('is the centre by default', () => {
    const { x, y, width, height } = at(undefined);
    expect(Math.abs(x + width / 2 - 320)).toBeLessThanOrEqual(1);
    expect(Math.abs(y + height / 2 - 180)).toBeLessThanOrEqual(1);
  });

  it.each<[NonNullable<TitleAsset['position']>, number, number]>([
    ['topLeft', 0, 0],
    ['top', 0.5, 0],
    ['topRight', 1, 0],
    ['left', 0, 0.5],
    ['right', 1, 0.5],
    ['bottomLeft', 0, 1],
    ['bottom', 0.5, 1],
    ['bottomRight', 1, 1],
  ])('at the %s keeps its distance from the edge', (position, across, down) => {
    const { x, y, width, height } = at(position);
    expect(Math.abs(x - (MARGIN + across * (640 - 2 * MARGIN - width)))).toBeLessThanOrEqual(1);
    expect(Math.abs(y - (MARGIN + down * (360 - 2 * MARGIN - height)))).toBeLessThanOrEqual(1);
  });

  test('is moved by the offset, upwards where it is positive', () => {
    const [x = 0, y = 0] = boxOf(drawInk(GROUND));
    const moved = boxOf(drawInk({ ...GROUND, offset: { x: 0.1, y: 0.1 } }));
    expect(moved[0]).toBe(x + 64);
    expect(moved[1]).toBe(y - 36);
  });
});

describe('an offset of tweens', () => {
  const asset: TitleAsset = {
    type: 'title',
    text: 'Hello',
    style: 'chunk',
    offset: { x: [{ from: -0.1, to: 0.1, start: 1, length: 8 }], y: 0.05 },
  };
  const drawing = createTitleDrawing(asset, createDrawingSettings(OUTPUT, 10));
  const whole = { x: 0, y: 0, ...OUTPUT };

  /** Returns the centre of the letters, which are white. The shadow is black. */
  function middleAt(time: number): { x: number; y: number } {
    const found = drawPixels(drawing, time, { whole, visible: whole }, OUTPUT);
    const { data = new Uint8Array(), width = 0 } = found?.pixels ?? {};
    let [sum, x, y] = [0, 0, 0];
    for (let at = 3; at < data.length; at += 4) {
      const light = (data[at] ?? 0) * (data[at - 3] ?? 0);
      const pixel = (at - 3) / 4;
      sum += light;
      x += light * (pixel % width);
      y += light * Math.floor(pixel / width);
    }
    return { x: (found?.x ?? 0) + x / sum, y: (found?.y ?? 0) + y / sum };
  }

  test('moves the title inside its frame, from the value before to the value after', () => {
    const [before, half, after] = [middleAt(0.5), middleAt(5), middleAt(9.5)];
    // 0.1 of 640 pixels to each side.
    expect(Math.abs(half.x - before.x - 64)).toBeLessThan(0.1);
    expect(Math.abs(after.x - half.x - 64)).toBeLessThan(0.1);
    expect(Math.abs(half.y - after.y)).toBeLessThan(0.05);
  });

  test('ends at the position that a number would give', () => {
    const still = createTitleDrawing(
      { ...asset, offset: { x: 0.1, y: 0.05 } },
      createDrawingSettings(OUTPUT),
    );
    const found = drawPixels(still, 0, { whole, visible: whole }, OUTPUT);
    const moved = drawPixels(drawing, 9, { whole, visible: whole }, OUTPUT);
    expect(Math.abs((found?.x ?? NaN) - (moved?.x ?? NaN))).toBeLessThanOrEqual(1);
    expect(Math.abs((found?.y ?? NaN) - (moved?.y ?? NaN))).toBeLessThanOrEqual(1);
  });

  test('moves without jitter', () => {
    // 0.32 pixels from one to the next.
    const places = Array.from({ length: 30 }, (_, frame) => middleAt(3 + frame * 0.02));
    const jerks = places.slice(2).map((place, at) => {
      const [before = place, first = place] = [places[at + 1], places[at]];
      return Math.hypot(place.x - 2 * before.x + first.x, place.y - 2 * before.y + first.y);
    });
    const root = Math.sqrt(jerks.reduce((sum, jerk) => sum + jerk * jerk, 0) / jerks.length);
    // Pixels per frame, per frame. The limit is not tighter because overshoot on white letters is clipped.
    expect(root).toBeLessThan(0.03);
  });

  test('needs no more memory in a clip of scale 1000', () => {
    const large = { x: -319_680, y: -179_820, width: 640_000, height: 360_000 };
    const found = drawPixels(drawing, 5, { whole: large, visible: large }, OUTPUT);
    expect(found?.pixels.width).toBeGreaterThan(0);
  });

  test('rests after the last tween, and not before', () => {
    expect(drawing.staticFrom).toBe(9);
    expect(
      createTitleDrawing({ ...asset, offset: { y: 0.1 } }, createDrawingSettings(OUTPUT)).staticFrom,
    ).toBeUndefined();
  });
});

describe('the size', () => {
  test('grows from each value to the next', () => {
    const sizes = Object.keys(TITLE_SIZES) as NonNullable<TitleAsset['size']>[]; // The keys are the names.
    expect(sizes).toHaveLength(7);
    const heights = sizes.map((size) => drawInk({ ...GROUND, text: 'Hi', size }).height);
    expect(heights).toEqual(heights.toSorted((a, b) => a - b));
    expect(new Set(heights).size).toBe(7);
  });

  test('depends on the shorter side: a title is equally tall in a portrait picture', () => {
    const text = { text: 'Hi', ...GROUND };
    expect(drawInk(text, { width: 360, height: 640 }).height).toBe(drawInk(text).height);
  });

  test('of medium letters is 0.11 of that', () => {
    // A line of "minimal" is 1.15 font sizes tall, plus 0.2 above and below. Its size factor is 0.86.
    expect(Math.abs(drawInk(GROUND).height - 360 * 0.11 * 0.86 * 1.55)).toBeLessThanOrEqual(2);
  });
});

describe('a title that would not fit', () => {
  test('has more lines of about equal width', () => {
    const found = drawInk({ ...GROUND, text: 'one two three four five six', size: 'large' });
    expect(linesIn(found)).toBe(2);
    const { width } = found;
    // One line would need all of the 640 pixels without margins. Two lines need slightly more
    // than half of that.
    expect(width).toBeLessThan(0.8 * (640 - 2 * MARGIN));
  });

  it.each(Object.keys(TITLE_STYLES) as NonNullable<TitleAsset['style']>[])(
    'has smaller letters in the style %s, and no word is cut off',
    (style) => {
      const { x, width } = drawInk({ ...GROUND, style, text: 'Incomprehensibilities', size: 'xx-large' });
      expect(linesIn(drawInk({ ...GROUND, style, text: 'HHHHHHHHHHHHHHHHHHHHH', size: 'xx-large' }))).toBe(1);
      expect(x).toBeGreaterThanOrEqual(25);
      expect(x + width).toBeLessThanOrEqual(616);
    },
  );

  test('breaks between Chinese characters, which have no spaces', () => {
    const found = drawInk({ ...GROUND, text: '我喜欢音乐'.repeat(4), size: 'large' });
    // Two lines, each 1.15 font sizes tall, plus 0.2 above and below: the font size is unchanged.
    expect(Math.abs(found.height - 360 * 0.15 * 0.86 * 2.7)).toBeLessThanOrEqual(2);
  });

  test('is as tall as the available room', () => {
    const found = drawInk({ ...GROUND, text: 'word '.repeat(60), size: 'xx-large' });
    expect(found.y).toBeGreaterThanOrEqual(25);
    expect(found.y + found.height).toBeLessThanOrEqual(336);
  });

  test('can have any number of lines', () => {
    const layout = layOutTitle({ type: 'title', text: '\n'.repeat(150_000) }, OUTPUT);
    expect(layout.lines).toHaveLength(150_001);
    expect(layout.size).toBe(4);
  });

  test('is laid out in finite time, no matter how long it is', () => {
    expect(() => drawInk({ text: 'word '.repeat(1000) })).not.toThrow();
  });
});

describe('colours', () => {
  test('of the letters are white by default, or the given ones', () => {
    const brightest = (found: DrawnPixels): number[] => {
      const { data } = found.pixels;
      let at = 0;
      for (let pixel = 0; pixel < data.length; pixel += 4) {
        if ((data[pixel + 3] ?? 0) === 255 && (data[pixel] ?? 0) > (data[at] ?? 0)) at = pixel;
      }
      return [...data.subarray(at, at + 3)];
    };
    expect(brightest(drawInk({ ...GROUND, size: 'xx-large' }))).toEqual([255, 255, 255]);
    expect(brightest(drawInk({ ...GROUND, size: 'xx-large', color: '#c08040' }))).toEqual([192, 128, 64]);
  });

  it.each(['minimal', 'subtitle'] as const)('let all of a title in the style %s through', (style) => {
    const given = { style, text: 'HHH', size: 'xx-large' } as const;
    const [half, full] = [
      drawInk({ ...given, color: '#80ffffff' }),
      drawInk({ ...given, color: '#ffffffff' }),
    ];
    expect(boxOf(half)).toEqual(boxOf(full));
    const differences = Array.from({ length: full.pixels.data.length / 4 }, (_, pixel) => {
      const at = pixel * 4 + 3;
      return Math.abs((half.pixels.data[at] ?? 0) - ((full.pixels.data[at] ?? 0) * 128) / 255);
    });
    // Letters, outline and shadow have 128 / 255 of their alpha everywhere.
    expect(Math.max(...differences)).toBeLessThanOrEqual(1);
    const white = (found: DrawnPixels): number => found.pixels.data.filter((value) => value === 255).length;
    expect(white(half)).toBeGreaterThan(1000);
  });

  test('of letters with a shadow cover as much as those of letters without one', () => {
    // White letters on black: the shadow is not seen.
    const light = (given: Partial<TitleAsset>): number => {
      const { data } = drawInk({ size: 'small', ...given }).pixels;
      let sum = 0;
      for (let at = 0; at < data.length; at += 4) sum += (data[at] ?? 0) * (data[at + 3] ?? 0);
      return sum;
    };
    for (const style of ['minimal', 'vogue', 'chunk'] as const)
      expect(Math.abs(light({ style }) / light({ style, ...GROUND }) - 1)).toBeLessThan(0.01);
  });

  test('of the background can be translucent', () => {
    const { pixels } = drawInk({ background: '#80ff0000' });
    // Left of the letters, at half of the height.
    const at = ((pixels.height >> 1) * pixels.width + 3) * 4;
    expect([...pixels.data.subarray(at, at + 4)]).toEqual([255, 0, 0, 128]);
  });

  test('of the background "transparent" is none, so that the letters keep their shadow', () => {
    expect(drawInk({ background: 'transparent' })).toEqual(drawInk());
  });

  test('of the shadow are dark for light letters and light for dark ones', () => {
    const shade = (color: string): number => {
      const { data } = drawInk({ color, size: 'xx-large' }).pixels;
      // Only where it is faint, because there is no letter.
      const tones = Array.from({ length: data.length / 4 }, (_, pixel) => pixel * 4)
        .filter((at) => (data[at + 3] ?? 0) > 20 && (data[at + 3] ?? 0) < 60)
        .map((at) => data[at] ?? 0);
      return tones.reduce((sum, tone) => sum + tone, 0) / tones.length;
    };
    expect(shade('#ffffff')).toBeLessThan(60);
    expect(shade('#000000')).toBeGreaterThan(195);
  });
});

describe('styles', () => {
  test('all look different', () => {
    const looks = Object.keys(TITLE_STYLES).map((style) =>
      boxOf(drawInk({ style: style as TitleAsset['style'] & string })).join(),
    );
    expect(new Set(looks).size).toBe(10);
  });

  test('use capitals if they are designed for them', () => {
    const written = (style: NonNullable<TitleAsset['style']>): string =>
      selectTitleFonts({ type: 'title', text: 'Straße', style }).text;
    expect(written('blockbuster')).toBe('STRASSE');
    expect(written('minimal')).toBe('Straße');
  });

  test('look the same at any scale, including the shadow', () => {
    const asset: TitleAsset = { type: 'title', text: 'Hello' };
    const whole = { x: 0, y: 0, width: 1280, height: 720 };
    const found = drawPixels(
      createTitleDrawing(asset, createDrawingSettings(OUTPUT)),
      0,
      { whole, visible: whole },
      { width: 1280, height: 720 },
    );
    const small = drawInk();
    for (const [index, value] of boxOf(small).entries())
      expect(Math.abs((found ? (boxOf(found)[index] ?? 0) : 0) - 2 * value)).toBeLessThanOrEqual(8);
  });
});
