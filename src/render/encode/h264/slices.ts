import { BitReader, type Bits, bitsOf, bytesOf, fixed } from './bits.ts';
import { type StreamParameters, WIDER } from './parameter-sets.ts';
import { escaped, isReference, KIND, kindOf, streamOf, unescaped, unitsOf } from './units.ts';

/** Bytes that hold a slice's header as far as it is read. */
const HEADER_BYTES = 16;
/** `pic_order_cnt_lsb` rises by so much from frame to frame: fields have an order, too. */
export const ORDER_STEP = 2;

/** A picture as x264 has encoded it. */
export interface PlacedPicture {
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
 * @param place in frames, from the last keyframe on.
 */
export function placed(stream: Buffer, parameters: StreamParameters, place: number): PlacedPicture {
  let found: Pick<PlacedPicture, 'frameNumber' | 'isReference'> | undefined;
  const units = unitsOf(stream).map((unit) => {
    const kind = kindOf(unit);
    if (kind !== KIND.slice && kind !== KIND.keySlice) return unit;
    const bytes = unescaped(unit);
    const header = bitsOf(bytes.subarray(0, HEADER_BYTES));
    const { frameNumber, order } = readHeader(header, kind, parameters);
    found = { frameNumber, isReference: isReference(unit) };
    const { orderBits } = parameters;
    const wider = header.slice(0, order) + orderOf(place, parameters) + header.slice(order + orderBits);
    return escaped(Buffer.concat([bytesOf(wider), bytes.subarray(HEADER_BYTES)]));
  });
  if (!found) throw new Error('x264 has made a packet without a picture.');
  return { stream: streamOf(units), ...found };
}

/** `pic_order_cnt_lsb` of a place, in frames from the last keyframe on. */
export function orderOf(place: number, { orderBits }: StreamParameters): Bits {
  const bits = orderBits + WIDER;
  return fixed((place * ORDER_STEP) % 2 ** bits, bits);
}

/** Reads the beginning of a slice (7.3.3). @returns also where the order of pictures stands, in bits. */
function readHeader(header: Bits, kind: number, { frameNumberBits }: StreamParameters) {
  const reader = new BitReader(header);
  reader.fixed(8);
  // first_mb_in_slice, slice_type, pic_parameter_set_id
  for (let value = 0; value < 3; value++) reader.unsigned();
  const frameNumber = reader.fixed(frameNumberBits);
  if (kind === KIND.keySlice) reader.unsigned();
  return { frameNumber, order: reader.at };
}
