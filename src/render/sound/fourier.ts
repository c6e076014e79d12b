/** The discrete Fourier transform of complex numbers, in place. */
export class Fourier {
  private readonly size: number;
  private readonly reversed: Uint32Array;
  private readonly cos: Float64Array;
  private readonly sin: Float64Array;

  /** @param size number of values, a power of two. */
  constructor(size: number) {
    this.size = size;
    const bits = Math.log2(size);
    this.reversed = Uint32Array.from({ length: size }, (_, index) => {
      let reversed = 0;
      for (let bit = 0; bit < bits; bit++) reversed |= ((index >> bit) & 1) << (bits - 1 - bit);
      return reversed;
    });
    this.cos = Float64Array.from({ length: size / 2 }, (_, index) => Math.cos((2 * Math.PI * index) / size));
    this.sin = Float64Array.from({ length: size / 2 }, (_, index) => Math.sin((2 * Math.PI * index) / size));
  }

  /** Transforms values to the spectrum. With the parts exchanged, transforms a spectrum back, times the size. */
  transform(real: Float64Array, imaginary: Float64Array): void {
    const { size } = this;
    for (let index = 0; index < size; index++) {
      const other = this.reversed[index] ?? 0;
      if (other <= index) continue;
      swap(real, index, other);
      swap(imaginary, index, other);
    }
    for (let half = 1; half < size; half *= 2) this.combine(real, imaginary, half);
  }

  /** Combines the transforms of pairs of parts. @param half length of a part. */
  private combine(real: Float64Array, imaginary: Float64Array, half: number): void {
    const { size, cos, sin } = this;
    const stride = size / (2 * half);
    for (let start = 0; start < size; start += 2 * half)
      for (let index = start, turn = 0; index < start + half; index++, turn += stride) {
        const other = index + half;
        const c = cos[turn] ?? 0;
        const s = sin[turn] ?? 0;
        const a = real[other] ?? 0;
        const b = imaginary[other] ?? 0;
        const x = a * c + b * s;
        const y = b * c - a * s;
        const p = real[index] ?? 0;
        const q = imaginary[index] ?? 0;
        real[other] = p - x;
        imaginary[other] = q - y;
        real[index] = p + x;
        imaginary[index] = q + y;
      }
  }
}

function swap(values: Float64Array, one: number, other: number): void {
  const held = values[one] ?? 0;
  values[one] = values[other] ?? 0;
  values[other] = held;
}
