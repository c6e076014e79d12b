/** How samples of a source lie along a line: sample n of the result has its middle at `start + n * step` of the source's. */
export interface SampleLine {
  /** Where the middle of the first result lies, in samples of the source; 0 is the middle of its first one. */
  readonly start: number;
  /** Samples of the source from one result to the next; negative where they run backwards. Up to 2. */
  readonly step: number;
  /** Samples that the source has: beyond its ends the outermost ones go on. */
  readonly length: number;
  /** Results, from the first one, after which the last one goes on. */
  readonly count: number;
  /** Whether results lie on samples, and are these: the curve would mix their neighbours in. Between samples they lie on a straight line. */
  readonly isStraight: boolean;
}

/** Bytes of four columns that lie together, and of where their first source lies, which stands behind all of them. */
const [GROUP_BYTES, START_BYTES] = [64, 4];
/** Bytes for each four columns, and for each row, of the tables that `kernels/resample.ts` reads. */
export const COLUMN_BYTES = GROUP_BYTES + START_BYTES;
export const ROW_BYTES = 32;

/** What the weights of a sample make together, in the parts that kernels count in. */
const WEIGHT_ONE = 2 ** 15;
/** A byte beside that of a source, where it becomes a word. */
const EMPTY_BYTE = 0x80 << 8;
/** Sources of a sample. */
const TAPS = 4;

/** Writes the table of columns. @param groups of four columns. */
export function writeColumnTaps(line: SampleLine, groups: number, memory: Uint8Array): void {
  const view = new DataView(memory.buffer, memory.byteOffset, groups * COLUMN_BYTES);
  const sources = new Int32Array(4 * TAPS);
  const weights = new Int32Array(4 * TAPS);
  for (let group = 0; group < groups; group++) {
    for (let index = 0; index < 4; index++)
      computeTaps(line, 4 * group + index, sources, weights, index * TAPS);
    // The sources of a line only ever rise, or only ever fall.
    const first = Math.min(sources[0] as number, sources[3 * TAPS] as number);
    const at = group * GROUP_BYTES;
    view.setInt32(groups * GROUP_BYTES + group * START_BYTES, first, true);
    for (let tap = 0; tap < 4 * TAPS; tap++) {
      // The first two of each sample, and then the last two.
      const order = 2 * (((tap & 2) << 2) + ((tap >> 2) << 1) + (tap & 1));
      // Inside the lists there is always a number.
      view.setUint16(at + order, EMPTY_BYTE + (sources[tap] as number) - first, true);
      view.setInt16(at + 32 + order, weights[tap] as number, true);
    }
  }
}

/** Writes the table of rows. @param line which runs forwards. @param rows results. */
export function writeRowTaps(line: SampleLine, rows: number, memory: Uint8Array): void {
  const view = new DataView(memory.buffer, memory.byteOffset, rows * ROW_BYTES);
  const sources = new Int32Array(TAPS);
  const weights = new Int32Array(TAPS);
  for (let row = 0; row < rows; row++) {
    computeTaps(line, row, sources, weights, 0);
    for (let tap = 0; tap < TAPS; tap++) {
      view.setInt32(row * ROW_BYTES + 4 * tap, sources[tap] as number, true);
      view.setInt16(row * ROW_BYTES + 16 + 2 * tap, weights[tap] as number, true);
    }
  }
}

/** The four sources of a result and their weights, which make {@link WEIGHT_ONE}. */
function computeTaps(
  { start, step, length, count, isStraight }: SampleLine,
  index: number,
  sources: Int32Array,
  weights: Int32Array,
  at: number,
): void {
  const position = start + Math.min(index, count - 1) * step;
  const first = Math.floor(position);
  const fraction = position - first;
  const weightAt = isStraight ? linearWeight : mitchellWeight;
  let remainder = WEIGHT_ONE;
  for (let tap = 0; tap < TAPS; tap++) {
    const weight = Math.round(WEIGHT_ONE * weightAt(tap - 1 - fraction));
    sources[at + tap] = Math.min(length - 1, Math.max(0, first + tap - 1));
    weights[at + tap] = weight;
    remainder -= weight;
  }
  // What was rounded goes to the nearest source: flat colours stay what they are.
  const nearest = at + (fraction < 0.5 ? 1 : 2);
  // All of one source is a part less: 16 bits hold no more, and a part is too little to be seen.
  weights[nearest] = Math.min(WEIGHT_ONE - 1, (weights[nearest] as number) + remainder);
}

function linearWeight(distance: number): number {
  return Math.max(0, 1 - Math.abs(distance));
}

/**
 * The curve through pixels of Mitchell and Netravali (SIGGRAPH 1988) with B = C = 1/3, which Skia draws pictures with as well.
 *
 * @param distance from the middle, in samples.
 */
function mitchellWeight(distance: number): number {
  const x = Math.abs(distance);
  // Powers are written out: they are asked for thousands of times a picture.
  if (x < 1) return (7 * x * x * x - 12 * x * x + 16 / 3) / 6;
  if (x < 2) return ((-7 / 3) * x * x * x + 12 * x * x - 20 * x + 32 / 3) / 6;
  return 0;
}
