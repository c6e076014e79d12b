/** Two channels of 32-bit float samples at 48 kHz, full scale at 1. Both arrays have the same length. */
export interface Stereo {
  readonly left: Float32Array;
  readonly right: Float32Array;
}

/** A sound in which nothing is heard, of `count` samples. */
export function createSilence(count: number): Stereo {
  return { left: new Float32Array(count), right: new Float32Array(count) };
}

/** A copy of two sounds, one after the other. */
export function concatenateStereo(first: Stereo, second: Stereo): Stereo {
  const whole = createSilence(first.left.length + second.left.length);
  copyStereo(whole, first, 0);
  copyStereo(whole, second, first.left.length);
  return whole;
}

/** The samples from one to before another, or to the end: a view of them, not a copy. */
export function sliceStereo({ left, right }: Stereo, from: number, to?: number): Stereo {
  return { left: left.subarray(from, to), right: right.subarray(from, to) };
}

/** Copies a sound into another one. @param at the sample of `into` that becomes the first of `sound`. */
export function copyStereo(into: Stereo, sound: Stereo, at: number): void {
  into.left.set(sound.left, at);
  into.right.set(sound.right, at);
}
