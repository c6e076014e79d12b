import { describe, expect, it, test } from 'vitest';
import { toSeconds } from '../../base/time.ts';
import type { CaptionAsset, RichCaptionAsset } from '../../edit/index.ts';
import { MeasuringBudget } from '../draw/overflow/measuring-budget.ts';
import type { WrittenAsset } from '../draw/overflow/measure-written.ts';
import { evenCue } from '../draw/rich-caption/cue.fixture.ts';
import { BUILT_IN_FONTS } from '../fonts/font-library.ts';
import type { Cue } from '../media/media.ts';
import type { VisualClip } from '../resolve/timeline.ts';
import { timelineOf, visualClip } from '../scene/visual-clip.fixture.ts';
import { overflowWarnings } from './overflow-warnings.ts';

/** A text of about 120 letters. */
const LONG =
  'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore.';
const BOX = { width: 400, height: 100 };

const MIRRORED = { horizontal: true, vertical: false };

type ClipFields = Parameters<typeof visualClip>[0];

/** Returns the warnings about clips in a picture of 800x600. */
function warningsOf(clips: readonly VisualClip[], budget?: MeasuringBudget) {
  return overflowWarnings(timelineOf(clips), BUILT_IN_FONTS, budget);
}

function textClip(asset: WrittenAsset, given: ClipFields = {}): VisualClip {
  return visualClip({ visual: { kind: 'drawn', asset, length: 1 }, ...given });
}

/** Returns the text of the warning about a text in a clip, or undefined if it fits. */
function warned(asset: WrittenAsset, given: ClipFields = {}): string | undefined {
  return warningsOf([textClip(asset, given)])[0]?.text;
}

const rich = (text: string, size: number, more: object = {}): WrittenAsset => ({
  type: 'rich-text',
  text,
  font: { size },
  ...more,
});
const plain = (text: string, size: number, more: object = {}): WrittenAsset => ({
  type: 'text',
  text,
  font: { size },
  ...more,
});
/** Returns a list of one tween over the first second. */
const tween = (from: number, to: number) => [
  { from, to, start: toSeconds(0), end: toSeconds(1), curve: 'linear' as const },
];

describe('a text fits', () => {
  test.each<[string, WrittenAsset, ClipFields?]>([
    ['the picture', rich(LONG, 60)],
    ['a box', rich('Hello again', 60), { box: BOX }],
    ['a box as high as its letters', rich('Hello gyp', 72), { box: { width: 400, height: 72 } }],
    [
      'a box below a baseline at its lower edge',
      rich('gyp', 60, { align: { vertical: 'bottom' } }),
      { box: BOX },
    ],
    ['the top of the picture', rich('Åpple', 60, { align: { vertical: 'top' } })],
    ['the bottom of the picture without descenders', rich('HELLO', 60, { align: { vertical: 'bottom' } })],
    ['with an ellipsis', plain(LONG, 40, { ...BOX, ellipsis: '...' })],
    ['a box of its asset', plain('Hello', 40, BOX)],
    ['if it shrinks, as titles do', { type: 'title', text: LONG, size: 'xx-large' }],
    ['a picture that shows all of it, smaller', rich(`${LONG} ${LONG} ${LONG}`, 30), { scale: 0.5 }],
    [
      'if it moves through the picture',
      rich('Credits\n'.repeat(40), 40),
      { offset: { x: 0, y: tween(-2, 2) } },
    ],
    ['if it moves in from outside', rich('Hello', 40), { box: BOX, offset: { x: tween(-1, 0), y: 0 } }],
    ['if it has no letters', rich(' \n'.repeat(90), 60), { box: BOX }],
    ['if it is turned inside the picture', rich('Hello', 60), { angle: 45 }],
    [
      'if it slides, as far as is known',
      rich('Hello', 60),
      { offset: { x: 0.45, y: 0 }, effect: 'slideLeft' },
    ],
    ['if it is enlarged', rich('Long headline', 100), { effect: 'zoomInFast' }],
    ['if it is mirrored', rich('Hello', 60, { align: { horizontal: 'left' } }), { flip: MIRRORED }],
    ['if it turns, as far as is known', rich('Hello', 60), { offset: { x: 0.5, y: 0 }, angle: tween(0, 9) }],
  ])('%s', (_, asset, given) => expect(warned(asset, given)).toBeUndefined());
});

describe('a text gets a warning', () => {
  test.each<[string, WrittenAsset, ClipFields, string]>([
    [
      'if it is taller than its box',
      rich('one\ntwo', 60),
      { box: BOX },
      'The text needs 116 px of height, but its box has 100, so it reaches out of the box. Lower "font.size" to 52 or less, or make the box higher.',
    ],
    [
      'if it leaves the picture because it is turned',
      rich('A headline of this length', 60),
      { angle: 90 },
      'The text reaches 39 px beyond the top of the picture, so it is not all visible. Change the "position" or the "offset" of the clip, or change its "transform".',
    ],
    [
      'if it is enlarged outside the picture',
      rich('Hello', 60, { align: { horizontal: 'left' } }),
      { offset: { x: -0.1, y: 0 }, effect: 'zoomIn' },
      'The text reaches 80 px beyond the left of the picture, so it is not all visible. Change the "position" or the "offset" of the clip.',
    ],
    [
      'if it is turned outside the picture',
      rich('Hello', 60),
      { offset: { x: 0, y: 0.5 }, angle: 45 },
      'The text reaches 69 px beyond the top of the picture, so it is not all visible. Change the "position" or the "offset" of the clip, or change its "transform".',
    ],
    [
      'if it is mirrored outside the picture',
      rich('Hello', 60, { align: { horizontal: 'left' } }),
      { offset: { x: 0.1, y: 0 }, flip: MIRRORED },
      'The text reaches 80 px beyond the right of the picture, so it is not all visible. Change the "position" or the "offset" of the clip, or change its "transform".',
    ],
    [
      'if it is taller than the picture',
      rich(`${LONG} ${LONG} ${LONG}`, 60),
      {},
      'The text needs 986 px of height, but the picture has 600, so part of it is not visible. Lower "font.size" to 46 or less, or shorten the text.',
    ],
    [
      'if letters that appear one by one will be outside',
      rich(LONG, 60, { animation: { preset: 'typewriter', style: 'character' } }),
      { box: BOX },
      'The text needs 768 px of height, but its box has 100, so part of it is not visible. Lower "font.size" to 22 or less, or shorten the text.',
    ],
    [
      'if its box cuts it off',
      plain('one\ntwo', 32, { width: 200, height: 50 }),
      {},
      'The text needs 57 px of height, but its box has 50, so part of it is not visible. Lower "font.size" to 29 or less, make the box higher, or set an "ellipsis".',
    ],
    [
      'if its padding leaves too little',
      rich(LONG, 40, { padding: 40 }),
      { box: { width: 400, height: 300 } },
      'The text needs 366 px of height, but its box has 300, so it reaches out of the box. Lower "font.size" to 35 or less, or make the box higher.',
    ],
    [
      'if descenders are below the picture',
      rich('gyp', 60, { align: { vertical: 'bottom' } }),
      {},
      'The letters reach 14 px beyond the bottom of the visible part of their box, so they are cut off. Set "padding.bottom" to 14 or more.',
    ],
    [
      'if it has one letter that is too wide',
      rich('A', 300),
      { box: { width: 100, height: 400 } },
      'The text needs 190 px of width, but its box has 100, so it reaches out of the box. Lower "font.size" to 161 or less, or make the box wider.',
    ],
    [
      'if its box is partly outside the picture',
      rich('Hello', 60),
      { box: BOX, position: 'bottom', offset: { x: 0, y: -0.1 } },
      'The text reaches 32 px beyond the bottom of the picture, so it is not all visible. Change the "position" or the "offset" of the clip.',
    ],
    [
      'if it is enlarged beyond the picture',
      rich(LONG, 60),
      { scale: 2 },
      'The text reaches 390 px beyond the left of the picture, so it is not all visible. Change the "position" or the "offset" of the clip, or lower its "scale".',
    ],
    [
      'if the box of its clip is smaller than its own',
      plain('Hello', 100, { width: 400, height: 200 }),
      { box: { width: 200, height: 200 } },
      'The text reaches 21 px beyond the left of the box of its clip, so it is not all visible. Make the "width" and "height" of the clip as large as those of the asset.',
    ],
    [
      'if a title is moved out of the picture',
      { type: 'title', text: 'Hello', offset: { y: -0.5 } },
      {},
      'The text reaches 21 px beyond the bottom of the picture, so it is not all visible. Change the "offset" of the asset or of the clip.',
    ],
  ])('%s', (_, asset, given, text) => expect(warned(asset, given)).toBe(text));

  it('that names its clip', () => {
    expect(
      warningsOf([textClip(rich(LONG, 60), { field: 'timeline.tracks[1].clips[2]', box: BOX })]),
    ).toEqual([{ field: 'timeline.tracks[1].clips[2].asset', text: expect.any(String) as string }]);
  });

  it('whose advice is right', () => {
    const size = Number(/to (\d+) or less/.exec(warned(rich(LONG, 60), { box: BOX }) ?? '')?.[1]);
    expect(warned(rich(LONG, size), { box: BOX })).toBeUndefined();
    expect(warned(rich(LONG, 2 * size), { box: BOX })).toBeDefined();
    const height = Number(/needs (\d+)/.exec(warned(rich('one\ntwo', 60), { box: BOX }) ?? '')?.[1]);
    expect(warned(rich('one\ntwo', 60), { box: { width: 400, height } })).toBeUndefined();
  });
});

test('a text with an unknown font is not measured', () => {
  expect(warned(rich(LONG, 60, { font: { size: 60, family: 'Of My Own' } }), { box: BOX })).toBeUndefined();
});

test('the work is bounded, and so is the number of warnings', () => {
  const clips = Array.from({ length: 300 }, () => textClip(rich(LONG, 60), { box: BOX }));
  expect(warningsOf(clips, new MeasuringBudget(10))).toEqual([
    { field: 'timeline', text: expect.stringContaining('checked only a part of it') as string },
  ]);
  expect(warningsOf(clips, new MeasuringBudget(1000)).length).toBeLessThan(5);
  expect(warningsOf(clips, new MeasuringBudget(Infinity))).toHaveLength(100);
});

describe('captions', () => {
  const plainClip = (
    cues: readonly Cue[],
    asset: Partial<CaptionAsset> = {},
    given: ClipFields = {},
  ): VisualClip =>
    visualClip({
      from: 75,
      to: 1000,
      visual: { kind: 'caption', asset: { type: 'caption', src: 'x', ...asset }, cues, length: 37 },
      ...given,
    });
  const richClip = (
    cues: readonly Cue[],
    asset: Partial<RichCaptionAsset> = {},
    given: ClipFields = {},
  ): VisualClip =>
    visualClip({
      from: 75,
      to: 1000,
      visual: { kind: 'rich-caption', asset: { type: 'rich-caption', src: 'x', ...asset }, cues, length: 37 },
      ...given,
    });
  const SHORT = [evenCue('Hello there', 0, 1), evenCue('and here', 1, 2)];
  const MIXED = [evenCue('Hello there', 4, 5), evenCue(LONG, 5.5, 7), evenCue(LONG, 7, 8)];

  test.each([
    ['in the picture', plainClip([...SHORT, ...MIXED])],
    ['in a box', plainClip(SHORT, {}, { box: BOX })],
    ['word by word', richClip([...SHORT, ...MIXED], { font: { size: 40 } })],
    ['word by word in a box', richClip(SHORT, { font: { size: 40 } }, { box: BOX })],
    ['word by word in a box with pages', richClip(MIXED, { font: { size: 40 } }, { box: BOX })],
    ['without cues', plainClip([])],
  ])('fit %s', (_, clip) => expect(warningsOf([clip])).toEqual([]));

  test.each<[string, VisualClip, string]>([
    [
      'if they are drawn smaller',
      plainClip(MIXED, { font: { size: 48 } }, { box: BOX }),
      '2 captions are too tall for the box at a "font.size" of 48. The first is "Lorem ipsum dolor sit amet, consectetur …" at 8.5 s, which is drawn at 19 px. Lower "font.size", use fewer words at a time, or make the box larger.',
    ],
    [
      'if they are cut off',
      plainClip(
        [evenCue('Hi', 0, 1), evenCue(LONG.repeat(5), 1, 2)],
        {},
        { box: { width: 100, height: 40 } },
      ),
      '1 caption is too tall for the box of 100x40 px and cut off, even at 8 px. The first is "Lorem ipsum dolor sit amet, consectetur …" at 4 s. Use fewer words at a time, or make the box larger.',
    ],
    [
      'if there is no room for them',
      plainClip([evenCue('one', 0, 3), evenCue('two', 1, 3)], {}, { box: { width: 400, height: 50 } }),
      '1 of 2 captions are not shown, because other captions at the same time leave no room. The first is "two" at 4 s. Use a smaller "font.size", or let fewer captions overlap.',
    ],
    [
      'if they are outside the picture',
      plainClip(SHORT, {}, { offset: { x: 0, y: -0.2 } }),
      'The caption "Hello there" at 3 s reaches 87 px beyond the bottom of the picture. Change the "position", "offset", "scale" or box of the clip.',
    ],
    [
      'if they shrink word by word',
      richClip(SHORT, { font: { size: 80 } }, { box: { width: 640, height: 50 } }),
      '2 captions are too large for the box at a "font.size" of 80. The first is "Hello there" at 3 s, which is drawn at 50 px. Lower "font.size" or the "padding", or make the box larger.',
    ],
    [
      'if they are outside the picture word by word',
      richClip(SHORT, { font: { size: 40 }, align: { vertical: 'bottom' } }, { offset: { x: 0, y: -0.1 } }),
      'The caption "Hello there" at 3 s reaches 60 px beyond the bottom of the picture. Change the "position", "offset", "scale" or box of the clip.',
    ],
    [
      'if others hide them word by word',
      richClip([evenCue('one two three four', 0, 4), evenCue('over it', 1, 3)]),
      '2 words are never visible, because other captions hide them the whole time. The first is "two" at 4 s. Let fewer captions overlap.',
    ],
  ])('get a warning %s', (_, clip, text) => {
    expect(warningsOf([clip])).toEqual([{ field: 'clip.asset', text }]);
  });

  test('are measured within a budget', () => {
    const cues = Array.from({ length: 500 }, (_, index) => evenCue(LONG, index, index + 1));
    const budget = new MeasuringBudget(1500);
    expect(warningsOf([plainClip(cues, { font: { size: 48 } }, { box: BOX })], budget)[0]?.text).toMatch(
      /^[1-4] captions? /,
    );
  });
});

describe('a text with a least size', () => {
  const box = { width: 300, height: 100 };

  it('causes no warning if it fits at a smaller size', () => {
    expect(warned(rich(LONG, 60, { font: { size: 60, minSize: 10 } }), { box })).toBeUndefined();
    expect(warned(plain(LONG, 60, { ...box, font: { size: 60, minSize: 10 } }))).toBeUndefined();
  });

  it('causes a warning that says what happens to the rest', () => {
    expect(warned(rich(LONG, 60, { font: { size: 60, minSize: 30 } }), { box })).toMatch(
      /^Even at 30 px, its least size, the text needs \d+ x \d+ px, but its box has 300 x 100, so it reaches out of the box\. Lower "font\.minSize" to 2\d or less, make the box larger, or shorten the text\.$/,
    );
    const cut = { ...box, font: { size: 60, minSize: 30 } };
    expect(warned(plain(LONG, 60, cut))).toMatch(/has 300 x 100, so part of it is cut off\./);
    expect(warned(plain(LONG, 60, { ...cut, ellipsis: '…' }))).toMatch(/so it ends with its "ellipsis"\./);
    expect(warned({ type: 'title', text: LONG.repeat(9), minSize: 60 })).toMatch(
      /so it reaches beyond the margins of the picture\. Lower "minSize" to/,
    );
  });

  it('causes a warning about a word that is broken', () => {
    expect(warned(rich('Incomprehensible', 60, { font: { size: 60, minSize: 40 } }), { box })).toMatch(
      /^The word "Incomprehensible" is wider than its box even at 50 px, so it is broken\. Lower "font\.minSize" to \d+ or less, make the box wider, or choose a shorter word\.$/,
    );
  });
});

describe('a text of spans', () => {
  const spans = (size: number) => [{ text: 'Wide ' }, { text: 'words in here', font: { size } }];
  const asset = { type: 'rich-text', text: 'Wide words in here', font: { size: 20 } } as const;

  test('causes a warning if its letters do not fit, in their own sizes', () => {
    expect(warned({ ...asset, spans: spans(20) }, { box: BOX })).toBeUndefined();
    expect(warned({ ...asset, spans: spans(90) }, { box: BOX })).toMatch(
      /^The text needs \d+ px of height, but its box has 100, so it reaches out of the box\. Lower the "font\.size" of its spans, or make the box higher\.$/,
    );
  });

  test('costs more to check than the same text without them', () => {
    const check = (clip: WrittenAsset) =>
      warningsOf([textClip(clip, { box: BOX })], new MeasuringBudget(390)).map(({ field }) => field);
    const long = { ...asset, font: { size: 60 } };
    expect(check(long)).not.toContain('timeline');
    expect(check({ ...long, spans: Array.from(asset.text, (text) => ({ text })) })).toContain('timeline');
  });
});
