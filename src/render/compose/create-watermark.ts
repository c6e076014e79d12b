import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { PixelSize } from '../scene/placement.ts';
import { BUILT_IN_FONTS } from '../fonts/font-library.ts';
import { fillLetters, strokeLetters } from '../fonts/draw-letters.ts';
import { selectFonts, applyFonts } from '../fonts/text-fonts.ts';
import type { PlacedPlanes, AlphaPlanes } from './planes/paint.ts';
import { rasterize } from './planes/raster.ts';
import type { Surface } from './planes/surface.ts';
import { splitColours } from './planes/colour-planes.ts';
import { type OverlayMark, Overlay } from './overlay.ts';

/** A mark before it is drawn, with its size in pixels. */
interface MarkDrawing extends PixelSize {
  /** Draws the mark with its top left corner at 0, 0. */
  readonly draw: (context: SKRSContext2D) => void;
}

const FAMILY = 'Montserrat';
/** Opacity of the names: high enough to be visible on any picture, low enough to judge the picture below. */
const NAME_OPACITY = 0.42;
/** The slope of the names, in radians. */
const SLOPE = -Math.PI / 9;

// All sizes below are multiples of the text size.

/** Size of a name before it is rotated. */
const NAME_SIZE = { width: 6.4, height: 1.4 };
/**
 * Distances between the centres of neighbouring names: at most `across` horizontally, and about `down`
 * vertically.
 */
const NAME_SPACING = { across: 15, down: 6.5 };
const BADGE_SIZE = { width: 8.75, height: 2 };
/** Distance from the badge to the edges of the frame. */
const BADGE_MARGIN = 1.2;

/**
 * Creates the watermark of renders that are not for production. The watermark repeats a name all over the
 * frame, so that cropping cannot remove every name. A badge explains the watermark. Light and dark parts make
 * the watermark visible on any picture. The watermark never moves.
 *
 * @param output the surface to paint on.
 */
export function createWatermark(output: Surface): Overlay {
  const { width, height } = output;
  // The text grows with the output. The text size is at least 10 pixels, so that the text stays legible. It
  // is smaller only if text of 10 pixels does not fit into the output.
  const textSize = Math.min(Math.max(10, Math.sqrt(width * height) / 38), width / 12, height / 4);
  const badge = createBadgeMark(output, textSize);
  const names = createNameMarks(output, textSize).filter(({ image }) => !isOverlapping(image, badge.image));
  return new Overlay([...names, badge], output);
}

function createNameMarks(output: Surface, textSize: number): OverlayMark[] {
  const drawing = createNameDrawing(textSize);
  const planes = toAlphaPlanes(drawing, output);
  const columns = Math.ceil(output.width / (textSize * NAME_SPACING.across));
  const rows = Math.max(1, Math.round(output.height / (textSize * NAME_SPACING.down)));
  const marks: OverlayMark[] = [];
  for (let row = 0; row < rows; row++) {
    // Every second row is shifted by half a step, like bricks.
    const shift = row % 2 === 1 && columns > 1 ? 1 : 0;
    for (let column = 0; column < columns - shift; column++) {
      const x = ((column + (1 + shift) / 2) * output.width) / columns - drawing.width / 2;
      const y = ((row + 0.5) * output.height) / rows - drawing.height / 2;
      marks.push({ image: { planes, x: roundToEven(x), y: roundToEven(y) }, opacity: NAME_OPACITY });
    }
  }
  return marks;
}

function createNameDrawing(textSize: number): MarkDrawing {
  const text = 'KINORA';
  const [textWidth, textHeight] = [textSize * NAME_SIZE.width, textSize * NAME_SIZE.height];
  const [cos, sin] = [Math.cos(SLOPE), Math.abs(Math.sin(SLOPE))];
  const [width, height] = [textWidth * cos + textHeight * sin, textWidth * sin + textHeight * cos];
  return {
    width,
    height,
    draw(context) {
      context.translate(width / 2, height / 2);
      context.rotate(SLOPE);
      applyFont(context, 700, textSize);
      context.letterSpacing = `${textSize * 0.28}px`;
      context.textAlign = 'center';
      context.lineJoin = 'round';
      context.lineWidth = textSize * 0.18;
      context.globalAlpha = 0.7;
      strokeLetters(context, '#000000', text, 0, 0);
      context.globalAlpha = 1;
      fillLetters(context, '#ffffff', text, 0, 0);
    },
  };
}

function createBadgeMark(output: Surface, textSize: number): OverlayMark {
  const drawing = createBadgeDrawing(textSize);
  const x = roundToEven(output.width - drawing.width - textSize * BADGE_MARGIN);
  return {
    image: { planes: toAlphaPlanes(drawing, output), x, y: roundToEven(textSize * BADGE_MARGIN) },
    opacity: 1,
  };
}

function createBadgeDrawing(textSize: number): MarkDrawing {
  const [width, height] = [textSize * BADGE_SIZE.width, textSize * BADGE_SIZE.height];
  return {
    width,
    height,
    draw(context) {
      context.beginPath();
      context.roundRect(1, 1, width - 2, height - 2, height / 2);
      context.fillStyle = 'rgb(13 18 32 / 0.72)';
      context.fill();
      context.lineWidth = Math.max(1, textSize * 0.06);
      context.strokeStyle = 'rgb(255 255 255 / 0.55)';
      context.stroke();
      context.beginPath();
      context.arc(height / 2, height / 2, textSize * 0.3, 0, 2 * Math.PI);
      context.fillStyle = '#f5b301';
      context.fill();
      applyFont(context, 600, textSize * 0.95);
      fillLetters(context, '#ffffff', 'Kinora stage', height / 2 + textSize * 0.7, height / 2);
    },
  };
}

function applyFont(context: SKRSContext2D, weight: number, size: number): void {
  applyFonts(context, selectFonts('', BUILT_IN_FONTS.findFace(FAMILY, weight)), size);
  context.textBaseline = 'middle';
}

function toAlphaPlanes({ width, height, draw }: MarkDrawing, { fullColour }: Surface): AlphaPlanes {
  const canvas = createCanvas(Math.ceil(width), Math.ceil(height));
  const context = canvas.getContext('2d');
  draw(context);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  const pixels = { data, width: canvas.width, height: canvas.height };
  return fullColour ? splitColours(pixels) : rasterize(pixels, 0, 0).planes;
}

/** True if two marks overlap. Sizes are rounded up to even ones, so that videos and stills have the same marks. */
function isOverlapping(one: PlacedPlanes, other: PlacedPlanes): boolean {
  const [ends, otherEnds] = [endsOf(one), endsOf(other)];
  const across = one.x < otherEnds.x && other.x < ends.x;
  return across && one.y < otherEnds.y && other.y < ends.y;
}

function endsOf({ planes: { width, height }, x, y }: PlacedPlanes): { x: number; y: number } {
  return { x: x + width + (width % 2), y: y + height + (height % 2) };
}

/** Rounds to the nearest even pixel, because chroma is stored for every second pixel. */
function roundToEven(pixel: number): number {
  return Math.round(pixel / 2) * 2;
}
