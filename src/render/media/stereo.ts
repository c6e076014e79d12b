/** Two channels of 32-bit float samples at 48 kHz, full scale at 1. Both arrays have the same length. */
export interface Stereo {
  readonly left: Float32Array;
  readonly right: Float32Array;
}

/** Returns `count` samples of silence. */
export function createSilence(count: number): Stereo {
  return { left: new Float32Array(count), right: new Float32Array(count) };
}

/** Returns a copy of two sounds, one after the other. */
export function concatenateStereo(first: Stereo, second: Stereo): Stereo {
  const whole = createSilence(first.left.length + second.left.length);
  copyStereo(whole, first, 0);
  copyStereo(whole, second, first.left.length);
  return whole;
}

/**
 * Returns a view, not a copy, of the samples from `from`, inclusive, to `to`, exclusive. Default: to the end.
 */
export function sliceStereo({ left, right }: Stereo, from: number, to?: number): Stereo {
  return { left: left.subarray(from, to), right: right.subarray(from, to) };
}

/** Copies a sound into another one. @param at the index in `into` at which the copy begins. */
export function copyStereo(into: Stereo, sound: Stereo, at: number): void {
  into.left.set(sound.left, at);
  into.right.set(sound.right, at);
}
