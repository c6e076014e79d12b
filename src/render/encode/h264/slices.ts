import { BitReader, type Bits, encodeFixed, toBits, toBytes } from './bits.ts';
import { EXTRA_ORDER_BITS, type StreamParameters } from './parameter-sets.ts';
import {
  escapeNalUnit,
  isReference,
  joinNalUnits,
  NAL_TYPE,
  nalTypeOf,
  splitNalUnits,
  unescapeNalUnit,
} from './nal-units.ts';

/** Number of bytes at the start of a slice that contain all header fields that Kinora reads. */
const HEADER_BYTES = 16;
/** Increase of `pic_order_cnt_lsb` per frame. It is 2 because H.264 counts fields. */
const ORDER_STEP = 2;

/** A picture encoded by x264. */
export interface OrderedPicture {
  /** With start codes. */
  readonly stream: Buffer;
  /** `frame_num` of the slice. */
  readonly frameNumber: number;
  /** True if other pictures may refer to this picture. */
  readonly isReference: boolean;
}

/**
 * Replaces the picture order in the slices of a picture. The picture order of x264 is wrong because x264 does
 * not count the pictures that Kinora inserts.
 *
 * @param stream an encoded picture, with start codes.
 * @param position in frames since the last keyframe.
 */
export function setPictureOrder(
  stream: Buffer,
  parameters: StreamParameters,
  position: number,
): OrderedPicture {
  let found: Pick<OrderedPicture, 'frameNumber' | 'isReference'> | undefined;
  const units = splitNalUnits(stream).map((unit) => {
    const kind = nalTypeOf(unit);
    if (kind !== NAL_TYPE.slice && kind !== NAL_TYPE.keySlice) return unit;
    const bytes = unescapeNalUnit(unit);
    const header = toBits(bytes.subarray(0, HEADER_BYTES));
    const { frameNumber, order } = readHeader(header, kind, parameters);
    found = { frameNumber, isReference: isReference(unit) };
    const { orderBits } = parameters;
    const wider =
      header.slice(0, order) + encodePictureOrder(position, parameters) + header.slice(order + orderBits);
    return escapeNalUnit(Buffer.concat([toBytes(wider), bytes.subarray(HEADER_BYTES)]));
  });
  if (!found) throw new Error('x264 has produced a packet without a picture.');
  return { stream: joinNalUnits(units), ...found };
}

/** Encodes `pic_order_cnt_lsb` for a position in frames since the last keyframe. */
export function encodePictureOrder(position: number, { orderBits }: StreamParameters): Bits {
  const bits = orderBits + EXTRA_ORDER_BITS;
  return encodeFixed((position * ORDER_STEP) % 2 ** bits, bits);
}

/**
 * Reads the beginning of a slice header (7.3.3).
 *
 * @returns `frame_num`, and the offset of the picture order in bits.
 */
function readHeader(header: Bits, kind: number, { frameNumberBits }: StreamParameters) {
  const reader = new BitReader(header);
  reader.readFixed(8);
  // first_mb_in_slice, slice_type, pic_parameter_set_id
  for (let value = 0; value < 3; value++) reader.readUnsigned();
  const frameNumber = reader.readFixed(frameNumberBits);
  if (kind === NAL_TYPE.keySlice) reader.readUnsigned();
  return { frameNumber, order: reader.position };
}
