/** The longest code, in bits, and how many codes there are. */
const MAX_CODE_BITS = 12;
const MAX_CODES = 1 << MAX_CODE_BITS;

/** For a code and the pixel after it the code of both, below the number of the table that it belongs to. One for all pictures. */
const codeTable = new Uint32Array(MAX_CODES << 8);
let tableNumber = 0;

/**
 * Compresses the pixels of a GIF picture: LZW with codes of growing length, the first bit of each lowest (GIF89a, appendix F).
 *
 * @param indexes the numbers of their colours, at least one.
 * @param bits of the largest number, 2 to 8.
 */
export function compressLzw(indexes: Uint8Array, bits: number): Uint8Array {
  const codes = new CodeWriter(indexes.length);
  const [clear, end] = [1 << bits, (1 << bits) + 1];
  let next = end + 1;
  let length = bits + 1;
  clearTable();
  codes.put(clear, length);
  let code = indexes[0] ?? 0;
  for (let at = 1; at < indexes.length; at++) {
    const pixel = indexes[at] as number;
    const key = (code << 8) | pixel;
    const known = codeTable[key] as number;
    if (known >>> MAX_CODE_BITS === tableNumber) {
      code = known & (MAX_CODES - 1);
      continue;
    }
    codes.put(code, length);
    code = pixel;
    if (next === MAX_CODES) {
      codes.put(clear, length);
      clearTable();
      next = end + 1;
      length = bits + 1;
      continue;
    }
    // A code of this number comes after this one at the earliest.
    if (next === 1 << length) length++;
    codeTable[key] = (tableNumber << MAX_CODE_BITS) | next++;
  }
  codes.put(code, length);
  if (next === 1 << length && length < MAX_CODE_BITS) length++;
  codes.put(end, length);
  return codes.finish();
}

/** A new number makes all entries those of another table; only when the numbers are used up they have to be wiped. */
function clearTable(): void {
  tableNumber++;
  if (tableNumber < 1 << (32 - MAX_CODE_BITS)) return;
  codeTable.fill(0);
  tableNumber = 1;
}

/** Codes of any length, one after the other in bytes. */
class CodeWriter {
  private readonly bytes: Uint8Array;
  private count = 0;
  private waiting = 0;
  private bits = 0;

  constructor(pixels: number) {
    // No pixel takes more than a code of its own, and one to begin anew comes with thousands of them.
    this.bytes = new Uint8Array(2 * pixels + 16);
  }

  put(code: number, length: number): void {
    this.waiting |= code << this.bits;
    this.bits += length;
    while (this.bits >= 8) {
      this.bytes[this.count++] = this.waiting & 255;
      this.waiting >>>= 8;
      this.bits -= 8;
    }
  }

  finish(): Uint8Array {
    if (this.bits > 0) this.bytes[this.count++] = this.waiting;
    return this.bytes.subarray(0, this.count);
  }
}
