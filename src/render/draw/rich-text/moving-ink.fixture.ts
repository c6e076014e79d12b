import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { WholeRichText } from '../../resolve/timeline.ts';
import type { FontLibrary } from '../../fonts/font-library.ts';
import type { Drawing } from '../drawing.ts';
import { createDrawingSettings } from '../drawing-settings.fixture.ts';
import type { TextAnimation } from './entrance.ts';
import { createRichTextDrawing } from './rich-text-drawing.ts';

/** Texts whose ink is not where the first font has that of its glyphs. */
export const DIFFICULT_TEXTS = [
  'Ångström',
  'A\u030angstro\u0308m',
  'Élan gjpqy',
  'Tiếng Việt ẫ ặ',
  'Z\u0300\u0301\u0302\u0303\u0300\u0301a\u0301\u0308l\u0323',
  'हिन्दी कि क्षि',
  'ภาษาไทย ที่ น้ำ',
  'العَرَبِيَّة',
  '\u{1f469}\u200d\u{1f680}\u{1f389}',
  'Hi \u{1f389} मी',
  'a \u{1f389} Åj',
];

/** An animation of every preset that moves or fades units, in every style. */
export const MOTIONS: readonly TextAnimation[] = [
  { preset: 'fadeIn' },
  { preset: 'fadeIn', style: 'character' },
  { preset: 'fadeIn', style: 'word' },
  { preset: 'slideIn' },
  { preset: 'slideIn', style: 'character', direction: 'up' },
  { preset: 'slideIn', style: 'word', direction: 'right' },
  { preset: 'shift', style: 'character' },
  { preset: 'shift', style: 'word', direction: 'down' },
  { preset: 'ascend' },
  { preset: 'ascend', direction: 'down' },
  { preset: 'movingLetters' },
  { preset: 'movingLetters', direction: 'left' },
];

const BOX = { width: 560, height: 160 };
const MARGIN = 60;
/** Length of the clip, and a moment at which `movingLetters` are completely opaque, in seconds. */
const LENGTH = 2;
const WAVING = 0.72;
/** The last moment of an entrance, in seconds before its end: everything still moves, and nothing is translucent. */
const BEFORE_END = 0.003;

/** Canvases by their size. Canvases of their own would use much memory, because they are not freed at once. */
const contexts = new Map<number, SKRSContext2D>();

/** Returns an empty canvas for the box and its surroundings, at a scale. */
function clearContext(scale: number): SKRSContext2D {
  const [width, height] = [scale * (BOX.width + 2 * MARGIN), scale * (BOX.height + 2 * MARGIN)];
  const context = contexts.get(scale) ?? createCanvas(width, height).getContext('2d');
  contexts.set(scale, context);
  context.resetTransform();
  context.clearRect(0, 0, width, height);
  return context;
}

/** Returns the sum of the opacities of all pixels of a drawing at a time. */
function inkOf({ draw, staticFrom = 0 }: Drawing, time: number, { scale = 1, angle = 0 } = {}): number {
  const context = clearContext(scale);
  context.scale(scale, scale);
  context.translate(MARGIN + BOX.width / 2, MARGIN + BOX.height / 2);
  context.rotate(angle);
  context.translate(-BOX.width / 2, -BOX.height / 2);
  draw(context, Math.min(time, staticFrom));
  const { data } = context.getImageData(0, 0, context.canvas.width, context.canvas.height);
  let sum = 0;
  for (let place = 3; place < data.length; place += 4) sum += data[place] ?? 0;
  return sum;
}

/**
 * Returns the share of the ink that a text loses in motion, 0 to 1. Below 0 if it gains ink.
 *
 * @param given the text and its look. Its letters must not overlap.
 * @param place scale and angle (in radians) at which the text is drawn.
 */
export async function lostInkOf(
  given: Partial<WholeRichText> & Pick<WholeRichText, 'text'>,
  animation: TextAnimation,
  place: { readonly scale?: number; readonly angle?: number } = {},
  fonts?: FontLibrary,
): Promise<number> {
  // Node.js frees canvases only between two turns of its event loop.
  await new Promise(setImmediate);
  const settings = { ...createDrawingSettings(BOX, LENGTH), ...(fonts && { fonts }) };
  const asset: WholeRichText = { type: 'rich-text', ...given };
  const still = createRichTextDrawing(asset, settings);
  const moving = createRichTextDrawing({ ...asset, animation }, settings);
  const { staticFrom: end = 0 } = moving;
  const time = Number.isFinite(end) ? end - BEFORE_END : WAVING;
  return 1 - inkOf(moving, time, place) / inkOf(still, 0, place);
}
