import type { Stereo } from '../media/stereo.ts';
import type { AudioClip } from '../resolve/timeline.ts';
import type { PlacedAudioClip } from './clip-chain.ts';
import type { ClipGain } from './clip-gain.ts';
import { rampDown, RAMP_SAMPLES, rampUp } from './ramp.ts';

/** The gains of a clip in a chain, with its ramps at the start and the end. */
export interface ClipEnvelope {
  readonly gain: ClipGain;
  /**
   * The gain at which the ramp at the start of the clip begins. `undefined` if the clip starts without a
   * ramp.
   */
  readonly startGain: number | undefined;
  /** True if the clip is the last one of its chain. */
  readonly isLast: boolean;
}

/** Returns the channels that a clip plays. */
export function chooseChannels({ left, right }: Stereo, channels: AudioClip['channels']): Stereo {
  switch (channels) {
    case 'left':
      return { left, right: left };
    case 'right':
      return { left: right, right };
    case 'swap':
      return { left: right, right: left };
    case 'mono': {
      const middle = left.map((sample, index) => (sample + (right[index] ?? 0)) / 2);
      return { left: middle, right: middle };
    }
    case undefined:
      return { left, right };
  }
}

/** Returns the gains of samples `from` to `to` of the timeline, or a single gain if all of them have the same. */
export function gainsOf(
  { gain, startGain: before, isLast: last }: ClipEnvelope,
  placed: PlacedAudioClip,
  from: number,
  to: number,
): Float64Array | number {
  const rising = before !== undefined && from < placed.from + RAMP_SAMPLES;
  const falling = last && to > placed.to - RAMP_SAMPLES;
  if (gain.constant !== undefined && !rising && !falling) return gain.constant;
  const gains = new Float64Array(to - from);
  gain.write(gains, from - placed.from, gains.length);
  if (rising) rampUp(gains, from - placed.from, before);
  if (falling) rampDown(gains, placed.to - from);
  return gains;
}

/** Multiplies gains with those of a duck, if there are any. */
export function multiplyGains(
  own: Float64Array | number,
  duck: Float64Array | undefined,
): Float64Array | number {
  if (!duck) return own;
  return duck.map((gain, index) => gain * (typeof own === 'number' ? own : (own[index] ?? 0)));
}

/** Adds samples to a mix. @param at their place in it. */
export function addSamples(
  mixed: Float32Array,
  samples: Float32Array,
  at: number,
  gains: Float64Array | number,
): void {
  if (typeof gains === 'number') {
    for (let index = 0; index < samples.length; index++) {
      mixed[at + index] = (mixed[at + index] ?? 0) + gains * (samples[index] ?? 0);
    }
  } else {
    for (let index = 0; index < samples.length; index++) {
      mixed[at + index] = (mixed[at + index] ?? 0) + (gains[index] ?? 0) * (samples[index] ?? 0);
    }
  }
}
