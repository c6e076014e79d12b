import { createRequire } from 'node:module';
import { type Canvas, createCanvas, GlobalFonts, type Image, type SKRSContext2D } from '@napi-rs/canvas';
import type { Row, Sheet } from './sheet.ts';

/** In pixels. Twice the size on the page, so that sheets are sharp on high-resolution screens. */
const WIDTH = 1800;
const MARGIN = 44;
const GAP = 14;
const GROUP_GAP = 40;
const LABEL = 276;
const RADIUS = 10;
const BACK = '#10141f';
const BRIGHT = '#f2f4f8';
const SOFT = '#8e99ad';
const STRONG = 'Gallery Strong';
const PLAIN = 'Gallery Plain';

const packages = createRequire(import.meta.url);
const MONTSERRAT = '@expo-google-fonts/montserrat';
GlobalFonts.registerFromPath(
  packages.resolve(`${MONTSERRAT}/600SemiBold/Montserrat_600SemiBold.ttf`),
  STRONG,
);
GlobalFonts.registerFromPath(packages.resolve(`${MONTSERRAT}/500Medium/Montserrat_500Medium.ttf`), PLAIN);

/** The columns and tile sizes of a sheet, in pixels, relative to one of the rows that are side by side. */
interface Layout {
  readonly label: number;
  readonly lefts: readonly number[];
  readonly width: number;
  readonly height: number;
  readonly head: number;
  readonly rowWidth: number;
  readonly rowHeight: number;
}

/**
 * Draws a sheet.
 *
 * @param frames the frames of its tiles, row by row.
 */
export function drawSheet(sheet: Sheet, frames: readonly (readonly Image[])[]): Canvas {
  const layout = layoutOf(sheet);
  const across = sheet.across ?? 1;
  const lines = Math.ceil(sheet.rows.length / across);
  const height = 2 * MARGIN + layout.head + lines * layout.rowHeight - GAP;
  const canvas = createCanvas(WIDTH, Math.ceil(height));
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.fillStyle = BACK;
  context.beginPath();
  context.roundRect(0, 0, WIDTH, canvas.height, 24);
  context.fill();
  drawHead(context, sheet, layout);
  for (const [index, row] of sheet.rows.entries()) {
    const x = MARGIN + (index % across) * (layout.rowWidth + GAP);
    const y = MARGIN + layout.head + Math.floor(index / across) * layout.rowHeight;
    drawRow(context, row, frames[index] ?? [], { sheet, layout, x, y });
  }
  return canvas;
}

function layoutOf({ columns, across = 1, shape = 16 / 9, rows, trace = false }: Sheet): Layout {
  const rowWidth = (WIDTH - 2 * MARGIN - (across - 1) * GAP) / across;
  const groups = columns?.map(({ captions }) => captions.length) ?? [
    trace ? 1 : Math.max(...rows.map(({ tiles }) => tiles.length)),
  ];
  const label = columns ? LABEL : 0;
  const count = groups.reduce((sum, size) => sum + size, 0);
  const gaps = (count - groups.length) * GAP + (groups.length - 1) * GROUP_GAP;
  const width = (rowWidth - label - gaps) / count;
  const lefts: number[] = [];
  for (let [group, left] = [0, label]; group < groups.length; group++, left += GROUP_GAP - GAP) {
    for (let column = 0; column < (groups[group] ?? 0); column++, left += width + GAP) lefts.push(left);
  }
  const height = width / shape;
  const below = columns ? 0 : 50;
  const captions = rows.some(({ tiles }) => tiles.some(({ caption }) => caption !== undefined)) ? 34 : 0;
  const head = columns ? 78 : 0;
  return { label, lefts, width, height, head, rowWidth, rowHeight: height + GAP + below + captions };
}

function drawHead(context: SKRSContext2D, { columns }: Sheet, { lefts }: Layout): void {
  let column = 0;
  for (const { heading, captions } of columns ?? []) {
    write(context, heading, MARGIN + (lefts[column] ?? 0), MARGIN + 18, STRONG, 26, BRIGHT);
    for (const caption of captions) {
      write(context, caption, MARGIN + (lefts[column] ?? 0), MARGIN + 56, PLAIN, 21, SOFT);
      column++;
    }
  }
}

function drawRow(
  context: SKRSContext2D,
  { name, note, tiles }: Row,
  frames: readonly Image[],
  { sheet, layout, x, y }: { sheet: Sheet; layout: Layout; x: number; y: number },
): void {
  const { lefts, width, height } = layout;
  for (const [index, frame] of frames.entries()) {
    const left = x + (sheet.trace === true ? (lefts[0] ?? 0) : (lefts[index] ?? 0));
    drawTile(context, frame, [left, y, width, height], sheet.trace === true && index > 0);
    const caption = tiles[index]?.caption;
    if (caption !== undefined) write(context, caption, left + 2, y + height + 28, PLAIN, 21, SOFT);
  }
  if (sheet.columns) {
    const middle = y + height / 2 + (note === undefined ? 9 : -5);
    write(context, name, x, middle, STRONG, nameSize(context, sheet.rows), BRIGHT);
    if (note !== undefined) write(context, note, x, y + height / 2 + 30, PLAIN, 21, SOFT);
    return;
  }
  const captions = tiles.some(({ caption }) => caption !== undefined) ? 34 : 0;
  write(context, name, x + 2, y + height + captions + 36, STRONG, 25, BRIGHT);
  if (note === undefined) return;
  const after = context.measureText(name).width + 16;
  write(context, note, x + 2 + after, y + height + captions + 36, PLAIN, 21, SOFT);
}

function drawTile(
  context: SKRSContext2D,
  frame: Image,
  [x, y, width, height]: readonly [number, number, number, number],
  lightens: boolean,
): void {
  context.save();
  context.beginPath();
  context.roundRect(x, y, width, height, RADIUS);
  context.clip();
  if (lightens) context.globalCompositeOperation = 'lighten';
  // A frame of another shape than the others of its sheet is shown whole.
  const scale = Math.min(width / frame.width, height / frame.height);
  const isFull = Math.abs(frame.width / frame.height - width / height) < 0.01;
  const [wide, high] = isFull ? [width, height] : [frame.width * scale, frame.height * scale];
  context.drawImage(frame, x + (width - wide) / 2, y + (height - high) / 2, wide, high);
  context.restore();
}

/** Returns the font size at which every name fits beside its row. */
function nameSize(context: SKRSContext2D, rows: readonly Row[]): number {
  context.font = `27px "${STRONG}"`;
  const widest = Math.max(...rows.map(({ name }) => context.measureText(name).width));
  return Math.min(27, (27 * (LABEL - 16)) / widest);
}

function write(
  context: SKRSContext2D,
  text: string,
  x: number,
  y: number,
  font: string,
  size: number,
  colour: string,
): void {
  context.font = `${size}px "${font}"`;
  context.fillStyle = colour;
  context.fillText(text, x, y);
}
