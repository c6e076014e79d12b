/**
 * `node bench/spans.ts`: compares rich texts with spans with the same text without: the time to lay out and draw
 * one, and the time to draw it again, as an animation does for each frame. The drawings are made in turns.
 */
import { createCanvas } from '@napi-rs/canvas';
import { createDrawingSettings } from '../src/render/draw/drawing-settings.fixture.ts';
import { createRichTextDrawing } from '../src/render/draw/rich-text/rich-text-drawing.ts';
import type { WholeRichText } from '../src/render/resolve/timeline.ts';

const BOX = { width: 1920, height: 1080 };
const ROUNDS = Number(process.env['KINORA_BENCH_ROUNDS'] ?? 9);
const WORDS = 'The quick brown fox jumps over the lazy dog, and nobody knows how it came there. ';
const FAMILIES = ['Open Sans', 'Montserrat', 'Roboto', 'Work Sans'];

type Spans = NonNullable<WholeRichText['spans']>;

/** Returns a text of a number of characters as spans with looks that differ. */
function spansOf(
  characters: number,
  count: number,
  lookOf: (index: number) => Omit<Spans[number], 'text'>,
): Spans {
  const text = WORDS.repeat(Math.ceil(characters / WORDS.length)).slice(0, characters);
  const length = characters / count;
  return Array.from({ length: count }, (_, index) => ({
    text: text.slice(Math.round(index * length), Math.round((index + 1) * length)),
    ...lookOf(index),
  }));
}

const colour = (index: number): object => ({
  font: { color: `#${String((index * 7919) % 1_000_000).padStart(6, '0')}` },
});
const mixed = (index: number): object => ({
  font: { family: FAMILIES[index % 4], weight: index % 3 === 0 ? 700 : 400, size: 14 + (index % 5) },
});
const wild = (index: number): object => ({
  font: {
    family: FAMILIES[index % 4],
    weight: 1 + index,
    size: 8 + (index % 20),
    opacity: 0.5 + index / 3000,
  },
});

const SIZE = 16;
const CASES: Readonly<Record<string, readonly [characters: number, spans: Spans]>> = {
  '2,000 characters, 200 spans, 4 colours': [2000, spansOf(2000, 200, (index) => colour(index % 4))],
  '2,000 characters, 200 spans, mixed fonts': [2000, spansOf(2000, 200, mixed)],
  '10,000 characters, 1 span': [10_000, spansOf(10_000, 1, () => ({}))],
  '10,000 characters, 20 spans, mixed fonts': [10_000, spansOf(10_000, 20, mixed)],
  '10,000 characters, 200 spans, mixed fonts': [10_000, spansOf(10_000, 200, mixed)],
  '10,000 characters, 1000 spans, mixed fonts': [10_000, spansOf(10_000, 1000, mixed)],
  '10,000 characters, 1000 spans, 1000 looks': [10_000, spansOf(10_000, 1000, wild)],
};

/** Returns the seconds that it takes to lay out and draw a text, and to draw it again. */
function measure(asset: WholeRichText): { first: number; again: number } {
  const context = createCanvas(BOX.width, BOX.height).getContext('2d');
  const start = performance.now();
  const drawing = createRichTextDrawing(asset, createDrawingSettings(BOX));
  drawing.draw(context, 0);
  // Skia draws when the pixels are read.
  context.getImageData(0, 0, 1, 1);
  const middle = performance.now();
  drawing.draw(context, 1);
  context.getImageData(0, 0, 1, 1);
  return { first: middle - start, again: performance.now() - middle };
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;
}

for (const [name, [characters, spans]] of Object.entries(CASES)) {
  const text = spans
    .map((span) => span.text)
    .join('')
    .slice(0, characters);
  const look: Omit<WholeRichText, 'text'> = { type: 'rich-text', font: { size: SIZE } };
  const found: Record<'plain' | 'mixed', ReturnType<typeof measure>[]> = { plain: [], mixed: [] };
  for (let round = 0; round <= ROUNDS; round++) {
    found.plain[round] = measure({ ...look, text });
    found.mixed[round] = measure({ ...look, text, spans });
  }
  // The first round loads the fonts.
  const timeOf = (kind: keyof typeof found, what: 'first' | 'again'): number =>
    median(found[kind].slice(1).map((times) => times[what]));
  const compare = (what: 'first' | 'again'): string => {
    const [plain, own] = [timeOf('plain', what), timeOf('mixed', what)];
    return `${plain.toFixed(1)} -> ${own.toFixed(1)} ms (x ${(own / plain).toFixed(2)})`;
  };
  console.log(`${name}: laid out and drawn ${compare('first')}, drawn again ${compare('again')}`);
}
