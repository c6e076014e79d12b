import { createRequire } from 'node:module';
import { type Canvas, createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas';
import type { Picture } from './measure.ts';
import type { Cell, Drawing, Row } from './sheet.ts';

/** In pixels. */
const MARGIN = 24;
const GAP = 8;
const BLOCK_GAP = 28;
const NAME = 30;
const CAPTION = 20;
const LABEL = 64;
const BACK = '#1b1f2a';
const BRIGHT = '#f2f4f8';
const SOFT = '#98a2b5';
const CHANGED = '#ffb84d';
const STRONG = 'Eyes Strong';
const PLAIN = 'Eyes Plain';

const packages = createRequire(import.meta.url);
const WORK_SANS = '@expo-google-fonts/work-sans';
GlobalFonts.registerFromPath(packages.resolve(`${WORK_SANS}/600SemiBold/WorkSans_600SemiBold.ttf`), STRONG);
GlobalFonts.registerFromPath(packages.resolve(`${WORK_SANS}/400Regular/WorkSans_400Regular.ttf`), PLAIN);

/** The options of a sheet that its drawing depends on. */
interface Look {
  readonly enlarge?: number;
  readonly across?: number;
}

/**
 * Draws a contact sheet. Every pixel of a picture becomes a square, so that nothing is softened.
 *
 * @param drawings the rows of each checkout. They stand below each other, row by row. The caption of a picture
 * is orange if the first checkout draws it differently.
 */
export function drawSheet(
  { enlarge = 1, across = 1 }: Look,
  drawings: readonly [Drawing, ...Drawing[]],
): Canvas {
  const [first] = drawings;
  const label = drawings.length > 1 ? LABEL : 0;
  const blocks = first.rows.map((row, index) => {
    const versions = drawings.map(({ label = '', rows }) => ({ label, row: rows[index] ?? row }));
    return { name: row.name, versions, ...sizeOf(versions, enlarge, label) };
  });
  const columnWidth = Math.max(1, ...blocks.map(({ width }) => width)) + BLOCK_GAP;
  const lines = Math.ceil(blocks.length / across);
  const heights = Array.from({ length: lines }, (_, line) =>
    Math.max(...blocks.slice(line * across, (line + 1) * across).map(({ height }) => height + BLOCK_GAP)),
  );
  const canvas = createCanvas(
    2 * MARGIN + columnWidth * Math.min(across, blocks.length) - BLOCK_GAP,
    2 * MARGIN + heights.reduce((sum, height) => sum + height, 0) - BLOCK_GAP,
  );
  const context = canvas.getContext('2d');
  context.fillStyle = BACK;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingEnabled = false;
  for (const [index, block] of blocks.entries()) {
    const line = Math.floor(index / across);
    const x = MARGIN + (index % across) * columnWidth;
    let y = MARGIN + heights.slice(0, line).reduce((sum, height) => sum + height, 0);
    write(context, block.name, x, y + 20, STRONG, 17, BRIGHT);
    y += NAME;
    for (const { label: name, row } of block.versions) {
      write(context, name, x, y + 14, PLAIN, 14, SOFT);
      drawCells(context, row.cells, { x: x + label, y, enlarge, before: block.versions[0]?.row.cells });
      y += heightOf(row, enlarge);
    }
  }
  return canvas;
}

function sizeOf(
  versions: readonly { row: Row }[],
  enlarge: number,
  label: number,
): { width: number; height: number } {
  const widths = versions.map(({ row }) =>
    row.cells.reduce((sum, { picture }) => sum + picture.width * enlarge + GAP, label - GAP),
  );
  const height = versions.reduce((sum, { row }) => sum + heightOf(row, enlarge), NAME);
  return { width: Math.max(...widths), height };
}

function heightOf({ cells }: Row, enlarge: number): number {
  return Math.max(0, ...cells.map(({ picture }) => picture.height * enlarge)) + CAPTION;
}

function drawCells(
  context: SKRSContext2D,
  cells: readonly Cell[],
  { x, y, enlarge, before }: { x: number; y: number; enlarge: number; before: readonly Cell[] | undefined },
): void {
  let left = x;
  for (const [index, { caption, picture }] of cells.entries()) {
    const [width, height] = [picture.width * enlarge, picture.height * enlarge];
    context.drawImage(toCanvas(picture), left, y, width, height);
    const other = before?.[index]?.picture;
    const colour = other && !isSamePicture(picture, other) ? CHANGED : SOFT;
    context.save();
    context.beginPath();
    context.rect(left, y + height, width, CAPTION);
    context.clip();
    write(context, caption, left, y + height + 14, PLAIN, 12, colour);
    context.restore();
    left += width + GAP;
  }
}

/** True if two pictures have the same size and the same pixels. */
function isSamePicture(one: Picture, other: Picture): boolean {
  return one.width === other.width && Buffer.compare(one.data, other.data) === 0;
}

function toCanvas({ data, width, height }: Picture): Canvas {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const image = context.createImageData(width, height);
  for (let pixel = 0; pixel < width * height; pixel++) {
    image.data.set(data.subarray(3 * pixel, 3 * pixel + 3), 4 * pixel);
    image.data[4 * pixel + 3] = 255;
  }
  context.putImageData(image, 0, 0);
  return canvas;
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
