import { type Bits, encodeFixed, encodeSigned, encodeUnsigned, toBytes } from './bits.ts';
import type { StreamParameters } from './parameter-sets.ts';
import { encodePictureOrder } from './slices.ts';
import { escapeNalUnit, joinNalUnits, NAL_TYPE } from './nal-units.ts';

/** `slice_type` of a picture that has only P slices. */
const P_SLICE_TYPE = 5;
/**
 * Quantizer of the slices. The slices have nothing to quantize, but the quantizer affects the initial
 * probabilities (9.3.1.1). This value gives skipping the highest one.
 */
const QUANTIZER = 51;
/** `m` and `n` of the first context of `mb_skip_flag` in P slices with `cabac_init_idc` 0 (table 9-13). */
const [SLOPE, OFFSET] = [23, 33];
/** The ranges of the less probable symbol, indexed by bits 6 and 7 of the coder's range. */
type LpsRanges = readonly [number, number, number, number];
/** {@link LpsRanges} of each state of a context, starting at {@link FIRST_STATE} (table 9-44). */
const RANGE_TAB_LPS: readonly LpsRanges[] = [
  [16, 20, 23, 27],
  [15, 19, 22, 25],
  [14, 18, 21, 24],
  [14, 17, 20, 23],
  [13, 16, 19, 22],
  [12, 15, 18, 21],
  [12, 14, 17, 20],
  [11, 14, 16, 19],
  [11, 13, 15, 18],
  [10, 12, 15, 17],
  [10, 12, 14, 16],
  [9, 11, 13, 15],
  [9, 11, 12, 14],
  [8, 10, 12, 14],
  [8, 9, 11, 13],
  [7, 9, 11, 12],
  [7, 9, 10, 12],
  [7, 8, 10, 11],
  [6, 8, 9, 11],
  [6, 7, 9, 10],
  [6, 7, 8, 9],
];
const FIRST_STATE = 42;

/** The position of a repetition in the stream, and the numbers of two reference pictures. */
export interface RepeatPosition {
  /** In frames since the last keyframe. */
  readonly position: number;
  /** `frame_num` of the last reference picture before the repetition, in decoding order. */
  readonly lastReference: number;
  /** `frame_num` of the picture that is repeated. This picture is a reference picture. */
  readonly repeatedReference: number;
}

/**
 * Creates exact repetitions of a picture. Each repetition is a P slice whose macroblocks are all skipped
 * (ISO/IEC 14496-10, 7.3.3 and 7.3.4). No other picture refers to a repetition. At 1080p, a repetition takes
 * about 40 bytes including its start code.
 */
export class RepeatedPictures {
  private readonly parameters: StreamParameters;
  private readonly macroblocks: Bits;

  constructor(parameters: StreamParameters) {
    this.parameters = parameters;
    this.macroblocks = encodeSkippedMacroblocks(parameters.macroblocks);
  }

  /** Returns the stream of one picture, with start code. */
  encodeAt({ position, lastReference, repeatedReference }: RepeatPosition): Buffer {
    const { frameNumberBits, weightedPrediction, initialQuantizer, hasDeblockingControl } = this.parameters;
    const numbers = 2 ** frameNumberBits;
    const number = (lastReference + 1) % numbers;
    const back = (number - repeatedReference + numbers) % numbers;
    const header = [
      // nal_ref_idc 0: no other picture refers to it.
      encodeFixed(NAL_TYPE.slice, 8),
      encodeUnsigned(0) + encodeUnsigned(P_SLICE_TYPE) + encodeUnsigned(0),
      encodeFixed(number, frameNumberBits),
      encodePictureOrder(position, this.parameters),
      // A single reference picture, whose number is lower by `back`.
      `1${encodeUnsigned(0)}1${encodeUnsigned(0)}${encodeUnsigned(back - 1)}${encodeUnsigned(3)}`,
      // No prediction weights.
      weightedPrediction ? `${encodeUnsigned(0)}${encodeUnsigned(0)}00` : '',
      // cabac_init_idc, slice_qp_delta, disable_deblocking_filter_idc
      encodeUnsigned(0) + encodeSigned(QUANTIZER - initialQuantizer),
      hasDeblockingControl ? encodeUnsigned(1) : '',
    ].join('');
    const slice = padToBytes(header, '1') + padToBytes(this.macroblocks, '0');
    return joinNalUnits([escapeNalUnit(toBytes(slice))]);
  }
}

function padToBytes(bits: Bits, filling: '0' | '1'): Bits {
  return bits.padEnd(Math.ceil(bits.length / 8) * 8, filling);
}

/**
 * Encodes `mb_skip_flag` (always 1) and `end_of_slice_flag` of all macroblocks with arithmetic coding
 * (9.3.4), followed by the stop bit of the slice. The context of `mb_skip_flag` is always that of two skipped
 * neighbours. In this context, 1 is always the more probable symbol.
 */
function encodeSkippedMacroblocks(count: number): Bits {
  const coder = new ArithmeticCoder();
  let state = ((SLOPE * QUANTIZER) >> 4) + OFFSET - 64;
  for (let macroblock = 1; macroblock <= count; macroblock++) {
    coder.encodeMps(RANGE_TAB_LPS[state - FIRST_STATE] as LpsRanges);
    state = Math.min(state + 1, FIRST_STATE + RANGE_TAB_LPS.length - 1);
    if (macroblock < count) coder.continueSlice();
  }
  return coder.endSlice();
}

/** The arithmetic encoder of 9.3.4, reduced to a single context and its more probable symbol. */
class ArithmeticCoder {
  private low = 0;
  private range = 510;
  private outstanding = 0;
  private bits = '';
  private isFirst = true;

  encodeMps(lessLikely: LpsRanges): void {
    this.range -= lessLikely[(this.range >> 6) & 3] as number;
    this.renormalise();
  }

  /** Encodes `end_of_slice_flag` 0: another macroblock follows. */
  continueSlice(): void {
    this.range -= 2;
    this.renormalise();
  }

  /**
   * Encodes `end_of_slice_flag` 1 (9.3.4.5).
   *
   * @returns the bits of all symbols.
   */
  endSlice(): Bits {
    this.low += this.range - 2;
    this.range = 2;
    this.renormalise();
    this.put((this.low >> 9) & 1);
    return this.bits + encodeFixed(((this.low >> 7) & 3) | 1, 2);
  }

  private renormalise(): void {
    while (this.range < 256) {
      if (this.low < 256) this.put(0);
      else if (this.low >= 512) {
        this.low -= 512;
        this.put(1);
      } else {
        this.low -= 256;
        this.outstanding++;
      }
      this.range <<= 1;
      this.low <<= 1;
    }
  }

  private put(bit: number): void {
    if (this.isFirst) this.isFirst = false;
    else this.bits += String(bit);
    this.bits += String(1 - bit).repeat(this.outstanding);
    this.outstanding = 0;
  }
}
