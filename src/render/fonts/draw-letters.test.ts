import { createCanvas, Path2D, type SKRSContext2D } from '@napi-rs/canvas';
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { fillLetters, strokeLetters } from './draw-letters.ts';
import { BUILT_IN_FONTS } from './font-library.ts';
import { openFontFile } from './font-register.ts';
import { gradientLetterPaintOf, letterPaintOf } from './letter-paint.ts';
import { applyFonts, selectFonts } from './text-fonts.ts';

const TEXT = 'Hamburgefonstiv 0123 quick';
/** Samples for the reference in each direction of a pixel. */
const SAMPLES = 8;

interface Letters {
  readonly family?: string;
  readonly weight?: number;
  readonly size?: number;
  /** Draws on a context whose font is set. By default, it fills black letters. */
  readonly draw?: (context: SKRSContext2D) => void;
}

const BASELINE = 40;
const fill =
  (paint: Parameters<typeof fillLetters>[1]) =>
  (context: SKRSContext2D): void =>
    fillLetters(context, paint, TEXT, 10, BASELINE);

/** Draws letters and returns their pixels. */
function drawLetters({ family = 'Open Sans', weight = 400, size = 16, draw = fill('#000000') }: Letters) {
  const [width, height] = [25 * size, 60];
  const context = createCanvas(width, height).getContext('2d');
  applyFonts(context, selectFonts(TEXT, BUILT_IN_FONTS.findFace(family, weight)), size);
  draw(context);
  const { data } = context.getImageData(0, 0, width, height);
  return { data, alpha: data.filter((_, index) => index % 4 === 3), width };
}

/** Returns the area of the outlines that the font file has, in pixels, in each row. */
function outlineRows({ family = 'Open Sans', weight = 400, size = 16 }: Letters): number[] {
  const font = openFontFile(BUILT_IN_FONTS.findFace(family, weight).path);
  if (!font) throw new Error('There is no such font.');
  const [width, height] = [25 * size * SAMPLES, 60 * SAMPLES];
  const context = createCanvas(width, height).getContext('2d');
  context.scale(SAMPLES, SAMPLES);
  context.translate(10, BASELINE);
  const scale = size / font.unitsPerEm;
  const { glyphs, positions } = font.layout(TEXT);
  for (const [index, glyph] of glyphs.entries()) {
    context.save();
    context.scale(scale, -scale);
    context.fill(new Path2D(glyph.path.toSVG()));
    context.restore();
    context.translate((positions[index]?.xAdvance ?? 0) * scale, 0);
  }
  const { data } = context.getImageData(0, 0, width, height);
  const rows = Array.from({ length: 60 }, () => 0);
  for (let at = 3; at < data.length; at += 4) {
    const row = Math.floor(at / 4 / (width * SAMPLES));
    rows[row] = (rows[row] ?? 0) + (data[at] ?? 0) / 255 / SAMPLES ** 2;
  }
  return rows;
}

function sumOf(numbers: Iterable<number>): number {
  return [...numbers].reduce((sum, number) => sum + number, 0);
}

function inkOf(letters: Letters): number {
  return sumOf(drawLetters(letters).alpha) / 255;
}

const FONTS = [
  ['Open Sans', 400],
  ['Roboto', 700],
  ['Work Sans', 300],
  ['Montserrat', 400],
] as const;

describe.each(FONTS)('letters in %s %s', (family, weight) => {
  const areaOf32 = sumOf(outlineRows({ family, weight, size: 32 }));

  it.each([12, 14, 16, 20, 24, 32])('at %s px have the area of their outlines', (size) => {
    const area = areaOf32 * (size / 32) ** 2;
    const excess = (colour: string): number => inkOf({ family, weight, size, draw: fill(colour) }) / area - 1;
    expect(Math.abs(excess('#000000'))).toBeLessThan(0.035);
    expect(Math.abs(excess('#cc2233'))).toBeLessThan(0.05);
    // A browser draws white letters a little bolder than they are.
    expect(excess('#ffffff')).toBeGreaterThan(0);
    expect(excess('#ffffff')).toBeLessThan(0.14);
  });

  it('have no edge that is moved to a whole row', () => {
    const letters = { family, weight, size: 14 };
    const { alpha, width } = drawLetters(letters);
    const rows = outlineRows(letters);
    const area = sumOf(rows);
    const differences = rows.map((expected, row) => {
      const drawn = sumOf(alpha.subarray(row * width, (row + 1) * width)) / 255;
      return Math.abs(drawn - expected) / area;
    });
    expect(Math.max(...differences)).toBeLessThan(0.012);
  });
});

test('the weight does not jump from one colour to the next', () => {
  const inks = Array.from({ length: 32 }, (_, index) => {
    const grey = (8 * index).toString(16).padStart(2, '0');
    return inkOf({ size: 14, draw: fill(`#${grey.repeat(3)}`) });
  });
  const steps = inks.slice(1).map((ink, index) => ink / (inks[index] ?? ink) - 1);
  for (const step of steps) expect(step).toBeGreaterThanOrEqual(0);
  expect(Math.max(...steps)).toBeLessThan(0.04);
});

it('depends on the brightness of a colour only', () => {
  const sharesOf = (edges: readonly [string, number][]): number[] =>
    edges.map(([colour, same]) => {
      const expected = inkOf({ draw: fill(`#${same.toString(16).repeat(3)}`) });
      return inkOf({ draw: fill(colour) }) / expected;
    });
  // Red, green, blue, yellow, magenta and a colour whose channels lie at the ends of their eighths.
  const shares = sharesOf([
    ['#ff0000', 0x30],
    ['#0f0', 0xa8],
    ['#0000ff', 0x10],
    ['#ffff00', 0xf0],
    ['#ff00ff', 0x48],
    ['#1fe01f', 0xa8],
  ]);
  for (const share of shares) expect(share).toBeCloseTo(1, 2);
});

it.each(['#000000', '#1a2b3c', '#c08040', '#00ff00', '#ffe100', '#ffffff'])(
  'has exactly the colour %s inside of letters',
  (colour) => {
    const { data } = drawLetters({ size: 60, draw: (context) => fillLetters(context, colour, 'H', 20, 50) });
    const solid = new Set<string>();
    for (let at = 0; at < data.length; at += 4) {
      const [red = 0, green = 0, blue = 0, alpha] = data.subarray(at, at + 4);
      if (alpha === 255) solid.add(`#${((red << 16) | (green << 8) | blue).toString(16).padStart(6, '0')}`);
    }
    expect([...solid]).toEqual([colour]);
  },
);

describe('the opacity of the context', () => {
  it.each(['#000000', '#c08040', '#ffffff'])('is that of letters in %s', (colour) => {
    const draw = (context: SKRSContext2D): void => {
      context.globalAlpha = 0.5;
      fillLetters(context, colour, 'H', 20, 50);
    };
    expect(Math.abs(Math.max(...drawLetters({ size: 60, draw }).alpha) - 127.5)).toBeLessThan(1);
  });
});

describe('letters have the same weight', () => {
  const weightOf = (prepare: (context: SKRSContext2D) => void): number =>
    inkOf({
      draw(context) {
        prepare(context);
        fillLetters(context, '#000000', TEXT, 10, BASELINE);
      },
    });
  const still = weightOf(() => undefined);

  it.each<[string, (context: SKRSContext2D) => void]>([
    ['upside down', (context) => context.transform(-1, 0, 0, -1, 400, 60)],
    ['mirrored', (context) => context.transform(-1, 0, 0, 1, 400, 0)],
    ['slanted a little to the left', (context) => context.transform(1, 0, -0.75 / 1024, 1, 0, 0)],
    ['slanted a little to the right', (context) => context.transform(1, 0, 0.75 / 1024, 1, 0, 0)],
    ['turned a little', (context) => context.rotate(0.0008)],
  ])('%s', (_, prepare) => {
    expect(weightOf(prepare) / still).toBeCloseTo(1, 2);
  });

  it('if they are drawn at another size and scaled', () => {
    const scaled = inkOf({
      size: 40,
      draw(context) {
        context.scale(0.4, 0.4);
        fillLetters(context, '#000000', TEXT, 25, 100);
      },
    });
    expect(scaled / still).toBeCloseTo(1, 2);
  });

  it('as a stroke, in black as in white', () => {
    const stroke = (colour: string): number =>
      inkOf({ draw: (context) => strokeLetters(context, colour, TEXT, 10, BASELINE) });
    expect(stroke('#ffffff') / stroke('#000000')).toBeGreaterThan(1);
    expect(stroke('#ffffff') / stroke('#000000')).toBeLessThan(1.15);
  });

  it.each([
    ['bright', ['#ffffff', '#ffff80']],
    ['dark', ['#000000', '#300010']],
    ['of many colours', ['#ff0000', '#ffff00', '#00ff00', '#00ffff', '#0000ff', '#ff00ff', '#ffffff']],
  ])('with a gradient that is %s', (_, colours) => {
    const stops = colours.map((color, index) => ({ offset: (index + 0.5) / colours.length, color }));
    const draw = (context: SKRSContext2D): void => {
      const paint = gradientLetterPaintOf(stops, (lengthened) =>
        context.createLinearGradient(0, 0, 300 * lengthened, 0),
      );
      fill(paint)(context);
    };
    expect(inkOf({ draw }) / still).toBeCloseTo(1, 2);
  });
});

test('a gradient has the colours of its stops where they are, and beyond its ends', () => {
  const context = createCanvas(300, 10).getContext('2d');
  const { style } = gradientLetterPaintOf(
    [
      { offset: 0.25, color: '#f00' },
      { offset: 0.75, color: '#0000ff' },
    ],
    (lengthened) => context.createLinearGradient(100, 0, 100 + 100 * lengthened, 0),
  );
  context.fillStyle = style;
  context.fillRect(0, 0, 300, 10);
  const at = (x: number): number[] => [...context.getImageData(x, 5, 1, 1).data];
  expect([at(0), at(124)]).toEqual([at(124), [255, 0, 0, 255]]);
  expect([at(176), at(299)]).toEqual([at(299), [0, 0, 255, 255]]);
  for (const [index, expected] of [127, 0, 128].entries())
    expect(Math.abs((at(150)[index] ?? 0) - expected)).toBeLessThanOrEqual(3);
});

it('leaves the context as it was', () => {
  const context = createCanvas(100, 100).getContext('2d');
  context.fillStyle = '#123456';
  fillLetters(context, '#c08040', 'a', 10, 20);
  context.fillRect(0, 0, 100, 100);
  expect([...context.getImageData(50, 50, 1, 1).data]).toEqual([0x12, 0x34, 0x56, 255]);
  const { a, b, c, d, e, f } = context.getTransform();
  expect([context.globalAlpha, a, b, c, d, e, f]).toEqual([1, 1, 0, 0, 1, 0, 0]);
});

it('keeps paints', () => {
  expect(letterPaintOf('#abcdef')).toBe(letterPaintOf('#abcdef'));
});

it('is the only way to draw a text', () => {
  const folder = `${import.meta.dirname}/../..`;
  const others = globSync('**/*.ts', { cwd: folder }).filter(
    (path) =>
      !/(\.test|\.fixture|draw-letters)\.ts$/.test(path) &&
      /\.(fill|stroke)Text\(/.test(readFileSync(`${folder}/${path}`, 'utf8')),
  );
  expect(others).toEqual([]);
});

/** Draws "H" and more letters at places between two pixel rows, and returns the mean row of the "H". */
function rowsOfH(more: string, family: string, turn = 0): number[] {
  const size = 30;
  const textFonts = selectFonts(`H${MIXED.join('')}`, BUILT_IN_FONTS.findFace(family));
  return [0.1, 0.3, 0.5, 0.7, 0.9].map((fraction) => {
    const context = createCanvas(100, 100).getContext('2d');
    context.translate(50 + fraction, 50 + fraction);
    context.rotate(turn);
    applyFonts(context, textFonts, size);
    context.direction = 'ltr';
    fillLetters(context, '#000000', `H${more}`, 0, 0);
    context.resetTransform();
    const [x, y, width, height] = turn === 0 ? [50, 0, 22, 100] : [0, 50, 100, 22];
    const { data } = context.getImageData(x, y, width, height);
    let [sum, ink] = [0, 0];
    for (let pixel = 0; pixel < width * height; pixel++) {
      const alpha = data[4 * pixel + 3] ?? 0;
      sum += alpha * (turn === 0 ? Math.floor(pixel / width) : pixel % width);
      ink += alpha;
    }
    return sum / ink;
  });
}

const MIXED = ['', ' \u0e17\u0e35\u0e48', ' \u0639', ' \u{1f389}', ' \u092e\u0940'];

describe.each(['Open Sans', 'Montserrat', 'Roboto'])('letters of %s', (family) => {
  it.each([0, Math.PI / 2])('stay on their pixel row beside those of other fonts, turned by %d', (turn) => {
    const expected = rowsOfH('', family, turn);
    // The nearest rows: the first two places have the same one.
    expect(expected.map((row) => Math.round(Math.abs(row - (expected[0] ?? 0))))).toEqual([0, 0, 1, 1, 1]);
    for (const more of MIXED)
      for (const [index, row] of rowsOfH(more, family, turn).entries())
        expect.soft(Math.abs(row - (expected[index] ?? 0)), more).toBeLessThan(0.1);
  });
});
