/** The limits and the default of a waveform: the number of its peaks, from 1. */
export const WAVEFORM_LIMITS = { points: { max: 4000, default: 500 } } as const;
