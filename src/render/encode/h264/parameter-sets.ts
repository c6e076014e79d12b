import { BitReader, type Bits, encodeUnsigned, toBits, toBytes } from './bits.ts';
import {
  escapeNalUnit,
  joinNalUnits,
  NAL_TYPE,
  nalTypeOf,
  splitNalUnits,
  unescapeNalUnit,
} from './nal-units.ts';

/**
 * Number of bits that Kinora adds to the picture order of x264. The number is 8, a whole byte, so that all
 * later bits keep their positions within their bytes.
 */
export const EXTRA_ORDER_BITS = 8;
/** `profile_idc` of High, the only profile that Kinora makes. */
const HIGH_PROFILE = 100;

/**
 * The parameters of a stream that are needed to read and write its slices. The syntax elements are those of
 * ISO/IEC 14496-10, 7.3.2.
 */
export interface StreamParameters {
  /** Number of bits of `frame_num`. */
  readonly frameNumberBits: number;
  /** Number of bits of `pic_order_cnt_lsb` in the stream of the encoder. */
  readonly orderBits: number;
  /** Number of macroblocks in a picture. */
  readonly macroblocks: number;
  readonly weightedPrediction: boolean;
  /** `26 + pic_init_qp_minus26`. */
  readonly initialQuantizer: number;
  /** True if slices contain deblocking parameters. */
  readonly hasDeblockingControl: boolean;
}

/**
 * Reads the parameters of a stream of x264. Also widens the picture order in the parameter sets by
 * {@link EXTRA_ORDER_BITS} bits.
 *
 * @param stream both parameter sets, with start codes.
 * @throws {Error} if the stream does not have the requested form: High profile, progressive, one set of each
 * kind, CABAC.
 */
export function widenPictureOrder(stream: Buffer): { parameters: StreamParameters; stream: Buffer } {
  const units = splitNalUnits(stream);
  const unit = (kind: number) => {
    const found = units.filter((each) => nalTypeOf(each) === kind);
    if (found.length !== 1 || !found[0])
      throw createStreamError(`${found.length} parameter sets of kind ${kind}`);
    return found[0];
  };
  const sequence = readSequenceParameterSet(toBits(unescapeNalUnit(unit(NAL_TYPE.sequence))));
  const parameters = {
    ...sequence.parameters,
    ...readPictureParameterSet(toBits(unescapeNalUnit(unit(NAL_TYPE.picture)))),
  };
  const written = escapeNalUnit(toBytes(sequence.widened));
  return {
    parameters,
    stream: joinNalUnits(units.map((each) => (nalTypeOf(each) === NAL_TYPE.sequence ? written : each))),
  };
}

/** Reads a sequence parameter set (7.3.2.1.1). */
function readSequenceParameterSet(bits: Bits) {
  const reader = new BitReader(bits);
  reader.readFixed(8);
  if (reader.readFixed(8) !== HIGH_PROFILE) throw createStreamError('another profile than High');
  reader.readFixed(16);
  expectZero('seq_parameter_set_id', reader.readUnsigned());
  if (reader.readUnsigned() !== 1) throw createStreamError('a chroma format other than 4:2:0');
  expectZero('bit_depth_luma_minus8', reader.readUnsigned());
  expectZero('bit_depth_chroma_minus8', reader.readUnsigned());
  reader.readFixed(1);
  expectZero('seq_scaling_matrix_present_flag', reader.readFixed(1));
  const frameNumberBits = reader.readUnsigned() + 4;
  expectZero('pic_order_cnt_type', reader.readUnsigned());
  const before = reader.position;
  const orderBits = reader.readUnsigned() + 4;
  const after = reader.position;
  reader.readUnsigned();
  reader.readFixed(1);
  const columns = reader.readUnsigned() + 1;
  const rows = reader.readUnsigned() + 1;
  if (reader.readFixed(1) !== 1) throw createStreamError('fields');
  const head = bits.slice(0, before) + encodeUnsigned(orderBits + EXTRA_ORDER_BITS - 4);
  // The last 1 is the stop bit. Zeros fill the rest of its byte.
  const whole = head + bits.slice(after, bits.lastIndexOf('1') + 1);
  return {
    parameters: { frameNumberBits, orderBits, macroblocks: columns * rows },
    widened: whole.padEnd(Math.ceil(whole.length / 8) * 8, '0'),
  };
}

/** Reads a picture parameter set (7.3.2.2). */
function readPictureParameterSet(bits: Bits) {
  const reader = new BitReader(bits);
  reader.readFixed(8);
  expectZero('pic_parameter_set_id', reader.readUnsigned());
  expectZero('seq_parameter_set_id', reader.readUnsigned());
  if (reader.readFixed(1) !== 1) throw createStreamError('another entropy coding than CABAC');
  expectZero('bottom_field_pic_order_in_frame_present_flag', reader.readFixed(1));
  expectZero('num_slice_groups_minus1', reader.readUnsigned());
  // With more than one reference per list, a picture could refer across repeated pictures, and x264 would
  // weight that reference incorrectly.
  expectZero('num_ref_idx_l0_default_active_minus1', reader.readUnsigned());
  expectZero('num_ref_idx_l1_default_active_minus1', reader.readUnsigned());
  const weightedPrediction = reader.readFixed(1) === 1;
  reader.readFixed(2);
  const initialQuantizer = 26 + reader.readSigned();
  reader.readSigned();
  reader.readSigned();
  const hasDeblockingControl = reader.readFixed(1) === 1;
  reader.readFixed(1);
  expectZero('redundant_pic_cnt_present_flag', reader.readFixed(1));
  return { weightedPrediction, initialQuantizer, hasDeblockingControl };
}

function expectZero(name: string, value: number): void {
  if (value !== 0) throw createStreamError(`${name} ${value}`);
}

function createStreamError(what: string): Error {
  return new Error(`x264 has produced a stream with ${what}, which was not requested.`);
}
