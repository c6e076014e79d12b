import type { Kinora, Measure, Picture } from '../measure.ts';

/** Lines with letters of fallback fonts, with accents, marks and descenders. */
const LINES = [
  'A\u030angström Élan gjpqy',
  'Tiếng Việt ẫ ặ',
  'हिन्दी कि क्षि',
  'ภาษาไทย ที่ น้ำ',
  'العَرَبِيَّة',
  'Hi \u{1f389} मी',
  'a \u{1f389} Åj',
];
const FAMILIES = ['Montserrat', 'Permanent Marker', 'Sue Ellen Francisco'];
const SIZE = { width: 640, height: 200 };
/** A frame in which letters in a wave are opaque and away from their places, in seconds. */
const WAVING = 0.72;
/** A frame in which a single word, which enters in 0.3 s, is about to arrive, in seconds. */
const ARRIVING = 0.28;
const WORDS = ['क्षि', 'น้ำ', 'ẫặ', 'Hi\u{1f389}मी'];
/** Entrances of words, and the power of the easing of their opacity. */
const ENTRANCES = [
  { preset: 'slideIn', style: 'word', power: 2 },
  { preset: 'fadeIn', style: 'word', power: 2 },
  { preset: 'shift', style: 'word', power: 3 },
  { preset: 'ascend', style: undefined, power: 3 },
] as const;

/** The ink of animated letters: as much as the same letters have at rest. */
export const MEASURES: readonly Measure[] = [
  {
    name: 'Largest loss of ink of letters in movingLetters, %',
    limit: 0.5,
    measure: (kinora) => largestLoss(kinora, LINES, { preset: 'movingLetters' }, WAVING, 1),
  },
  ...ENTRANCES.map(({ preset, style, power }): Measure => ({
    name: `Largest loss of ink of a word in ${preset}, %`,
    limit: 0.5,
    measure: (kinora) =>
      largestLoss(
        kinora,
        WORDS,
        { preset, ...(style && { style }), direction: 'up', duration: 1 },
        ARRIVING,
        1 - (1 - ARRIVING / 0.3) ** power,
      ),
  })),
  {
    name: 'Largest distance of ink outside of a background that wraps it, px',
    limit: 1,
    measure: (kinora) =>
      largestOf(LINES, async (text, family) => {
        const box = edgesOf(await draw(kinora, { text, family, opacity: 0, isWrapped: true }));
        const ink = edgesOf(await draw(kinora, { text, family }));
        return Math.max(
          box.left - ink.left,
          box.top - ink.top,
          ink.right - box.right,
          ink.bottom - box.bottom,
        );
      }),
  },
];

/** Returns the largest share of the ink of a line that is missing at a time, in percent. */
function largestLoss(
  kinora: Kinora,
  lines: readonly string[],
  animation: object,
  time: number,
  opacity: number,
): Promise<number> {
  return largestOf(lines, async (text, family) => {
    const still = brightnessOf(await draw(kinora, { text, family }));
    const moving = brightnessOf(await draw(kinora, { text, family, animation }, time));
    return 100 * (1 - moving / opacity / still);
  });
}

/** Measures every line, each in another family in turn. */
async function largestOf(
  lines: readonly string[],
  measure: (text: string, family: string) => Promise<number>,
): Promise<number> {
  let largest = 0;
  for (const [index, text] of lines.entries())
    largest = Math.max(largest, await measure(text, FAMILIES[(index + 1) % FAMILIES.length] ?? ''));
  return largest;
}

/** A white line on black. Its background, if it has one, is white as well. */
interface DrawnLine {
  readonly text: string;
  readonly family: string;
  readonly animation?: object;
  readonly opacity?: number;
  readonly isWrapped?: boolean;
}

function draw(
  kinora: Kinora,
  { text, family, animation, opacity = 1, isWrapped = false }: DrawnLine,
  at = 0,
): Promise<Picture> {
  const asset = {
    type: 'rich-text',
    text,
    font: { family, size: 48, color: '#ffffff', opacity },
    // Letters in motion must not overlap, or less of them is visible.
    style: { letterSpacing: 12 },
    ...(isWrapped && { background: { color: '#ffffff', wrap: true } }),
    ...(animation && { animation }),
  };
  const clips = [{ asset, start: 0, length: 2 }];
  return kinora.frame(
    {
      timeline: { background: '#000000', tracks: [{ clips }] },
      output: { format: 'mp4', size: SIZE, fps: 25 },
    },
    at,
  );
}

function brightnessOf({ data }: Picture): number {
  return data.reduce((sum, value) => sum + value, 0);
}

/** Returns the edges of everything that is not nearly black, in pixels. The ends are exclusive. */
function edgesOf({ data, width, height }: Picture): Record<'left' | 'right' | 'top' | 'bottom', number> {
  const edges = { left: width, right: 0, top: height, bottom: 0 };
  for (let pixel = 0; pixel < width * height; pixel++) {
    if ((data[3 * pixel + 1] ?? 0) < 16) continue;
    const [column, row] = [pixel % width, Math.floor(pixel / width)];
    edges.left = Math.min(edges.left, column);
    edges.right = Math.max(edges.right, column + 1);
    edges.top = Math.min(edges.top, row);
    edges.bottom = Math.max(edges.bottom, row + 1);
  }
  return edges;
}
