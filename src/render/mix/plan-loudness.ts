import { setImmediate } from 'node:timers/promises';
import { SAMPLE_RATE } from '../../base/time.ts';
import { StereoLoudness } from '../av/sound/stereo-loudness.ts';
import type { ResolvedTimeline } from '../resolve/timeline.ts';
import type { LoudnessPlan } from './loudness-plan.ts';
import type { Mixer } from './mixer.ts';

/** The wanted loudness in LUFS, and the maximum true peak in dBTP. */
interface Goal {
  readonly loudness: number;
  readonly ceiling: number;
}

/** A gain in dB, and the loudness in LUFS that the mix has with it behind the limiter. */
interface Attempt {
  readonly gain: number;
  readonly loudness: number;
}

/**
 * The largest number of LU that the limiter may take off the loudness. With more, speech and music sound
 * flat, and steady sounds hardly become louder.
 */
const MAX_LOSS = 4;
/** An inaudible difference in LU. */
const TOLERANCE = 0.05;
/** A difference in LU that is worth a warning. */
const MISSED = 0.5;
/** Maximum number of mixes with the limiter. */
const MAX_ATTEMPTS = 4;
/** Peaks between samples are less than this number of dB above the samples. */
const MAX_OVERSHOOT = 6;

/**
 * Finds the gain with which the rendered range of a mix has the wanted loudness. Mixes it once without a
 * limiter. If the peaks are too high with the gain that is then known, mixes it again with the limiter, until
 * the loudness behind the limiter is right.
 *
 * @param openMix Opens the mix with a ceiling in dBTP and a linear gain.
 * @param onProgress Called for each second of sound.
 * @throws {UnreadableSource} If the file of a clip cannot be read.
 */
export async function planLoudness(
  openMix: (ceiling: number, gain: number) => Mixer,
  range: ResolvedTimeline['range'],
  goal: Goal,
  onProgress: () => void,
): Promise<LoudnessPlan> {
  const measure = async (ceiling: number, gain: number): Promise<MeasuredMix> => {
    using mixer = openMix(ceiling, toFactor(gain));
    return await measureMix(mixer, range.samples.to - range.samples.from, onProgress);
  };
  const plain = await measure(Infinity, 0);
  if (plain.loudness === undefined) return { gain: 1, warnings: [silenceWarning()] };
  const gain = roundGain(goal.loudness - plain.loudness);
  if (20 * Math.log10(plain.peak) + gain + MAX_OVERSHOOT < goal.ceiling)
    return { gain: toFactor(gain), warnings: [] };
  const best = await findGain(gain, goal.loudness, async (tried) => {
    const { loudness } = await measure(goal.ceiling, tried);
    return loudness ?? -Infinity;
  });
  const isMissed = Math.abs(best.loudness - goal.loudness) > MISSED;
  return { gain: toFactor(best.gain), warnings: isMissed ? [missWarning(goal, best)] : [] };
}

/** Tries gains from the one without a limiter on, each as much higher as the limiter took off before. */
async function findGain(
  lowest: number,
  wanted: number,
  measure: (gain: number) => Promise<number>,
): Promise<Attempt> {
  let before: Attempt | undefined;
  let best: Attempt | undefined;
  let gain = lowest;
  for (let attempt = 1; ; attempt++) {
    const tried: Attempt = { gain, loudness: await measure(gain) };
    const missing = wanted - tried.loudness;
    if (!best || Math.abs(missing) < Math.abs(wanted - best.loudness)) best = tried;
    if (missing <= TOLERANCE || attempt === MAX_ATTEMPTS) return best;
    // The loudness rises more slowly than the gain.
    const slope = before ? (tried.loudness - before.loudness) / (tried.gain - before.gain) : 1;
    const next = Math.min(lowest + MAX_LOSS, roundGain(gain + missing / Math.max(0.1, slope)));
    if (next <= gain) return best;
    before = tried;
    gain = next;
  }
}

/** The measured levels of a mix. */
interface MeasuredMix {
  /** Integrated loudness in LUFS. Undefined for silence. */
  readonly loudness: number | undefined;
  /** The largest sample. Full scale is 1. */
  readonly peak: number;
}

async function measureMix(mixer: Mixer, count: number, onProgress: () => void): Promise<MeasuredMix> {
  using loudness = new StereoLoudness();
  let peak = 0;
  for (let at = 0; at < count; at += SAMPLE_RATE) {
    const samples = await mixer.next(Math.min(SAMPLE_RATE, count - at));
    loudness.add(samples);
    for (const side of [samples.left, samples.right]) {
      for (const sample of side) peak = Math.max(peak, Math.abs(sample));
    }
    onProgress();
    // Other work gets its turn. To mix waits for nothing.
    await setImmediate();
  }
  return { loudness: loudness.integrated, peak };
}

/** Rounds a gain to hundredths of a dB, so that it does not depend on how a processor rounds. */
function roundGain(gain: number): number {
  return Number(gain.toFixed(2));
}

function toFactor(gain: number): number {
  return 10 ** (gain / 20);
}

function silenceWarning(): ResolvedTimeline['warnings'][number] {
  const text =
    'The loudness of the sound is unknown, because the sound is silent or shorter than 0.4 s. It is left as it is.';
  return { field: 'output.loudness', text };
}

function missWarning({ loudness, ceiling }: Goal, reached: Attempt): ResolvedTimeline['warnings'][number] {
  const found = Number(reached.loudness.toFixed(1));
  const text = `The sound has a loudness of ${found} LUFS, not ${loudness} LUFS, because its peaks must stay below ${ceiling} dBTP. The limiter may lower the sound by at most ${MAX_LOSS} LU for that. Choose a loudness of ${found} LUFS or less.`;
  return { field: 'output.loudness', text };
}
