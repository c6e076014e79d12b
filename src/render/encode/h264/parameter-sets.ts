import { BitReader, bitsOf, bytesOf, type Bits, unsigned } from './bits.ts';
import { escaped, KIND, kindOf, streamOf, unescaped, unitsOf } from './units.ts';

/** Bits by which the order of pictures is written wider than x264 does: a whole byte, so that all bits behind it keep their places in theirs. */
export const WIDER = 8;
/** The only profile that we make. */
const HIGH = 100;

/** What has to be known of a stream to read and to write its slices: names are those of ISO/IEC 14496-10, 7.3.2, without their prefixes. */
export interface StreamParameters {
  /** Bits of `frame_num`. */
  readonly frameNumberBits: number;
  /** Bits of `pic_order_cnt_lsb` as the encoder writes it. */
  readonly orderBits: number;
  /** Macroblocks in a picture. */
  readonly macroblocks: number;
  readonly weightedPrediction: boolean;
  /** `26 + pic_init_qp_minus26`. */
  readonly initialQuantizer: number;
  /** Whether a slice says how it is deblocked. */
  readonly saysDeblocking: boolean;
}

/**
 * The parameters of a stream by x264, and its parameter sets with an order of pictures that is {@link WIDER}.
 *
 * @param stream both sets, with start codes.
 * @throws {Error} when the stream is not as we have it made: High, progressive, one set of each kind, CABAC.
 */
export function widened(stream: Buffer): { parameters: StreamParameters; stream: Buffer } {
  const units = unitsOf(stream);
  const unit = (kind: number) => {
    const found = units.filter((each) => kindOf(each) === kind);
    if (found.length !== 1 || !found[0]) throw unexpected(`${found.length} parameter sets of kind ${kind}`);
    return found[0];
  };
  const sequence = sequenceOf(bitsOf(unescaped(unit(KIND.sequence))));
  const parameters = { ...sequence.parameters, ...pictureOf(bitsOf(unescaped(unit(KIND.picture)))) };
  const written = escaped(bytesOf(sequence.widened));
  return {
    parameters,
    stream: streamOf(units.map((each) => (kindOf(each) === KIND.sequence ? written : each))),
  };
}

/** A sequence parameter set (7.3.2.1.1). */
function sequenceOf(bits: Bits) {
  const reader = new BitReader(bits);
  reader.fixed(8);
  if (reader.fixed(8) !== HIGH) throw unexpected('another profile than High');
  reader.fixed(16);
  expectZero('seq_parameter_set_id', reader.unsigned());
  if (reader.unsigned() !== 1) throw unexpected('another format of chroma than 4:2:0');
  expectZero('bit_depth_luma_minus8', reader.unsigned());
  expectZero('bit_depth_chroma_minus8', reader.unsigned());
  reader.fixed(1);
  expectZero('seq_scaling_matrix_present_flag', reader.fixed(1));
  const frameNumberBits = reader.unsigned() + 4;
  expectZero('pic_order_cnt_type', reader.unsigned());
  const before = reader.at;
  const orderBits = reader.unsigned() + 4;
  const after = reader.at;
  reader.unsigned();
  reader.fixed(1);
  const columns = reader.unsigned() + 1;
  const rows = reader.unsigned() + 1;
  if (reader.fixed(1) !== 1) throw unexpected('fields');
  const head = bits.slice(0, before) + unsigned(orderBits + WIDER - 4);
  // The last 1 ends the set, and zeros fill its last byte.
  const whole = head + bits.slice(after, bits.lastIndexOf('1') + 1);
  return {
    parameters: { frameNumberBits, orderBits, macroblocks: columns * rows },
    widened: whole.padEnd(Math.ceil(whole.length / 8) * 8, '0'),
  };
}

/** A picture parameter set (7.3.2.2). */
function pictureOf(bits: Bits) {
  const reader = new BitReader(bits);
  reader.fixed(8);
  expectZero('pic_parameter_set_id', reader.unsigned());
  expectZero('seq_parameter_set_id', reader.unsigned());
  if (reader.fixed(1) !== 1) throw unexpected('another entropy coding than CABAC');
  expectZero('bottom_field_pic_order_in_frame_present_flag', reader.fixed(1));
  expectZero('num_slice_groups_minus1', reader.unsigned());
  // A picture with more to be made of could reach back over a gap, and weigh by its length.
  expectZero('num_ref_idx_l0_default_active_minus1', reader.unsigned());
  expectZero('num_ref_idx_l1_default_active_minus1', reader.unsigned());
  const weightedPrediction = reader.fixed(1) === 1;
  reader.fixed(2);
  const initialQuantizer = 26 + reader.signed();
  reader.signed();
  reader.signed();
  const saysDeblocking = reader.fixed(1) === 1;
  reader.fixed(1);
  expectZero('redundant_pic_cnt_present_flag', reader.fixed(1));
  return { weightedPrediction, initialQuantizer, saysDeblocking };
}

function expectZero(name: string, value: number): void {
  if (value !== 0) throw unexpected(`${name} ${value}`);
}

function unexpected(what: string): Error {
  return new Error(`x264 has made a stream with ${what}, which is not what was asked for.`);
}
