import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { Size } from '../scene/placement.ts';
import { BUILT_IN } from '../fonts/fonts.ts';
import { letteringOf, useLettering } from '../fonts/lettering.ts';
import type { Painting } from './paint.ts';
import { rasterOf } from './raster.ts';
import { type Mark, Stencil } from './stencil.ts';

/** A mark before it is drawn: its size in pixels, and how it is drawn from the top left corner. */
interface Drawing extends Size {
  readonly draw: (context: SKRSContext2D) => void;
}

const FAMILY = 'Montserrat';
/** How much is seen of the names: enough on any picture, little enough to judge what lies below. */
const NAME_OPACITY = 0.42;
/** The slope of the names, in radians. */
const SLOPE = -Math.PI / 9;

// All sizes from here on are in heights of a letter.

/** The room that a name takes. */
const NAME = { width: 6.4, height: 1.4 };
/** How far apart the names are at the most across, and about how far down. */
const STEP = { across: 15, down: 6.5 };
const BADGE = { width: 8.75, height: 2 };
/** From the badge to the edges. */
const GAP = 1.2;

/**
 * The marks of a picture that is not for production: our name again and again, so that no part that is cut out is without
 * it, and a badge that says what this is. White and dark at once, they are seen on any picture; they never move.
 *
 * @param output size in pixels.
 */
export function watermarkOn(output: Size): Stencil {
  const { width, height } = output;
  // Grows with the picture, whatever its shape; smaller letters could be read only where nothing larger fits.
  const letter = Math.min(Math.max(10, Math.sqrt(width * height) / 38), width / 12, height / 4);
  const badge = badgeOn(output, letter);
  const names = namesOn(output, letter).filter(({ painting }) => !touches(painting, badge.painting));
  return new Stencil([...names, badge], output);
}

function namesOn(output: Size, letter: number): Mark[] {
  const drawing = nameOf(letter);
  const planes = planesOf(drawing);
  const columns = Math.ceil(output.width / (letter * STEP.across));
  const rows = Math.max(1, Math.round(output.height / (letter * STEP.down)));
  const marks: Mark[] = [];
  for (let row = 0; row < rows; row++) {
    // Every second row is shifted by half a step, like bricks.
    const shifted = row % 2 === 1 && columns > 1 ? 1 : 0;
    for (let column = 0; column < columns - shifted; column++) {
      const x = ((column + (1 + shifted) / 2) * output.width) / columns - drawing.width / 2;
      const y = ((row + 0.5) * output.height) / rows - drawing.height / 2;
      marks.push({ painting: { planes, x: even(x), y: even(y) }, opacity: NAME_OPACITY });
    }
  }
  return marks;
}

function nameOf(letter: number): Drawing {
  const text = 'KINORA';
  const [wide, high] = [letter * NAME.width, letter * NAME.height];
  const [cos, sin] = [Math.cos(SLOPE), Math.abs(Math.sin(SLOPE))];
  const [width, height] = [wide * cos + high * sin, wide * sin + high * cos];
  return {
    width,
    height,
    draw(context) {
      context.translate(width / 2, height / 2);
      context.rotate(SLOPE);
      letters(context, 700, letter);
      context.letterSpacing = `${letter * 0.28}px`;
      context.textAlign = 'center';
      context.lineJoin = 'round';
      context.lineWidth = letter * 0.18;
      context.strokeStyle = 'rgb(0 0 0 / 0.7)';
      context.strokeText(text, 0, 0);
      context.fillStyle = '#ffffff';
      context.fillText(text, 0, 0);
    },
  };
}

function badgeOn(output: Size, letter: number): Mark {
  const drawing = badgeOf(letter);
  const x = even(output.width - drawing.width - letter * GAP);
  return { painting: { planes: planesOf(drawing), x, y: even(letter * GAP) }, opacity: 1 };
}

function badgeOf(letter: number): Drawing {
  const [width, height] = [letter * BADGE.width, letter * BADGE.height];
  return {
    width,
    height,
    draw(context) {
      context.beginPath();
      context.roundRect(1, 1, width - 2, height - 2, height / 2);
      context.fillStyle = 'rgb(13 18 32 / 0.72)';
      context.fill();
      context.lineWidth = Math.max(1, letter * 0.06);
      context.strokeStyle = 'rgb(255 255 255 / 0.55)';
      context.stroke();
      context.beginPath();
      context.arc(height / 2, height / 2, letter * 0.3, 0, 2 * Math.PI);
      context.fillStyle = '#f5b301';
      context.fill();
      letters(context, 600, letter * 0.95);
      context.fillStyle = '#ffffff';
      context.fillText('Kinora stage', height / 2 + letter * 0.7, height / 2);
    },
  };
}

function letters(context: SKRSContext2D, weight: number, size: number): void {
  useLettering(context, letteringOf('', BUILT_IN.face(FAMILY, weight)), size);
  context.textBaseline = 'middle';
}

function planesOf({ width, height, draw }: Drawing): Painting['planes'] {
  const canvas = createCanvas(Math.ceil(width), Math.ceil(height));
  const context = canvas.getContext('2d');
  draw(context);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  return rasterOf({ data, width: canvas.width, height: canvas.height }, 0, 0).planes;
}

function touches(one: Painting, other: Painting): boolean {
  const across = one.x < other.x + other.planes.width && other.x < one.x + one.planes.width;
  return across && one.y < other.y + other.planes.height && other.y < one.y + one.planes.height;
}

/** Where chroma is stored for every second pixel. */
function even(pixel: number): number {
  return Math.round(pixel / 2) * 2;
}
