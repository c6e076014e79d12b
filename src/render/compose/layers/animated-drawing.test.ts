import { describe, expect, it, test } from 'vitest';
import type { RichCaptionAsset } from '../../../edit/index.ts';
import { type Drawing, drawingMomentAt } from '../../draw/drawing.ts';
import { evenCue } from '../../draw/rich-caption/cue.fixture.ts';
import { createRichCaptionDrawing } from '../../draw/rich-caption/rich-caption-drawing.ts';
import { BUILT_IN_FONTS } from '../../fonts/font-library.ts';
import type { Cue } from '../../media/media.ts';
import type { LayerImage } from './layer-image.ts';
import { AnimatedDrawing } from './animated-drawing.ts';

const BOX = { width: 320, height: 180 };
const PLACEMENT = { whole: { x: 0, y: 0, ...BOX }, visible: { x: 0, y: 0, ...BOX } };
const CUES = [evenCue('one two three four', 0, 1), evenCue('and five', 1.2, 2)];

function captionOf(given: Partial<RichCaptionAsset>, cues: readonly Cue[] = CUES): Drawing {
  const font = { family: 'Montserrat', size: 40, weight: 800 };
  const active = { font: { color: '#ff0000', size: 44 } };
  const asset: RichCaptionAsset = { type: 'rich-caption', src: 'x', font, active, ...given };
  return createRichCaptionDrawing({ asset, cues }, BOX, BUILT_IN_FONTS);
}

/** Returns everything that an image paints: its alpha, and its colours of pixels that are not transparent. */
function painted({ planes: { y, u, v, alpha, chromaAlpha } }: LayerImage): Uint8Array {
  const luma = alpha?.data ?? new Uint8Array();
  const chroma = chromaAlpha?.data ?? new Uint8Array();
  const values = new Uint8Array(2 * luma.length + 3 * chroma.length);
  let to = 0;
  for (const [index, cover] of luma.entries()) {
    values[to++] = cover;
    values[to++] = cover > 0 ? (y.data[index] ?? 0) : 0;
  }
  for (const [index, cover] of chroma.entries()) {
    values[to++] = cover;
    values[to++] = cover > 0 ? (u.data[index] ?? 0) : 0;
    values[to++] = cover > 0 ? (v.data[index] ?? 0) : 0;
  }
  return values;
}

/** Returns the largest difference between two images, or Infinity if they do not cover the same pixels. */
function differenceOf(one: LayerImage | undefined, other: LayerImage | undefined): number {
  if (!one || !other) return one === other ? 0 : Infinity;
  const [values, others] = [painted(one), painted(other)];
  if (one.x !== other.x || one.y !== other.y || values.length !== others.length) return Infinity;
  return values.reduce((most, value, index) => Math.max(most, Math.abs(value - (others[index] ?? 0))), 0);
}

/** Returns the largest difference between incremental drawing, frame by frame, and complete drawing. */
function difference(drawing: Drawing): number {
  const images = new AnimatedDrawing(drawing, BOX);
  const differences = Array.from({ length: 55 }, (_, frame) => {
    const moment = drawingMomentAt(drawing, frame / 25);
    const redrawn = new AnimatedDrawing(drawing, BOX).at(moment, PLACEMENT);
    return differenceOf(images.at(moment, PLACEMENT), redrawn);
  });
  return Math.max(...differences);
}

it.each(['karaoke', 'highlight', 'pop', 'fade', 'slide', 'bounce', 'typewriter', 'none'] as const)(
  'incremental drawing of %s equals complete drawing',
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
] as const)('incremental drawing with %s equals complete drawing', (_, given) => {
  expect(difference(captionOf(given))).toBeLessThanOrEqual(2);
});

const SCRIPTS = [
  ['Arabic', 'في عالمنا OK مدينتي'],
  ['Devanagari', 'हिन्दी श्रू में बोली'],
  ['Latin with fallback fonts', 'Ẫ̃̂ Große gجy'],
] as const;

describe.each(SCRIPTS)('%s', (_, text) => {
  it.each([
    ['karaoke', {}],
    ['highlight', { stroke: { width: 7 } }],
    ['slide', { shadow: { blur: 8 } }],
    ['bounce', { background: { color: '#0000ff', wrap: true, borderRadius: 20 } }],
    ['typewriter', {}],
  ] as const)('incremental drawing with %s equals complete drawing', (style, given) => {
    const font = { family: 'Montserrat', size: 48, weight: 800 };
    const drawing = captionOf({ font, ...given, animation: { style } }, [evenCue(text, 0, 1.6)]);
    expect(difference(drawing)).toBeLessThanOrEqual(2);
  });
});

test('nothing is painted between two pages', () => {
  const drawing = captionOf({});
  expect(new AnimatedDrawing(drawing, BOX).at(drawingMomentAt(drawing, 1.1), PLACEMENT)).toBeUndefined();
});
