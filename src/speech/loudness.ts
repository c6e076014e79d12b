/** The quietest loudness, in LUFS: that of silence. */
const SILENCE = -70;
/** Blocks that are quieter than the others by this number of LU do not count, because they are pauses. */
const GATE = 10;
/** The loudness is measured in blocks of four steps of this number of seconds. */
const STEP_SECONDS = 0.1;
const STEPS_PER_BLOCK = 4;

/** A filter with two poles and two zeros. */
interface Filter {
  readonly b: readonly [number, number, number];
  readonly a: readonly [number, number];
}

/**
 * Measures the integrated loudness of a sound with one channel, as ITU-R BS.1770 defines it. A sound that is
 * shorter than one block of 400 ms is one block.
 */
export class LoudnessMeter {
  private readonly length: number;
  private readonly shelf: Filter;
  private readonly pass: Filter;
  /** The memory of the two filters. */
  private memory: readonly [number, number, number, number] = [0, 0, 0, 0];
  private sum = 0;
  private count = 0;
  /** The mean square of each step. */
  private readonly powers: number[] = [];

  constructor(sampleRate: number) {
    this.length = Math.round(STEP_SECONDS * sampleRate);
    this.shelf = shelfFilter(sampleRate);
    this.pass = passFilter(sampleRate);
  }

  /** Adds the next part of the sound. @param samples from -1 to 1. */
  add(samples: Float32Array): void {
    const { shelf, pass } = this;
    let [s1, s2, p1, p2] = this.memory;
    for (let index = 0; index < samples.length; index += 1) {
      const sample = samples[index] ?? 0;
      const bright = sample * shelf.b[0] + s1;
      s1 = sample * shelf.b[1] - bright * shelf.a[0] + s2;
      s2 = sample * shelf.b[2] - bright * shelf.a[1];
      const weighted = bright * pass.b[0] + p1;
      p1 = bright * pass.b[1] - weighted * pass.a[0] + p2;
      p2 = bright * pass.b[2] - weighted * pass.a[1];
      this.sum += weighted * weighted;
      this.count += 1;
      if (this.count < this.length) continue;
      this.powers.push(this.sum / this.length);
      this.sum = 0;
      this.count = 0;
    }
    this.memory = [s1, s2, p1, p2];
  }

  /** Returns the loudness in LUFS. */
  result(): number {
    const blocks =
      this.powers.length < STEPS_PER_BLOCK
        ? [mean([...this.powers, this.sum / Math.max(1, this.count)])]
        : this.powers
            .slice(STEPS_PER_BLOCK - 1)
            .map((_, at) => mean(this.powers.slice(at, at + STEPS_PER_BLOCK)));
    const audible = blocks.filter((power) => toLoudness(power) > SILENCE);
    const gate = toLoudness(mean(audible)) - GATE;
    return Math.max(SILENCE, toLoudness(mean(audible.filter((power) => toLoudness(power) > gate))));
  }
}

/** Returns the first filter of BS.1770, which models the head. Its values are those of the standard at 48 kHz. */
function shelfFilter(sampleRate: number): Filter {
  const [frequency, gain, quality] = [1681.974450955533, 3.999843853973347, 0.7071752369554196];
  const k = Math.tan((Math.PI * frequency) / sampleRate);
  const high = 10 ** (gain / 20);
  const band = high ** 0.4996667741545416;
  const scale = 1 + k / quality + k * k;
  return {
    b: [
      (high + (band * k) / quality + k * k) / scale,
      (2 * (k * k - high)) / scale,
      (high - (band * k) / quality + k * k) / scale,
    ],
    a: [(2 * (k * k - 1)) / scale, (1 - k / quality + k * k) / scale],
  };
}

/** Returns the second filter of BS.1770, which weakens low tones. */
function passFilter(sampleRate: number): Filter {
  const [frequency, quality] = [38.13547087602444, 0.5003270373238773];
  const k = Math.tan((Math.PI * frequency) / sampleRate);
  const scale = 1 + k / quality + k * k;
  return { b: [1, -2, 1], a: [(2 * (k * k - 1)) / scale, (1 - k / quality + k * k) / scale] };
}

function toLoudness(power: number): number {
  return -0.691 + 10 * Math.log10(power);
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
