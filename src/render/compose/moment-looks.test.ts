import { describe, expect, it, test } from 'vitest';
import type { RichCaptionAsset } from '../../edit/index.ts';
import { type Drawing, momentOf } from '../draw/drawing.ts';
import { evenCue } from '../draw/rich-caption/cue.fixture.ts';
import { richCaptionDrawing } from '../draw/rich-caption/rich-caption.ts';
import { BUILT_IN } from '../fonts/fonts.ts';
import type { Cue } from '../media/media.ts';
import type { Look } from './look.ts';
import { MomentLooks } from './moment-looks.ts';

const BOX = { width: 320, height: 180 };
const PLACEMENT = { whole: { x: 0, y: 0, ...BOX }, visible: { x: 0, y: 0, ...BOX } };
const CUES = [evenCue('one two three four', 0, 1), evenCue('and five', 1.2, 2)];

function captionOf(given: Partial<RichCaptionAsset>, cues: readonly Cue[] = CUES): Drawing {
  const font = { family: 'Montserrat', size: 40, weight: 800 };
  const active = { font: { color: '#ff0000', size: 44 } };
  const asset: RichCaptionAsset = { type: 'rich-caption', src: 'x', font, active, ...given };
  return richCaptionDrawing({ asset, cues }, BOX, BUILT_IN);
}

/** All that a look paints: how much it covers, and its colours where it does. */
function painted(look: Look | undefined): number[] | undefined {
  if (!look) return undefined;
  const { y, u, v, alpha, chromaAlpha } = look.planes;
  const luma = Array.from(alpha?.data ?? [], (cover, place) =>
    cover > 0 ? [cover, y.data[place] ?? 0] : [0, 0],
  );
  const chroma = Array.from(chromaAlpha?.data ?? [], (cover, place) =>
    cover > 0 ? [cover, u.data[place] ?? 0, v.data[place] ?? 0] : [0, 0, 0],
  );
  return [look.x, look.y, ...luma.flat(), ...chroma.flat()];
}

/** The greatest difference between what is drawn in parts, frame by frame, and what is drawn anew. */
function difference(drawing: Drawing): number {
  const looks = new MomentLooks(drawing, BOX);
  let most = 0;
  for (let frame = 0; frame < 55; frame++) {
    const moment = momentOf(drawing, frame / 25);
    const [parts, anew] = [
      looks.at(moment, PLACEMENT),
      new MomentLooks(drawing, BOX).at(moment, PLACEMENT),
    ].map(painted);
    if (parts?.length !== anew?.length) return Infinity;
    for (const [index, value] of (parts ?? []).entries())
      most = Math.max(most, Math.abs(value - (anew?.[index] ?? 0)));
  }
  return most;
}

it.each(['karaoke', 'highlight', 'pop', 'fade', 'slide', 'bounce', 'typewriter', 'none'] as const)(
  'what of %s is drawn in parts looks as if it were drawn anew',
  (style) => {
    expect(difference(captionOf({ animation: { style } }))).toBe(0);
  },
);

it.each([
  ['shadows', { shadow: { blur: 8, offsetY: 3 } }],
  ['lines around letters', { stroke: { width: 4 } }],
  ['underlines', { style: { textDecoration: 'underline', letterSpacing: 6 } }],
  ['boxes', { font: { size: 36, background: '#0000ff' }, animation: { style: 'karaoke' } }],
  [
    'larger boxes',
    {
      font: { size: 36, background: '#0000ff' },
      active: { font: { size: 46, background: '#ff0000' } },
      background: { borderRadius: 12 },
      animation: { style: 'karaoke' },
    },
  ],
  ['half-transparent letters', { font: { size: 36, opacity: 0.5 }, stroke: { width: 2 } }],
  ['a pill', { background: { color: '#0000ff', wrap: true, opacity: 0.5 }, border: { width: 3 } }],
] as const)('also with %s', (_, given) => {
  expect(difference(captionOf(given))).toBeLessThanOrEqual(2);
});

const SCRIPTS = [
  ['Arabic', 'في عالمنا OK مدينتي'],
  ['Devanagari', 'हिन्दी श्रू में बोली'],
  ['Latin with letters of other fonts', 'Ẫ̃̂ Große gجy'],
] as const;

describe.each(SCRIPTS)('%s', (_, text) => {
  it.each([
    ['karaoke', {}],
    ['highlight', { stroke: { width: 7 } }],
    ['slide', { shadow: { blur: 8 } }],
    ['bounce', { background: { color: '#0000ff', wrap: true, borderRadius: 20 } }],
    ['typewriter', {}],
  ] as const)('of %s is drawn in parts as anew', (style, given) => {
    const font = { family: 'Montserrat', size: 48, weight: 800 };
    const drawing = captionOf({ font, ...given, animation: { style } }, [evenCue(text, 0, 1.6)]);
    expect(difference(drawing)).toBeLessThanOrEqual(2);
  });
});

test('nothing is painted where no page is seen', () => {
  const drawing = captionOf({});
  expect(new MomentLooks(drawing, BOX).at(momentOf(drawing, 1.1), PLACEMENT)).toBeUndefined();
});
