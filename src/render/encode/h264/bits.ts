/** A string of `0` and `1`, the way the syntax of H.264 is written down. */
export type Bits = string;

/** A whole number of 0 or more in so many bits, `u(v)` in H.264. */
export function fixed(value: number, width: number): Bits {
  return value.toString(2).padStart(width, '0');
}

/** A whole number of 0 or more, the shorter the smaller, `ue(v)` in H.264 (ISO/IEC 14496-10, 9.1). */
export function unsigned(value: number): Bits {
  const code = (value + 1).toString(2);
  return '0'.repeat(code.length - 1) + code;
}

/** A whole number, `se(v)` in H.264 (9.1.1). */
export function signed(value: number): Bits {
  return unsigned(value > 0 ? 2 * value - 1 : -2 * value);
}

/** The bits of bytes, the highest of each first. */
export function bitsOf(bytes: Uint8Array): Bits {
  return Array.from(bytes, (byte) => fixed(byte, 8)).join('');
}

/** The bytes of bits, of which there are whole bytes. */
export function bytesOf(bits: Bits): Buffer {
  return Buffer.from(bits.match(/.{8}/gu)?.map((byte) => parseInt(byte, 2)) ?? []);
}

/** Reads one value after the other. */
export class BitReader {
  /** How many bits have been read. */
  at = 0;
  private readonly bits: Bits;

  constructor(bits: Bits) {
    this.bits = bits;
  }

  fixed(width: number): number {
    const from = this.at;
    this.at += width;
    if (this.at > this.bits.length) throw new Error('The H.264 stream ends in the middle of a value.');
    return parseInt(this.bits.slice(from, this.at), 2);
  }

  unsigned(): number {
    let zeros = 0;
    while (this.fixed(1) === 0) zeros++;
    this.at--;
    return this.fixed(zeros + 1) - 1;
  }

  signed(): number {
    const code = this.unsigned();
    return code % 2 === 1 ? (code + 1) / 2 : 0 - code / 2;
  }
}
