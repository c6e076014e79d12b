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

/** Bytes that hold a slice's header as far as it is read. */
const HEADER_BYTES = 16;
/** `pic_order_cnt_lsb` rises by so much from frame to frame: fields have an order, too. */
export const ORDER_STEP = 2;

/** A picture as x264 has encoded it. */
export interface OrderedPicture {
  /** With start codes. */
  readonly stream: Buffer;
  /** `frame_num` of its slice. */
  readonly frameNumber: number;
  /** Whether other pictures may be made of it. */
  readonly isReference: boolean;
}

/**
 * Gives a picture its place among others: the one that x264 gave it does not count what is shown between its pictures.
 *
 * @param stream an encoded picture, with start codes.
 * @param position in frames, from the last keyframe on.
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
  if (!found) throw new Error('x264 has made a packet without a picture.');
  return { stream: joinNalUnits(units), ...found };
}

/** `pic_order_cnt_lsb` of a place, in frames from the last keyframe on. */
export function encodePictureOrder(position: number, { orderBits }: StreamParameters): Bits {
  const bits = orderBits + EXTRA_ORDER_BITS;
  return encodeFixed((position * ORDER_STEP) % 2 ** bits, bits);
}

/** Reads the beginning of a slice (7.3.3). @returns also where the order of pictures stands, in bits. */
function readHeader(header: Bits, kind: number, { frameNumberBits }: StreamParameters) {
  const reader = new BitReader(header);
  reader.readFixed(8);
  // first_mb_in_slice, slice_type, pic_parameter_set_id
  for (let value = 0; value < 3; value++) reader.readUnsigned();
  const frameNumber = reader.readFixed(frameNumberBits);
  if (kind === NAL_TYPE.keySlice) reader.readUnsigned();
  return { frameNumber, order: reader.position };
}
