/** A number of a filter of sound: its range, its default, and its meaning. */
export interface SoundNumber {
  readonly range: readonly [minimum: number, maximum: number];
  readonly fallback: number;
  /** A noun phrase with the unit. */
  readonly text: string;
}

const FREQUENCY = [10, 20_000] as const;
const THRESHOLD = 'Level of the peaks in dBFS';
const GAIN = { range: [-60, 24], fallback: 0, text: 'Gain at the frequency in decibels' } as const;
const Q = {
  range: [0.1, 20],
  fallback: 0.707,
  text: 'Quality of the filter. A higher one is steeper, and stands out at the frequency',
} as const;
const RELEASE = {
  range: [0.001, 5],
  fallback: 0.1,
  text: 'Seconds in which most of the gain returns',
} as const;

/** The numbers of each filter of sound. The schema, the defaults and the renderer follow them. */
export const SOUND_NUMBERS = {
  gain: { db: { range: [-60, 24], fallback: 0, text: 'Gain in decibels. 6 doubles the amplitude' } },
  highpass: {
    frequency: {
      range: FREQUENCY,
      fallback: 80,
      text: 'Hertz below which the sound falls by 12 dB per octave',
    },
    q: Q,
  },
  lowpass: {
    frequency: {
      range: FREQUENCY,
      fallback: 12_000,
      text: 'Hertz above which the sound falls by 12 dB per octave',
    },
    q: Q,
  },
  shelf: {
    frequency: { range: FREQUENCY, fallback: 200, text: 'Hertz at which half of the gain is reached' },
    gain: { ...GAIN, text: 'Gain below a low shelf, or above a high one, in decibels' },
    q: Q,
  },
  peak: {
    frequency: { range: FREQUENCY, fallback: 1000, text: 'Hertz of the middle of the peak' },
    gain: GAIN,
    q: { ...Q, fallback: 1, text: 'Quality of the filter. A higher one changes fewer frequencies' },
  },
  gate: {
    threshold: { range: [-90, 0], fallback: -45, text: `${THRESHOLD} below which the gate closes` },
    range: { range: [0, 90], fallback: 30, text: 'Decibels by which a closed gate lowers the sound' },
    attack: { range: [0.0005, 1], fallback: 0.002, text: 'Seconds in which the gate opens' },
    hold: { range: [0, 5], fallback: 0.1, text: 'Seconds for which the gate stays open' },
    release: RELEASE,
  },
  compressor: {
    threshold: { range: [-60, 0], fallback: -18, text: `${THRESHOLD} above which the sound is lowered` },
    ratio: {
      range: [1, 50],
      fallback: 3,
      text: 'Factor by which the excess over the threshold is divided',
    },
    attack: { range: [0.0005, 1], fallback: 0.01, text: 'Seconds in which most of the gain falls' },
    release: RELEASE,
    knee: { range: [0, 24], fallback: 6, text: 'Decibels around the threshold over which the ratio sets in' },
    makeup: { range: [0, 24], fallback: 0, text: 'Decibels by which everything is raised afterwards' },
  },
  deesser: {
    frequency: { range: [2000, 12_000], fallback: 6000, text: 'Hertz above which hissing is lowered' },
    threshold: { range: [-60, 0], fallback: -30, text: `${THRESHOLD} that hissing may have` },
    range: { range: [0, 24], fallback: 12, text: 'Decibels by which hissing is lowered at most' },
  },
  denoise: {
    amount: { range: [0, 40], fallback: 12, text: 'Decibels by which steady noise is lowered' },
  },
  reverb: {
    mix: { range: [0, 1], fallback: 0.25, text: 'Share of the reverberation. 1 leaves nothing else' },
    decay: { range: [0.1, 10], fallback: 1.5, text: 'Seconds in which it falls by 60 dB' },
    damping: { range: [0, 1], fallback: 0.5, text: 'How much sooner high tones fall' },
  },
  pan: {
    value: { range: [-1, 1], fallback: 0, text: 'Place. -1 is only left, 1 only right' },
  },
  width: {
    value: { range: [0, 2], fallback: 1, text: 'Factor of the difference of left and right. 0 is mono' },
  },
  pitch: {
    semitones: { range: [-12, 12], fallback: 0, text: 'Semitones by which the pitch is raised' },
  },
  limiter: {
    ceiling: { range: [-24, 0], fallback: -1, text: 'Level in dBTP that the sound does not exceed' },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, SoundNumber>>>>;

/** The numbers of the filters of sound. */
export type SoundNumbers = typeof SOUND_NUMBERS;
