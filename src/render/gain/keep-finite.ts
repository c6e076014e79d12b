/**
 * Replaces NaN and infinity by silence. Files with float samples may contain such values, but encoders reject
 * them.
 */
export function keepFinite(samples: Float32Array): void {
  // Zero times a sample is 0 unless the sample is NaN or infinite. If the sum is 0, all samples are finite.
  let zero = 0;
  for (let index = 0; index < samples.length; index++) zero += 0 * (samples[index] ?? 0);
  if (zero === 0) return;
  for (let index = 0; index < samples.length; index++) {
    if (!Number.isFinite(samples[index])) samples[index] = 0;
  }
}
