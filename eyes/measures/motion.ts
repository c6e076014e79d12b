import { join } from 'node:path';
import sharp from 'sharp';
import type { Kinora, Measure, Picture } from '../measure.ts';

/** The picture: noise with details of all sizes, several times larger than the output. */
const SOURCE = { width: 2000, height: 1500 };
const OUTPUT = { width: 640, height: 360 };
/** The part of the output that is compared. */
const PART = { x: 100, y: 80, width: 440, height: 200 };
const SECONDS = 8;
/** Seconds of the compared frames. */
const TIMES = [0, 0.52, 1.64, 3.08, 4.92, 6.36, 7.84];

/** Rows of greys. */
type Rows = readonly Float64Array[];

/** The place of the picture on the output: its top left corner, and output pixels per pixel of the picture. */
interface Place {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/** Returns the greys of the source, 0 to 255, the same each time. */
function makeSource(): Rows {
  const { width, height } = SOURCE;
  const rows = Array.from({ length: height }, () => new Float64Array(width).fill(128));
  let state = 11;
  for (let cell = 1; cell <= 128; cell *= 2) {
    const columns = Math.ceil(width / cell) + 1;
    const values = Float64Array.from({ length: columns * (Math.ceil(height / cell) + 1) }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state / 2 ** 32 - 0.5;
    });
    for (const [y, row] of rows.entries()) {
      const first = Math.floor(y / cell) * columns;
      for (let x = 0; x < width; x++)
        row[x] = (row[x] ?? 0) + 45 * (values[first + Math.floor(x / cell)] ?? 0);
    }
  }
  return rows.map((row) => row.map((value) => Math.min(255, Math.max(0, Math.round(value)))));
}

function lanczos(x: number): number {
  if (x === 0) return 1;
  if (Math.abs(x) >= 3) return 0;
  return (3 * Math.sin(Math.PI * x) * Math.sin((Math.PI * x) / 3)) / (Math.PI * x) ** 2;
}

/** Resamples rows with Lanczos's filter, widened if they shrink. */
function resampleRows(rows: Rows, start: number, step: number, count: number): Rows {
  const stretch = Math.max(1, step);
  const reach = Math.ceil(3 * stretch);
  const taps = Array.from({ length: count }, (_, index) => {
    const position = start + index * step;
    const from = Math.floor(position) - reach;
    const weights = Array.from({ length: 2 * reach + 2 }, (_each, tap) =>
      lanczos((from + tap - position) / stretch),
    );
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return { from, weights: weights.map((weight) => weight / sum) };
  });
  return rows.map((row) =>
    Float64Array.from(taps, ({ from, weights }) =>
      weights.reduce((sum, weight, tap) => sum + weight * (row[from + tap] ?? 0), 0),
    ),
  );
}

function transpose(rows: Rows): Rows {
  return Array.from(rows[0] ?? [], (_, column) => Float64Array.from(rows, (row) => row[column] ?? 0));
}

/** Returns the compared part as it should be: the source, scaled and moved in one step. */
function expectedPart(source: Rows, { x, y, scale }: Place): Rows {
  const step = 1 / scale;
  const wide = resampleRows(source, (PART.x + 0.5 - x) * step - 0.5, step, PART.width);
  const columns = resampleRows(transpose(wide), (PART.y + 0.5 - y) * step - 0.5, step, PART.height);
  return transpose(columns).map((row) => row.map((value) => Math.min(255, Math.max(0, value))));
}

/** Returns the compared part of a frame. All its pixels are grey. */
function partOf({ data, width }: Picture): Rows {
  return Array.from({ length: PART.height }, (_, row) =>
    Float64Array.from(
      { length: PART.width },
      (_each, column) => data[3 * ((PART.y + row) * width + PART.x + column) + 1] ?? 0,
    ),
  );
}

/** Returns the sum of all horizontal differences. */
function gradientOf(rows: Rows): number {
  let sum = 0;
  for (const row of rows)
    for (let column = 1; column < row.length; column++)
      sum += Math.abs((row[column] ?? 0) - (row[column - 1] ?? 0));
  return sum;
}

/** Returns how far a picture lies to the right of the expected one, in pixels. */
function shiftOf(found: Rows, expected: Rows): number {
  let [product, square] = [0, 0];
  for (const [index, row] of expected.entries()) {
    for (let column = 1; column < row.length - 1; column++) {
      const slope = ((row[column + 1] ?? 0) - (row[column - 1] ?? 0)) / 2;
      product += slope * ((row[column] ?? 0) - (found[index]?.[column] ?? 0));
      square += slope * slope;
    }
  }
  return product / square;
}

/** Sizes of the picture when it just covers the output. */
const FITTED = OUTPUT.width / SOURCE.width;

function placeAt(scale: number, shift: number): Place {
  return {
    x: OUTPUT.width / 2 + shift - (SOURCE.width * scale) / 2,
    y: OUTPUT.height / 2 - (SOURCE.height * scale) / 2,
    scale,
  };
}

/** The place of the picture under each effect at a fraction of the clip, from 0 to 1 (contract 2.8). */
const EFFECTS = {
  slideLeftSlow: (progress: number) => placeAt(1.06 * FITTED, 0.03 * OUTPUT.width * (1 - 2 * progress)),
  zoomInSlow: (progress: number) => placeAt((1 + 0.1 * progress) * FITTED, 0),
} as const;

/** The measurements of one compared frame. */
interface FrameResult {
  /** The gradient, in relation to the expected one. */
  readonly ratio: number;
  /** The distance from the expected place, in pixels. */
  readonly shift: number;
}

async function measureEffect(kinora: Kinora, effect: keyof typeof EFFECTS): Promise<FrameResult[]> {
  const source = makeSource();
  const pixels = Buffer.concat(source.map((row) => Buffer.from(row)));
  await sharp(pixels, { raw: { ...SOURCE, channels: 1 } })
    .png()
    .toFile(join(kinora.folder, 'details.png'));
  const clip = { asset: { type: 'image', src: 'details.png' }, start: 0, length: SECONDS, effect };
  const edit = { timeline: { tracks: [{ clips: [clip] }] }, output: { format: 'mp4', size: OUTPUT } };
  const results: FrameResult[] = [];
  for (const time of TIMES) {
    const found = partOf(await kinora.frame(edit, time));
    const expected = expectedPart(source, EFFECTS[effect](time / SECONDS));
    results.push({
      ratio: gradientOf(found) / gradientOf(expected),
      shift: shiftOf(found, expected),
    });
  }
  return results;
}

/** Returns the largest difference of the gradient from the expected one, in percent. */
function differenceOf(results: readonly FrameResult[]): number {
  return 100 * Math.max(...results.map(({ ratio }) => Math.abs(ratio - 1)));
}

/** The measures of pictures in slow motion. */
export const MEASURES: readonly Measure[] = [
  {
    name: 'Swing of the gradient of a detailed picture in slideLeftSlow, relative to Lanczos, %',
    limit: 1,
    measure: async (kinora) => {
      const ratios = (await measureEffect(kinora, 'slideLeftSlow')).map(({ ratio }) => ratio);
      return 100 * (Math.max(...ratios) / Math.min(...ratios) - 1);
    },
  },
  {
    name: 'Difference of the gradient from Lanczos in slideLeftSlow, %',
    limit: 3,
    measure: async (kinora) => differenceOf(await measureEffect(kinora, 'slideLeftSlow')),
  },
  {
    name: 'Difference of the gradient from Lanczos in zoomInSlow, %',
    limit: 3,
    measure: async (kinora) => differenceOf(await measureEffect(kinora, 'zoomInSlow')),
  },
  {
    name: 'Distance of a picture from its exact place in slideLeftSlow and zoomInSlow, pixels',
    limit: 0.01,
    measure: async (kinora) => {
      const results = [
        ...(await measureEffect(kinora, 'slideLeftSlow')),
        ...(await measureEffect(kinora, 'zoomInSlow')),
      ];
      return Math.max(...results.map(({ shift }) => Math.abs(shift)));
    },
  },
];
