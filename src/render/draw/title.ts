import type { SKRSContext2D } from '@napi-rs/canvas';
import { createCanvas } from '@napi-rs/canvas';
import type { TitleAsset } from '../../edit/index.ts';
import { seconds } from '../../base/time.ts';
import { animated } from '../resolve/animated.ts';
import type { Animated } from '../resolve/timeline.ts';
import { anchor, type Rect, type Size } from '../scene/placement.ts';
import { valueAt } from '../scene/tween.ts';
import { canvasColour, isDark } from './colour.ts';
import type { Drawing, Setting } from './drawing.ts';
import { KeptPicture } from './kept-picture.ts';
import { BUILT_IN } from '../letters/fonts.ts';
import { type Lettering, letteringOf, useLettering } from '../letters/lettering.ts';
import { type Line, linesOf, piecesOf } from '../letters/text-lines.ts';
import { TITLE_SIZES, TITLE_STYLES, type TitleStyle } from './title-styles.ts';

const COLOUR = '#ffffff';
/** From a title to the edges, in shorter sides of the picture. */
const MARGIN = 0.07;
/** Letters no smaller than this many pixels are made to fit. */
const SMALLEST = 4;
/** The size in pixels at which letters are measured to know how large they may be. */
const MEASURED = 100;
/** More lines than this are too many to look at: they are not balanced. */
const MOST_BALANCED = 12;
/** How exactly the width of balanced lines is found: to a 256th of what there is. */
const HALVINGS = 8;
/** How much smaller the letters become with each try to fit. */
const STEP = 0.94;
// All sizes from here on are in sizes of the letters.
/** From the letters to the edges of a background, and the radius of its corners. */
const PADDING = { across: 0.42, down: 0.2 };
const RADIUS = 0.14;
/** The one holds the edges of the letters, the other takes what lies behind them back; thin letters need both. */
const SHADOWS = [
  { blur: 0.5, down: 0.04 },
  { blur: 0.1, down: 0.02 },
];

/** How far the shadow and the tails of letters may reach beyond the lines and their background. */
const REACH = 1.2;

/** A title as it is laid out; in pixels. */
interface Layout {
  readonly style: TitleStyle;
  readonly lettering: Lettering;
  readonly lines: readonly Line[];
  readonly size: number;
  /** Size of all lines together. */
  readonly width: number;
  readonly height: number;
}

/** A title in its ready-made look; where it would not fit, its letters become smaller. */
export function titleDrawing(asset: TitleAsset, { frame }: Setting): Drawing {
  const layout = layoutOf(asset, frame);
  const place = placeOf(asset, layout, frame);
  const [x, y] = [animated(asset.offset?.x, 0), animated(asset.offset?.y, 0)];
  const drawAt = (context: SKRSContext2D, at: Rect): void => {
    context.save();
    drawBackground(context, asset, layout, at);
    drawLines(context, asset, layout, at);
    context.restore();
  };
  const still = { ...frame, bleed: 0 };
  if (typeof x === 'number' && typeof y === 'number') {
    const at = { ...place, x: place.x + x * frame.width, y: place.y - y * frame.height };
    return { ...still, draw: (context) => drawAt(context, at) };
  }
  const picture = new KeptPicture(around(place, REACH * layout.size), (context) => drawAt(context, place));
  return {
    ...still,
    restsFrom: Math.max(endOf(x), endOf(y)),
    draw(context, time) {
      const now = seconds(time);
      picture.put(context, valueAt(x, now) * frame.width, -valueAt(y, now) * frame.height);
    },
  };
}

/** The second of its clip at which a number does not change any more. */
function endOf(value: Animated): number {
  return typeof value === 'number' ? 0 : Math.max(...value.map(({ end }) => end.valueOf()));
}

function around({ x, y, width, height }: Rect, by: number): Rect {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

/** The fonts of a title, and its text as its style writes it. */
export function titleLettering(asset: TitleAsset): Lettering {
  const { family, weight, capitals } = TITLE_STYLES[asset.style ?? 'minimal'];
  return letteringOf(capitals ? asset.text.toUpperCase() : asset.text, BUILT_IN.face(family, weight));
}

function layoutOf(asset: TitleAsset, output: Size): Layout {
  const style = TITLE_STYLES[asset.style ?? 'minimal'];
  const lettering = titleLettering(asset);
  const shorter = Math.min(output.width, output.height);
  const room = { width: output.width - 2 * MARGIN * shorter, height: output.height - 2 * MARGIN * shorter };
  const padding = paddingOf(asset);
  const asked = TITLE_SIZES[asset.size ?? 'medium'] * shorter * style.size;
  // A canvas of its own: what the letters measure must not depend on the scale that they are drawn at.
  const context = createCanvas(1, 1).getContext('2d');
  for (let size = Math.min(asked, largestOf(context, style, lettering, room, padding)); ; size *= STEP) {
    const layout = laidOut(context, style, lettering, size, room.width - 2 * padding.across * size);
    if (size <= SMALLEST || layout.height + 2 * padding.down * size <= room.height) return layout;
  }
}

/** The size in pixels at which the longest word still fits, and all of the letters have room if lines were full to their ends. */
function largestOf(
  context: SKRSContext2D,
  style: TitleStyle,
  lettering: Lettering,
  room: Size,
  padding: typeof PADDING,
): number {
  useStyle(context, style, lettering, MEASURED);
  const widths = piecesOf(lettering.text).map(
    (piece) => context.measureText(piece.trimEnd()).width / MEASURED,
  );
  const word = widths.reduce((widest, width) => Math.max(widest, width), 0);
  const all = widths.reduce((sum, width) => sum + width, 0);
  const byWord = room.width / (word + 2 * padding.across);
  const byArea = Math.sqrt((room.width * room.height) / (all * style.lineHeight));
  return Math.max(SMALLEST, Math.min(byWord, byArea));
}

function paddingOf({ background }: TitleAsset): typeof PADDING {
  return background === undefined ? { across: 0, down: 0 } : PADDING;
}

function laidOut(
  context: SKRSContext2D,
  style: TitleStyle,
  lettering: Lettering,
  size: number,
  width: number,
): Layout {
  useStyle(context, style, lettering, size);
  const measure = (run: string): number => context.measureText(run).width;
  const lines = balanced(lettering.text, width, measure);
  const widest = Math.max(...lines.map(({ text }) => measure(text)));
  return { style, lettering, lines, size, width: widest, height: lines.length * size * style.lineHeight };
}

/** Breaks a text into as few lines as fit, of about the same width: no line has a single last word. */
function balanced(text: string, width: number, measure: (run: string) => number): Line[] {
  const lines = linesOf(text, width, measure);
  if (lines.length > MOST_BALANCED) return lines;
  // No narrower than the widest word: it would be cut.
  const words = piecesOf(text).map((piece) => measure(piece.trimEnd()));
  let [tooNarrow, enough] = [Math.min(Math.max(...words, 0), width), width];
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (tooNarrow + enough) / 2;
    if (linesOf(text, middle, measure).length > lines.length) tooNarrow = middle;
    else enough = middle;
  }
  return linesOf(text, enough, measure);
}

function useStyle(context: SKRSContext2D, { spacing }: TitleStyle, lettering: Lettering, size: number): void {
  useLettering(context, lettering, size);
  context.letterSpacing = `${spacing * size}px`;
}

/** Where the lines lie before the offset, without their background. */
function placeOf(asset: TitleAsset, { width, height, size }: Layout, output: Size): Rect {
  const { position = 'center' } = asset;
  const padding = paddingOf(asset);
  const margin = MARGIN * Math.min(output.width, output.height);
  const [across, down] = [margin + padding.across * size, margin + padding.down * size];
  return {
    x: across + anchor(position, 'left', 'right', output.width - 2 * across - width),
    y: down + anchor(position, 'top', 'bottom', output.height - 2 * down - height),
    width,
    height,
  };
}

function drawBackground(
  context: SKRSContext2D,
  { background }: TitleAsset,
  { size }: Layout,
  place: Rect,
): void {
  if (background === undefined) return;
  const [across, down] = [PADDING.across * size, PADDING.down * size];
  context.fillStyle = canvasColour(background);
  context.beginPath();
  context.roundRect(
    place.x - across,
    place.y - down,
    place.width + 2 * across,
    place.height + 2 * down,
    RADIUS * size,
  );
  context.fill();
}

function drawLines(context: SKRSContext2D, asset: TitleAsset, layout: Layout, place: Rect): void {
  const { style, lettering, lines, size } = layout;
  const colour = canvasColour(asset.color ?? COLOUR);
  useStyle(context, style, lettering, size);
  const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = context.measureText('x');
  const advance = size * style.lineHeight;
  const baseline = place.y + (advance - ascent - descent) / 2 + ascent;
  const each = (draw: (text: string, x: number, y: number) => void): void => {
    for (const [index, { text, rightToLeft }] of lines.entries()) {
      context.direction = rightToLeft ? 'rtl' : 'ltr';
      const free = place.width - context.measureText(text).width;
      draw(
        text,
        place.x + anchor(asset.position ?? 'center', 'left', 'right', free),
        baseline + index * advance,
      );
    }
  };
  context.textAlign = 'left';
  context.fillStyle = colour;
  if (asset.background === undefined)
    withShadow(context, asset, layout, () => each((text, x, y) => context.fillText(text, x, y)));
  if (style.outline > 0 && asset.background === undefined) {
    context.lineJoin = 'round';
    context.lineWidth = 2 * style.outline * size;
    context.strokeStyle = isDark(asset.color ?? COLOUR) ? '#ffffff' : '#000000';
    each((text, x, y) => context.strokeText(text, x, y));
  }
  each((text, x, y) => context.fillText(text, x, y));
}

/** A soft shadow keeps the letters apart from any picture: dark below light letters, light below dark ones. */
function withShadow(
  context: SKRSContext2D,
  asset: TitleAsset,
  { style, size }: Layout,
  draw: () => void,
): void {
  // A canvas takes no notice of its own scale in shadows.
  const { a, b } = context.getTransform();
  const scale = Math.hypot(a, b) * size;
  const tone = isDark(asset.color ?? COLOUR) ? '255 255 255' : '0 0 0';
  context.save();
  context.shadowColor = `rgb(${tone} / ${style.shadow})`;
  for (const { blur, down } of SHADOWS) {
    context.shadowBlur = blur * scale;
    context.shadowOffsetY = down * scale;
    draw();
  }
  context.restore();
}
