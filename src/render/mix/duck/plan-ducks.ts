import { setImmediate } from 'node:timers/promises';
import { SAMPLE_RATE } from '../../../base/time.ts';
import { createSilence, type Stereo } from '../../media/stereo.ts';
import type { AudioClip } from '../../resolve/timeline.ts';
import type { PlacedAudioClip } from '../../gain/clip-chain.ts';
import { MixerInput } from '../mixer-input.ts';
import { DuckCurve, type DuckPlan, type VoiceSpan } from '../../gain/duck-curve.ts';
import { findVoiceSpans, type VoiceLevels } from './find-voice-spans.ts';

/** Samples per level of a voice: 10 ms. */
const STEP_SAMPLES: number = SAMPLE_RATE / 100;
/** Samples to read at once: one second. */
const BLOCK_SAMPLES: number = SAMPLE_RATE;

/**
 * Finds out when the voices of a timeline are heard, and works out how other clips go down under them. Reads
 * each of the voices once from its start to its end, even if only a part of it is rendered. A range sounds
 * therefore the same as in the whole timeline.
 *
 * @param placed All clips with their samples.
 * @param part The samples that are mixed. Voices outside of it are not read.
 * @param onProgress Called for each second of a voice.
 * @throws {UnreadableSource} If the file of a voice cannot be read.
 */
export async function planDucks(
  placed: readonly PlacedAudioClip[],
  part: VoiceSpan,
  onProgress: () => void,
): Promise<DuckPlan> {
  const spans = new Map<string, VoiceSpan[]>();
  const needed = new Set<string>();
  for (const { clip } of placed) for (const field of clip.duck?.under ?? []) needed.add(field);
  for (const voice of placed) {
    const isMixed = voice.from < part.to + SAMPLE_RATE && voice.to > part.from - SAMPLE_RATE;
    if (!isMixed || !needed.has(voice.clip.field)) continue;
    spans.set(voice.clip.field, findVoiceSpans(await measureVoice(voice, onProgress)));
  }
  const curveOf = ({ under, by }: NonNullable<AudioClip['duck']>): DuckCurve =>
    new DuckCurve(
      under.flatMap((field) => spans.get(field) ?? []),
      by,
    );
  return new Map(placed.flatMap(({ clip }) => (clip.duck ? [[clip, curveOf(clip.duck)]] : [])));
}

/** Measures the level of a voice with its volume and its fades. */
async function measureVoice(voice: PlacedAudioClip, onProgress: () => void): Promise<VoiceLevels> {
  using input = new MixerInput([voice]);
  const from = Math.floor(voice.from / STEP_SAMPLES) * STEP_SAMPLES;
  const decibels: number[] = [];
  for (let at = from; at < voice.to; at += BLOCK_SAMPLES) {
    const block = createSilence(BLOCK_SAMPLES);
    await input.add(block, at);
    for (let step = 0; step < BLOCK_SAMPLES; step += STEP_SAMPLES) decibels.push(levelOf(block, step));
    onProgress();
    // Other work gets its turn. To decode waits for nothing.
    await setImmediate();
  }
  return { from, step: STEP_SAMPLES, decibels };
}

/** Returns the level of a step in dB below full scale. */
function levelOf({ left, right }: Stereo, from: number): number {
  let power = 0;
  for (let index = from; index < from + STEP_SAMPLES; index++) {
    power += (left[index] ?? 0) ** 2 + (right[index] ?? 0) ** 2;
  }
  // A file of floats may contain samples that are no finite numbers.
  return Number.isFinite(power) ? 10 * Math.log10(power / (2 * STEP_SAMPLES)) : -Infinity;
}
