import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ClipJson, editOf, placeInBox } from '../edits.ts';
import type { Kinora } from '../measure.ts';
import type { Row, Sheet } from '../sheet.ts';

const SIZES = [10, 11, 12, 13, 14, 16, 18, 20, 24];
const COLUMN = 250;
const SIZE = { width: 3 * COLUMN, height: 290 };
const THEMES = [
  { name: 'black on white', color: '#000000', background: '#ffffff' },
  { name: 'white on dark', color: '#ffffff', background: '#14213d' },
];
const FAMILIES = ['Open Sans', 'Roboto', 'Montserrat', 'Work Sans', 'Arapey'];

type Theme = (typeof THEMES)[number];

/** Texts of 10 to 24 pixels as each asset draws them, beside the browser of `html`. */
export const smallText: Sheet = {
  name: 'small-text',
  heading: 'Small text',
  text: 'The three columns are rich-text, text and html. All letters of a size are equally dark, evenly spaced, and no stem is thicker than its neighbour.',
  enlarge: 2,
  across: 2,
  async draw(kinora) {
    const rows: Row[] = [];
    for (const theme of THEMES) {
      for (const family of FAMILIES) rows.push(await drawFamily(kinora, family, theme));
      rows.push(await drawTitles(kinora, theme), await drawCaptions(kinora, theme));
    }
    return rows;
  },
};

async function drawFamily(kinora: Kinora, family: string, { name, color, background }: Theme): Promise<Row> {
  const clips = SIZES.flatMap((size, index) => {
    const [text, y, height] = [textOf(size), topOf(index), Math.round(size * 1.4)];
    const rich = { type: 'rich-text', text, font: { family, size, color }, align: { horizontal: 'left' } };
    const plain = {
      type: 'text',
      text,
      font: { family, size, color },
      alignment: { horizontal: 'left' },
    };
    return [rich, plain].map((asset, column) =>
      placeInBox({ asset, start: 0, length: 1 }, [column * COLUMN + 6, y, COLUMN - 6, height], SIZE),
    );
  });
  const page = placeInBox(
    { asset: pageOf(family, color), start: 0, length: 1 },
    [2 * COLUMN, 0, COLUMN, SIZE.height],
    SIZE,
  );
  const picture = await kinora.frame(editOf([...clips, page], { size: SIZE, background }), 0.5);
  return { name: `${family}, ${name}`, cells: [{ caption: 'rich-text | text | html', picture }] };
}

function textOf(size: number): string {
  return `${size} Sphinx of quartz`;
}

/** Returns the upper edge of a line, in pixels: below all smaller ones. */
function topOf(index: number): number {
  return SIZES.slice(0, index).reduce((sum, size) => sum + Math.round(size * 1.4) + 9, 6);
}

function pageOf(family: string, color: string): object {
  const lines = SIZES.map((size, index) => {
    const height = Math.round(size * 1.4);
    return `<p style="top:${topOf(index)}px;font-size:${size}px;line-height:${height}px">${textOf(size)}</p>`;
  });
  return {
    type: 'html',
    html: `<div>${lines.join('')}</div>`,
    css: `div { width: ${COLUMN}px; height: ${SIZE.height}px } p { position: absolute; left: 6px; margin: 0; white-space: nowrap; font-family: '${family}'; color: ${color} }`,
    width: COLUMN,
    height: SIZE.height,
    position: 'topLeft',
  };
}

const TITLE_STYLES = ['minimal', 'skinny', 'future', 'subtitle', 'vogue', 'sketchy'];

async function drawTitles(kinora: Kinora, { name, color, background }: Theme): Promise<Row> {
  const clips = TITLE_STYLES.flatMap((style, index) =>
    ['xx-small', 'x-small'].map((size, column): ClipJson => ({
      asset: {
        type: 'title',
        text: `${style} ${size}`,
        style,
        size,
        color,
        position: 'topLeft',
        offset: { x: (20 + column * 300) / SIZE.width, y: -(10 + index * 44) / SIZE.height },
      },
      start: 0,
      length: 1,
    })),
  );
  const picture = await kinora.frame(editOf(clips, { size: SIZE, background }), 0.5);
  return { name: `title, ${name}`, cells: [{ caption: 'xx-small | x-small', picture }] };
}

async function drawCaptions(kinora: Kinora, { name, color, background }: Theme): Promise<Row> {
  const clips = await Promise.all(
    SIZES.map(async (size, index) => {
      const src = `caption-${size}.srt`;
      await writeFile(
        join(kinora.folder, src),
        `1\n00:00:00,000 --> 00:00:01,000\n${textOf(size)} of a caption\n`,
      );
      const asset = { type: 'caption', src, font: { size, color }, margin: { top: 0.3 } };
      const [column, row] = [index % 2, Math.floor(index / 2)];
      return placeInBox({ asset, start: 0, length: 1 }, [column * 330, row * 54, 330, 54], SIZE);
    }),
  );
  const picture = await kinora.frame(editOf(clips, { size: SIZE, background }), 0.5);
  return { name: `caption, ${name}`, cells: [{ caption: '10 to 24 pixels, with the soft shadow', picture }] };
}
