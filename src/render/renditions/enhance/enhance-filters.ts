import type { EnhancePreset } from '../../../ingest/model.ts';
import { type EnhancedSound, measureSound, SILENT_LEVEL, type SoundLevels } from './measure-sound.ts';
import { ENHANCE_SETTINGS, type SpeechSettings } from './presets.ts';

/**
 * `afftdn` works in steps of this part of a second. It delays the sound by two steps.
 */
const STEPS_PER_SECOND = 80;
/** Loudness in LUFS to which the noise is brought before it is reduced, so that one set of options fits. */
const NOISE_LOUDNESS = -52;
/**
 * The options of `afftdn` for each strength: the maximum reduction, and the level of the noise in each band.
 * Both are in dB. A higher level removes more noise, but also more of the speech.
 */
const NOISE_OPTIONS: Readonly<Record<SpeechSettings['noise'], string>> = {
  light: 'nr=8:nf=-42',
  medium: 'nr=12:nf=-39',
  strong: 'nr=20:nf=-36',
};
/** Loudness in LUFS to which speech is brought before it is compressed, so that the threshold fits. */
const SPEECH_LOUDNESS = -20;
const COMPRESSOR = 'acompressor=threshold=-22dB:attack=8:release=150:knee=6';
/** Keeps the peaks 2 dB below full scale, because encoders raise them. */
const LIMITER = 'alimiter=limit=-2dB:attack=5:release=60:level=disabled:latency=1';
/** Maximum change of the loudness in dB. A quieter recording has hardly anything but noise. */
const MAX_GAIN = 40;

/**
 * Returns FFmpeg's filters that improve a sound (docs/enhance-audio.md). They keep its length, its rate and
 * its channels. Measures the sound first, which takes two or three passes over it.
 *
 * @param onProgress called while the sound is measured.
 * @throws {MediaError} if the source cannot be read.
 */
export async function enhanceFilters(
  preset: EnhancePreset,
  sound: EnhancedSound,
  onProgress: () => void,
): Promise<string> {
  const { lowest, speech, loudness } = ENHANCE_SETTINGS[preset];
  const filters = [`highpass=f=${lowest}`];
  let levels = await measureSound(sound, filters, onProgress);
  if (levels.loudness <= SILENT_LEVEL) return filters.join(',');
  if (speech) {
    filters.push(...speechFilters(speech, levels, sound.format.rate));
    levels = await measureSound(sound, filters, onProgress);
  }
  const gain = limitGain(loudness - levels.loudness);
  const limited = await measureSound(sound, [...filters, gainFilter(gain), LIMITER], onProgress);
  // The limiter makes sounds with high peaks quieter.
  const corrected = limitGain(gain + loudness - limited.loudness);
  return [...filters, gainFilter(corrected), LIMITER].join(',');
}

/** Returns filters that reduce the noise of speech, soften its S sounds, and even out its loudness. */
function speechFilters(
  { noise, deEssing, ratio }: SpeechSettings,
  levels: SoundLevels,
  rate: number,
): string[] {
  const delay = 2 * Math.floor(rate / STEPS_PER_SECOND);
  const noiseGain = NOISE_LOUDNESS - levels.noise;
  return [
    gainFilter(noiseGain),
    // The filter delays the sound. Silence at the end makes up for the samples that are cut at the start.
    `apad=pad_len=${delay}`,
    `afftdn=${NOISE_OPTIONS[noise]}`,
    `atrim=start_sample=${delay}`,
    'asetpts=N/SR/TB',
    gainFilter(limitGain(SPEECH_LOUDNESS - levels.loudness) - noiseGain),
    `deesser=i=${deEssing}`,
    `${COMPRESSOR}:ratio=${ratio}`,
  ];
}

function limitGain(gain: number): number {
  return Math.max(-MAX_GAIN, Math.min(MAX_GAIN, gain));
}

function gainFilter(gain: number): string {
  return `volume=${gain.toFixed(2)}dB:precision=float`;
}
