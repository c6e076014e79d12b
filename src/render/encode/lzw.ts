/** Maximum length of a code in bits, and the maximum number of codes. */
const MAX_CODE_BITS = 12;
const MAX_CODES = 1 << MAX_CODE_BITS;

/**
 * The code table. The index of an entry consists of a code and the next pixel. The low bits of the entry are
 * the code for that code followed by that pixel. The high bits of the entry are the number of the table that
 * the entry belongs to. All pictures share the array.
 */
const codeTable = new Uint32Array(MAX_CODES << 8);
let tableNumber = 0;

/**
 * Compresses the pixels of a GIF image with LZW: codes of growing length, lowest bit first
 * (GIF89a, appendix F).
 *
 * @param indexes colour indexes, at least one.
 * @param bits bits of the largest index, 2 to 8.
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
    // From here on, the code `next` may occur. If `next` needs one more bit, all codes become longer now.
    if (next === 1 << length) length++;
    codeTable[key] = (tableNumber << MAX_CODE_BITS) | next++;
  }
  codes.put(code, length);
  if (next === 1 << length && length < MAX_CODE_BITS) length++;
  codes.put(end, length);
  return codes.finish();
}

/**
 * Clears the table by changing the number of the table, which invalidates all entries. Overwrites the array
 * only when no unused number is left.
 */
function clearTable(): void {
  tableNumber++;
  if (tableNumber < 1 << (32 - MAX_CODE_BITS)) return;
  codeTable.fill(0);
  tableNumber = 1;
}

/** Writes codes of any length as consecutive bits. */
class CodeWriter {
  private readonly bytes: Uint8Array;
  private count = 0;
  private pending = 0;
  private bits = 0;

  constructor(pixels: number) {
    // Two bytes per pixel are enough: each pixel takes at most one code of its own, and clear codes are
    // thousands of codes apart.
    this.bytes = new Uint8Array(2 * pixels + 16);
  }

  put(code: number, length: number): void {
    this.pending |= code << this.bits;
    this.bits += length;
    while (this.bits >= 8) {
      this.bytes[this.count++] = this.pending & 255;
      this.pending >>>= 8;
      this.bits -= 8;
    }
  }

  finish(): Uint8Array {
    if (this.bits > 0) this.bytes[this.count++] = this.pending;
    return this.bytes.subarray(0, this.count);
  }
}
