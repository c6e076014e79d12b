import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, it, test } from 'vitest';
import type { RichTextSpan } from '../../../../edit/index.ts';
import { BUILT_IN_FONTS } from '../../../fonts/font-library.ts';
import type { WholeRichText } from '../../../resolve/timeline.ts';
import { createDrawingSettings } from '../../drawing-settings.fixture.ts';
import { placeLines, placeUnits } from '../../lines/placed-lines.ts';
import { lostInkOf, MOTIONS } from '../moving-ink.fixture.ts';
import { createRichTextDrawing } from '../rich-text-drawing.ts';
import { createTextPreparer } from './prepared-text.ts';

const BOX = { width: 400, height: 200 };
const TEXT = 'Übermut AVATAR wächst\nim Frühling';
const FONT = { size: 40, weight: 700, color: '#ff0000' };

function toAsset(spans: readonly RichTextSpan[], look: Partial<WholeRichText> = {}): WholeRichText {
  return {
    type: 'rich-text',
    font: FONT,
    ...look,
    spans: [...spans],
    text: spans.map(({ text }) => text).join(''),
  };
}

function draw(asset: WholeRichText, time = 0): Uint8ClampedArray {
  const context = createCanvas(500, 300).getContext('2d');
  context.translate(50, 50);
  createRichTextDrawing(asset, createDrawingSettings(BOX)).draw(context, time);
  return context.getImageData(0, 0, 500, 300).data;
}

/** Returns the largest difference between two pictures, 0 to 255. */
function differenceOf(one: Uint8ClampedArray, other: Uint8ClampedArray): number {
  let most = 0;
  for (let at = 0; at < one.length; at++) most = Math.max(most, Math.abs((one[at] ?? 0) - (other[at] ?? 0)));
  return most;
}

/** Returns the opacities of the pixels of a picture. */
function opacitiesOf(data: Uint8ClampedArray): Uint8ClampedArray {
  return data.filter((_, at) => at % 4 === 3);
}

/** Returns the baselines of the lines of a text at the top of a box of 400 x 200. */
function baselinesOf(spans: readonly RichTextSpan[], look: Partial<WholeRichText> = {}): number[] {
  return linesOf(spans, { align: { vertical: 'top' }, ...look }).map(({ baseline }) => baseline);
}

function linesOf(spans: readonly RichTextSpan[], look: Partial<WholeRichText> = {}) {
  const { text, block, ruler } = createTextPreparer(toAsset(spans, look), BUILT_IN_FONTS)();
  return placeLines(text, BOX, block, ruler).lines;
}

describe('a single span draws what a text draws', () => {
  it.each<[string, Partial<WholeRichText>]>([
    ['in a plain look', {}],
    ['with a least size', { font: { ...FONT, size: 90, minSize: 10 } }],
    ['with spaced letters', { style: { letterSpacing: 4, wordSpacing: 6, textTransform: 'uppercase' } }],
    [
      'with a stroke and a shadow',
      { stroke: { width: 6, color: '#0000ff' }, shadow: { offsetX: 4, blur: 3 } },
    ],
    [
      'with a highlight and a line',
      { font: { ...FONT, background: '#00ff00' }, style: { textDecoration: 'underline' } },
    ],
    ['half way through an animation', { animation: { preset: 'typewriter', duration: 2 } }],
  ])('%s', (_, look) => {
    const plain: WholeRichText = { type: 'rich-text', font: FONT, ...look, text: TEXT };
    expect(differenceOf(draw(toAsset([{ text: TEXT }], look), 1), draw(plain, 1))).toBe(0);
  });

  test('in several parts', () => {
    const parts = [{ text: TEXT.slice(0, 3) }, { text: '' }, { text: TEXT.slice(3), font: {}, style: {} }];
    expect(differenceOf(draw(toAsset(parts)), draw({ type: 'rich-text', font: FONT, text: TEXT }))).toBe(0);
  });

  test('with a look of its own, which is that of the asset with this look', () => {
    const span = { text: TEXT, font: { color: '#0000ff', weight: 300 }, style: { letterSpacing: 3 } };
    const plain = { font: { ...FONT, color: '#0000ff', weight: 300 }, style: { letterSpacing: 3 } };
    const expected = draw({ type: 'rich-text', ...plain, text: TEXT });
    expect(
      differenceOf(
        draw(toAsset([{ ...span, font: { color: '#0000ff' } }], { font: { ...FONT, weight: 300 } })),
        expected,
      ),
    ).toBe(0);
  });
});

describe('letters of another colour', () => {
  it.each([
    ['keep their kerning', ['AV', 'AT', 'AV', 'A']],
    ['keep their accents', ['Ae', '\u0301ÅÅ', 'g']],
    ['keep their emoji', ['a\u{1f469}', '\u200d\u{1f680}b', '\u{1f389}']],
    ['keep their order from right to left', ['אבג ', 'דה', ' abc ו']],
  ])('%s', (_, parts) => {
    const colours = ['#ff0000', '#00aa00', '#0000ff'];
    const spans = parts.map((text, index) => ({ text, font: { color: colours[index % 3] ?? '' } }));
    const plain = opacitiesOf(draw({ type: 'rich-text', font: FONT, text: parts.join('') }));
    const mixed = opacitiesOf(draw(toAsset(spans)));
    // Colours have different gammas, and letters of different looks are placed at quarters of a pixel.
    expect(differenceOf(mixed, plain)).toBeLessThan(110);
    expect(inkColumns(mixed)).toEqual(inkColumns(plain));
  });

  test('stay joined in Arabic', () => {
    const spans = [
      { text: 'سلا', font: { color: '#00aa00' } },
      { text: 'مت' },
      { text: 'ين', font: { color: '#0000ff' } },
    ];
    const plain = opacitiesOf(draw({ type: 'rich-text', font: FONT, text: 'سلامتين' }));
    const mixed = opacitiesOf(draw(toAsset(spans)));
    expect(Math.abs(inkOf(mixed) / inkOf(plain) - 1)).toBeLessThan(0.03);
    expect(inkColumns(mixed)).toEqual(inkColumns(plain));
  });
});

/** Returns the first and the last column with ink. */
function inkColumns(opacities: Uint8ClampedArray): number[] {
  let [first, last] = [Infinity, -Infinity];
  for (let at = 0; at < opacities.length; at++) {
    if ((opacities[at] ?? 0) <= 64) continue;
    [first, last] = [Math.min(first, at % 500), Math.max(last, at % 500)];
  }
  return [first, last];
}

function inkOf(opacities: Uint8ClampedArray): number {
  return opacities.reduce((sum, value) => sum + value, 0);
}

describe('lines', () => {
  // Open Sans rises 1.069 and descends 0.293 font sizes, so that a line of 20 px (24 px high) is 20 above its baseline.
  it.each<[string, RichTextSpan[], number[]]>([
    [
      'of the same size are as far apart as without spans',
      [{ text: 'a\n' }, { text: 'b\nc', font: { color: '#00ff00' } }],
      [20, 44, 68],
    ],
    [
      'are as high as their largest letters',
      [{ text: 'a\nb' }, { text: 'b', font: { size: 60 } }, { text: '\nc' }],
      [20, 84, 116],
    ],
    [
      'begin as low as their largest letters',
      [{ text: 'a' }, { text: 'b', font: { size: 60 } }, { text: '\nc' }],
      [60, 92],
    ],
    ['are as high as the font of the asset', [{ text: 'a\nb\nc', font: { size: 5 } }], [20, 44, 68]],
    [
      'without letters are as high as their line break',
      [{ text: 'a\n' }, { text: '\n', font: { size: 60 } }, { text: 'c' }],
      [20, 84, 116],
    ],
  ])('%s', (_, spans, expected) => {
    expect(baselinesOf(spans, { font: { size: 20 } })).toEqual(expected);
  });

  test('do not break at a border inside of a word', () => {
    const spans = [{ text: 'one twothr' }, { text: 'eefour', font: { weight: 300 } }, { text: 'five six' }];
    expect(linesOf(spans, { font: { size: 50 } }).map(({ text }) => text)).toEqual([
      'one',
      'twothreefourfive',
      'six',
    ]);
  });

  test('are as wide as their letters in their own sizes', () => {
    const [line] = linesOf([{ text: 'HH' }, { text: 'HH', font: { size: 80 } }]);
    const [small] = linesOf([{ text: 'HH' }]);
    expect(line?.width).toBeCloseTo(3 * (small?.width ?? 0), 3);
  });
});

test('units of an animation keep the looks of their letters', () => {
  const spans = [{ text: 'ab' }, { text: 'cd e', font: { color: '#0000ff' } }];
  const { text, block, ruler } = createTextPreparer(toAsset(spans), BUILT_IN_FONTS)();
  const units = (kind: 'word' | 'character') =>
    placeUnits(placeLines(text, BOX, block, ruler).lines, kind, block, ruler).map(({ runs }) =>
      runs.map((run) => `${run.text}${run.look}`),
    );
  expect(units('word')).toEqual([['ab0', 'cd 1'], ['e1']]);
  expect(units('character')).toEqual([['a0'], ['b0'], ['c1'], ['d1'], [' 1'], ['e1']]);
});

it.each(MOTIONS.map((motion) => ({ motion, name: Object.values(motion).join(' ') })))(
  'letters of several looks keep their ink while they move: $name',
  async ({ motion }) => {
    const spans: RichTextSpan[] = [
      { text: 'Ång', font: { size: 70, color: '#00aa00' }, stroke: { width: 4, color: '#0000ff' } },
      { text: 'ẫ \u{1f389} ', font: { opacity: 0.5 } },
      { text: 'gjp', font: { size: 20, style: 'italic', weight: 800 } },
    ];
    const asset = { ...toAsset(spans, { font: { size: 40 }, style: { letterSpacing: 8 } }) };
    expect(Math.abs(await lostInkOf(asset, motion))).toBeLessThan(0.004);
  },
);

describe('a text of odd spans is drawn', () => {
  it.each<[string, RichTextSpan[]]>([
    ['without letters', [{ text: '' }, { text: '', font: { size: 90 } }]],
    [
      'of spaces and line breaks',
      [{ text: ' \n' }, { text: '\n \n', font: { size: 90 } }, { text: '\t', stroke: { width: 3 } }],
    ],
    [
      'with half of a surrogate pair in each',
      [{ text: '\ud83d' }, { text: '\ude00', font: { color: '#00ff00' } }],
    ],
    [
      'that begin with marks',
      [
        { text: '\u0301' },
        { text: '\u0302', font: { size: 99 } },
        { text: '\ufe0f\u200d', font: { size: 9 } },
      ],
    ],
    ['of a line break in two', [{ text: 'a\r' }, { text: '\nb', font: { size: 90 } }]],
    [
      'of soft hyphens',
      [{ text: 'Donau\u00ad' }, { text: '\u00addampf\u00ad', font: { size: 60 } }, { text: 'schiff' }],
    ],
    ['that become longer', [{ text: 'ßß' }, { text: 'ﬁß', font: { size: 60 } }]],
  ])('%s', (_, spans) => {
    for (const textTransform of ['none', 'uppercase'] as const)
      for (const letterSpacing of [0, 3])
        expect(() => draw(toAsset(spans, { style: { textTransform, letterSpacing } }))).not.toThrow();
  });

  test('as one line break, if its two characters are in two spans', () => {
    expect(baselinesOf([{ text: 'a\r' }, { text: '\nb', font: { color: '#00ff00' } }])).toHaveLength(2);
  });

  test('many times', () => {
    const spans = Array.from({ length: 200 }, (_, index) => ({
      text: `a${index % 10} `,
      font: {
        size: 1 + index,
        weight: 1 + 4 * index,
        color: `#${String(index).padStart(6, '0')}`,
        opacity: index / 200,
      },
    }));
    expect(() =>
      draw(toAsset(spans, { animation: { preset: 'fadeIn', style: 'character' } }), 2),
    ).not.toThrow();
  });
});

test('the sizes of spans shrink in proportion', () => {
  const spans = [{ text: 'Wide words in here' }, { text: ' and larger ones', font: { size: 80 } }];
  const asset = toAsset(spans, { font: { size: 40, minSize: 4 } });
  const prepare = createTextPreparer(asset, BUILT_IN_FONTS);
  expect(prepare(30).looks.map(({ style }) => style.size)).toEqual([30, 60]);
  const outside = [...opacitiesOf(draw(asset)).entries()].filter(([at, value]) => {
    const [x, y] = [at % 500, Math.floor(at / 500)];
    return value > 32 && (x < 50 || x >= 450 || y < 50 || y >= 250);
  });
  expect(outside).toEqual([]);
});

test('a span with a colour of its own has no gradient', () => {
  const gradient = {
    stops: [
      { offset: 0, color: '#00ff00' },
      { offset: 1, color: '#00ff00' },
    ],
  };
  const data = draw(
    toAsset([{ text: 'HH' }, { text: 'HH', font: { color: '#0000ff' } }], { style: { gradient } }),
  );
  const colours = new Set(
    Array.from({ length: data.length / 4 }, (_, at) =>
      data[4 * at + 3] === 255 ? data.subarray(4 * at, 4 * at + 3).join(' ') : '',
    ),
  );
  expect(colours).toEqual(new Set(['', '0 255 0', '0 0 255']));
});
