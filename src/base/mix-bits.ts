/** Mixes the bits of a number (the finalizer of MurmurHash3). */
export function mixBits(number: number): number {
  let bits = Math.imul(number ^ (number >>> 16), 0x85eb_ca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2_ae35);
  return bits ^ (bits >>> 16);
}
