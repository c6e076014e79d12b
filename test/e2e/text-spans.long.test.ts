import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { obstacle, testBrowser } from '../../src/render/browse/browser.fixture.ts';
import { writeFrame } from '../media/frame.ts';
import { toEdit } from '../media/render-edit.ts';

const browser = testBrowser();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-spans-'));
});
afterAll(async () => {
  await browser.close();
  await rm(folder, { recursive: true });
});

const SIZE = { width: 1280, height: 720 };
/** The place of the text in the picture, in pixels. */
const PLACE = { left: 50, top: 80, width: 1180 };

interface Span {
  readonly text: string;
  readonly font?: Readonly<Record<string, string | number>>;
  readonly letterSpacing?: number;
}

interface Paragraph {
  readonly font: Readonly<Record<string, string | number>>;
  readonly align: 'left' | 'right' | 'center';
  readonly lineHeight?: number;
  readonly spans: readonly Span[];
}

const PARAGRAPHS: Readonly<Record<string, Paragraph>> = {
  'all sizes and families': {
    font: { family: 'Open Sans', size: 36 },
    align: 'left',
    spans: [
      { text: 'Save up to ' },
      { text: '50 %', font: { size: 96, weight: 800 } },
      { text: ' on all ' },
      { text: 'selected', font: { style: 'italic', family: 'Arapey' } },
      { text: ' items, but ' },
      { text: 'only', font: { weight: 700 } },
      { text: ' un' },
      { text: 'til', font: { color: '#2060c0' } },
      { text: ' Sunday. This paragraph of ' },
      { text: 'mixed style', font: { family: 'Montserrat', weight: 600, size: 44 } },
      { text: ' breaks into several lines, some with ' },
      { text: 'small print', font: { size: 16 } },
      { text: ' and some with ' },
      { text: 'LARGE', font: { size: 70, family: 'Roboto' } },
      { text: ' letters inside of them. The words that a span sp' },
      { text: 'lits do', font: { weight: 800 } },
      { text: ' not break at the border.' },
    ],
  },
  'letters of other colours, with their kerning': {
    font: { family: 'Work Sans', size: 44 },
    align: 'center',
    lineHeight: 1.5,
    spans: [
      { text: 'AVATA' },
      { text: 'R ToTe', font: { color: '#cc0000' } },
      { text: 'Wa.Va, office, ', font: { color: '#0000cc' } },
      { text: 'and spaced out', letterSpacing: 9 },
      { text: ' until the end of the li' },
      { text: 'ne', font: { color: '#007700' } },
    ],
  },
  'Arabic letters, which are joined': {
    font: { family: 'Open Sans', size: 44 },
    align: 'right',
    spans: [
      { text: 'مرح', font: { color: '#00aa77' } },
      { text: 'با بالعا', font: { color: '#aa0077' } },
      { text: 'لم الجميل ' },
      { text: 'with English', font: { weight: 700 } },
      { text: ' هذا نص طويل ومختلط الأنماط للاخ' },
      { text: 'تبار السطور', font: { size: 60 } },
      { text: ' والكلمات التي تن' },
      { text: 'قسم بين الألوان', font: { color: '#c02020' } },
    ],
  },
};

/** A line of letters in a picture, in whole pixels. */
interface SeenLine {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
}

/** Returns the lines of a picture. Rows without ink are between them. */
async function linesOf(asset: object): Promise<SeenLine[]> {
  const clips = [{ asset, start: 0, length: 1 }];
  const edit = toEdit({
    timeline: { background: '#ffffff', tracks: [{ clips }] },
    output: { format: 'png', size: SIZE },
  });
  const to = join(folder, 'frame.png');
  await writeFrame(edit, 0, to, { media: folder, browser });
  const { data, info } = await sharp(to)
    .removeAlpha()
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const lines: SeenLine[] = [];
  let isInside = false;
  for (let y = 0; y < info.height; y++) {
    const row = data.subarray(y * info.width * info.channels, (y + 1) * info.width * info.channels);
    const left = row.findIndex((value) => value < 200);
    if (left < 0) {
      isInside = false;
      continue;
    }
    const right = row.findLastIndex((value) => value < 200);
    const last = isInside ? lines.pop() : undefined;
    lines.push({
      left: Math.min(last?.left ?? left, left),
      right: Math.max(last?.right ?? right, right),
      bottom: y,
    });
    isInside = true;
  }
  return lines;
}

function toRichText({ font, align, lineHeight, spans }: Paragraph): object {
  return {
    type: 'rich-text',
    font,
    style: { ...(lineHeight !== undefined && { lineHeight }) },
    align: { horizontal: align, vertical: 'top' },
    padding: { left: PLACE.left, top: PLACE.top, right: SIZE.width - PLACE.left - PLACE.width },
    spans: spans.map(({ text, font: own, letterSpacing }) => ({
      text,
      ...(own && { font: own }),
      ...(letterSpacing !== undefined && { style: { letterSpacing } }),
    })),
  };
}

function toHtml({ font, align, lineHeight = 1.2, spans }: Paragraph): object {
  const place = `position: absolute; left: ${PLACE.left}px; top: ${PLACE.top}px; width: ${PLACE.width}px`;
  const look = `white-space: pre-wrap; text-align: ${align}; line-height: ${lineHeight}; ${cssOf(font)}`;
  const direction = align === 'right' ? 'rtl' : 'ltr';
  const parts = spans.map(
    ({ text, font: own = {}, letterSpacing = 0 }) =>
      `<span style="${cssOf(own)}letter-spacing: ${letterSpacing}px">${text}</span>`,
  );
  return {
    type: 'html',
    html: `<p>${parts.join('')}</p>`,
    css: `p { margin: 0; ${place}; direction: ${direction}; ${look} }`,
  };
}

function cssOf(font: Readonly<Record<string, string | number>>): string {
  const names: Readonly<Record<string, string>> = {
    size: 'font-size',
    weight: 'font-weight',
    style: 'font-style',
    color: 'color',
    family: 'font-family',
  };
  return Object.entries(font)
    .map(([name, value]) => `${names[name] ?? name}: ${name === 'size' ? `${value}px` : value};`)
    .join('');
}

describe.skipIf(obstacle)('lines of spans end where they end in a browser', () => {
  it.each(Object.entries(PARAGRAPHS))('with %s', async (_, paragraph) => {
    const [own, theirs] = [await linesOf(toRichText(paragraph)), await linesOf(toHtml(paragraph))];
    expect(own).toHaveLength(theirs.length);
    expect(own.length).toBeGreaterThan(1);
    // The first line of a rich text is placed by another rule.
    const below = (own[0]?.bottom ?? 0) - (theirs[0]?.bottom ?? 0);
    for (const [index, line] of own.entries()) {
      const other = theirs[index] ?? { left: NaN, right: NaN, bottom: NaN };
      expect.soft(Math.abs(line.left - other.left), `left of line ${index}`).toBeLessThanOrEqual(1);
      expect.soft(Math.abs(line.right - other.right), `right of line ${index}`).toBeLessThanOrEqual(1);
      expect.soft(Math.abs(line.bottom - other.bottom - below), `line ${index}`).toBeLessThanOrEqual(1);
    }
  });
});
