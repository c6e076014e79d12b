/** A string of `0` and `1`, as in the syntax tables of H.264. */
export type Bits = string;

/** Encodes a whole number of at least 0 with a fixed number of bits, `u(v)` in H.264. */
export function encodeFixed(value: number, width: number): Bits {
  return value.toString(2).padStart(width, '0');
}

/**
 * Encodes a whole number of at least 0. Smaller numbers are shorter. `ue(v)` in H.264
 * (ISO/IEC 14496-10, 9.1).
 */
export function encodeUnsigned(value: number): Bits {
  const code = (value + 1).toString(2);
  return '0'.repeat(code.length - 1) + code;
}

/** Encodes a whole number, `se(v)` in H.264 (9.1.1). */
export function encodeSigned(value: number): Bits {
  return encodeUnsigned(value > 0 ? 2 * value - 1 : -2 * value);
}

/** Converts bytes to bits, the highest bit of each byte first. */
export function toBits(bytes: Uint8Array): Bits {
  return Array.from(bytes, (byte) => encodeFixed(byte, 8)).join('');
}

/** Converts bits to bytes. The number of bits must be a multiple of 8. */
export function toBytes(bits: Bits): Buffer {
  return Buffer.from(bits.match(/.{8}/gu)?.map((byte) => parseInt(byte, 2)) ?? []);
}

/** Reads values from a string of bits, one after the other. */
export class BitReader {
  /** Number of bits that have been read. */
  position = 0;
  private readonly bits: Bits;

  constructor(bits: Bits) {
    this.bits = bits;
  }

  readFixed(width: number): number {
    const from = this.position;
    this.position += width;
    if (this.position > this.bits.length) throw new Error('The H.264 stream ends in the middle of a value.');
    return parseInt(this.bits.slice(from, this.position), 2);
  }

  readUnsigned(): number {
    let zeros = 0;
    while (this.readFixed(1) === 0) zeros++;
    this.position--;
    return this.readFixed(zeros + 1) - 1;
  }

  readSigned(): number {
    const code = this.readUnsigned();
    return code % 2 === 1 ? (code + 1) / 2 : 0 - code / 2;
  }
}
