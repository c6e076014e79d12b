import type { EnhancePreset } from '../../../ingest/model.ts';

/** The steps of a preset that improve speech. */
export interface SpeechSettings {
  /** Strength of the noise reduction. */
  readonly noise: 'light' | 'medium' | 'strong';
  /** Strength of the reduction of sharp S sounds, 0 to 1. */
  readonly deEssing: number;
  /** Ratio by which loud speech becomes quieter, so that all voices become about equally loud. Above 1. */
  readonly ratio: number;
}

/** The steps of a preset and its loudness (docs/enhance-audio.md). */
export interface EnhanceSettings {
  /** Frequency in Hz below which sound is removed: rumble, handling noise and hum. */
  readonly lowest: number;
  /** Absent for music. */
  readonly speech?: SpeechSettings;
  /** Integrated loudness of the result in LUFS (EBU R 128). */
  readonly loudness: number;
}

/** The settings of each preset. */
export const ENHANCE_SETTINGS: Readonly<Record<EnhancePreset, EnhanceSettings>> = {
  conference: { lowest: 100, speech: { noise: 'strong', deEssing: 0.5, ratio: 3 }, loudness: -18 },
  interview: { lowest: 80, speech: { noise: 'medium', deEssing: 0.6, ratio: 2.5 }, loudness: -16 },
  lecture: { lowest: 80, speech: { noise: 'medium', deEssing: 0.5, ratio: 3 }, loudness: -18 },
  meeting: { lowest: 100, speech: { noise: 'strong', deEssing: 0.5, ratio: 4 }, loudness: -18 },
  mobile_phone: { lowest: 120, speech: { noise: 'strong', deEssing: 0.6, ratio: 3 }, loudness: -16 },
  music: { lowest: 20, loudness: -14 },
  podcast: { lowest: 80, speech: { noise: 'medium', deEssing: 0.6, ratio: 3 }, loudness: -16 },
  studio: { lowest: 60, speech: { noise: 'light', deEssing: 0.5, ratio: 1.5 }, loudness: -18 },
  voice_over: { lowest: 80, speech: { noise: 'light', deEssing: 0.7, ratio: 2.5 }, loudness: -16 },
};
