/**
 * A mapping from result samples to source samples along one axis.
 * Result n lies at `start + n * step` of the source.
 */
export interface SampleLine {
  /** Source position of the centre of the first result. 0 is the centre of the first source sample. */
  readonly start: number;
  /**
   * Distance from one result to the next, in source samples. It is at most 2, and negative if the mapping
   * runs backwards.
   */
  readonly step: number;
  /** Number of source samples. The outermost ones repeat beyond the ends. */
  readonly length: number;
  /** Number of results. The last one repeats beyond the end. */
  readonly count: number;
  /**
   * True to interpolate linearly instead of with the Mitchell filter. This is for results that fall exactly
   * on source samples and must equal those samples. The Mitchell filter would blend in the neighbouring
   * samples.
   */
  readonly isStraight: boolean;
}

/**
 * Bytes of a group of four columns in the table, and bytes of the position of the group's first source. The
 * table contains all groups, followed by all positions.
 */
const [GROUP_BYTES, START_BYTES] = [64, 4];
/** Bytes of each group of four columns in the table that `kernels/resample.ts` reads. */
export const COLUMN_BYTES = GROUP_BYTES + START_BYTES;
/** Bytes of each row in the table that `kernels/resample.ts` reads. */
export const ROW_BYTES = 32;

/** The sum of the weights of a result, in the units of the kernels. */
const WEIGHT_ONE = 2 ** 15;
/**
 * The high byte beside the offset of a source. A swizzle yields 0 for this byte, because the byte is above
 * 127.
 */
const EMPTY_BYTE = 0x80 << 8;
/** Number of source samples that make one result. */
const TAPS = 4;

/**
 * Writes the table of columns.
 *
 * @param line the mapping of columns.
 * @param groups number of groups of four columns.
 * @param memory space for {@link COLUMN_BYTES} per group.
 */
export function writeColumnTaps(line: SampleLine, groups: number, memory: Uint8Array): void {
  const view = new DataView(memory.buffer, memory.byteOffset, groups * COLUMN_BYTES);
  const sources = new Int32Array(4 * TAPS);
  const weights = new Int32Array(4 * TAPS);
  for (let group = 0; group < groups; group++) {
    for (let index = 0; index < 4; index++)
      computeTaps(line, 4 * group + index, sources, weights, index * TAPS);
    // Sources only rise or only fall along a line, so the lowest source is at one of the ends.
    const first = Math.min(sources[0] as number, sources[3 * TAPS] as number);
    const at = group * GROUP_BYTES;
    view.setInt32(groups * GROUP_BYTES + group * START_BYTES, first, true);
    for (let tap = 0; tap < 4 * TAPS; tap++) {
      // The first two taps of each of the four results, then the last two.
      const order = 2 * (((tap & 2) << 2) + ((tap >> 2) << 1) + (tap & 1));
      // The casts are safe because all indexes are inside the lists.
      view.setUint16(at + order, EMPTY_BYTE + (sources[tap] as number) - first, true);
      view.setInt16(at + 32 + order, weights[tap] as number, true);
    }
  }
}

/**
 * Writes the table of rows.
 *
 * @param line the mapping of rows, which must run forwards.
 * @param rows number of rows.
 * @param memory space for {@link ROW_BYTES} per row.
 */
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

/** Computes the four sources of a result and their weights, which add up to {@link WEIGHT_ONE}. */
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
  // The nearest source gets the rounding error, so that flat colours do not change.
  const nearest = at + (fraction < 0.5 ? 1 : 2);
  // A full weight is reduced by 1 to fit into 16 bits. The difference is invisible.
  weights[nearest] = Math.min(WEIGHT_ONE - 1, (weights[nearest] as number) + remainder);
}

function linearWeight(distance: number): number {
  return Math.max(0, 1 - Math.abs(distance));
}

/**
 * Returns the weight of the filter of Mitchell and Netravali (SIGGRAPH 1988) with B = C = 1/3, which Skia
 * uses, too.
 *
 * @param distance distance from the centre, in samples.
 */
function mitchellWeight(distance: number): number {
  const x = Math.abs(distance);
  // Powers are written out for speed, because this runs thousands of times per frame.
  if (x < 1) return (7 * x * x * x - 12 * x * x + 16 / 3) / 6;
  if (x < 2) return ((-7 / 3) * x * x * x + 12 * x * x - 20 * x + 32 / 3) / 6;
  return 0;
}
