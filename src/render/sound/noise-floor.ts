/** Frames in which the quietest moment is looked for: three seconds. It is found in parts, which saves work. */
const PARTS = 9;
const FRAMES_PER_PART = 31;
/** Frames that the noise is measured over. */
export const FLOOR_FRAMES: number = PARTS * FRAMES_PER_PART;
/** The share of the earlier frames in the smoothed power. */
const SMOOTHING = 0.7;
/**
 * The mean power of a noise, divided by the least smoothed power in {@link FLOOR_FRAMES}. Measured with white noise.
 */
const BIAS = 2.8;

/**
 * The power of the steady noise of a sound at each frequency: the least of its smoothed power in the last seconds (Martin,
 * "Noise Power Spectral Density Estimation Based on Optimal Smoothing and Minimum Statistics", 2001).
 */
export class NoiseFloor {
  private readonly smoothed: Float64Array;
  /** The least power of the present part, and of each of the last parts. */
  private part: Float64Array;
  private readonly parts: Float64Array[] = [];
  private frames = 0;

  /** @param size number of frequencies. */
  constructor(size: number) {
    this.smoothed = new Float64Array(size);
    this.part = new Float64Array(size).fill(Infinity);
  }

  /** Adds the power of a frame, and writes that of the noise. */
  follow(power: Float64Array, noise: Float64Array): void {
    const { smoothed, part, parts } = this;
    const last = power.length - 1;
    for (let index = 0; index <= last; index++) {
      // Neighbours make the measured power steadier.
      const [low, high] = [power[Math.max(0, index - 1)] ?? 0, power[Math.min(last, index + 1)] ?? 0];
      const value = (power[index] ?? 0) / 2 + (low + high) / 4;
      const before = this.frames === 0 ? value : (smoothed[index] ?? 0);
      smoothed[index] = value + (before - value) * SMOOTHING;
      let least = Math.min(part[index] ?? Infinity, smoothed[index] ?? 0);
      part[index] = least;
      for (const other of parts) least = Math.min(least, other[index] ?? Infinity);
      noise[index] = BIAS * least;
    }
    this.frames += 1;
    if (this.frames % FRAMES_PER_PART !== 0) return;
    parts.push(part);
    const oldest = parts.length >= PARTS ? parts.shift() : undefined;
    this.part = (oldest ?? new Float64Array(power.length)).fill(Infinity);
  }
}
