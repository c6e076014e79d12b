import type { ResolvedTimeline } from '../resolve/timeline.ts';
import { placeAudioClip } from '../gain/clip-chain.ts';
import type { DuckPlan } from '../gain/duck-curve.ts';
import { planDucks } from './duck/plan-ducks.ts';
import type { LoudnessPlan } from './loudness-plan.ts';
import { Mixer, PREROLL_SAMPLES } from './mixer.ts';
import { planLoudness } from './plan-loudness.ts';

/** The levels that a mix must have. */
export interface SoundTarget {
  /** Maximum true peak in dBTP. */
  readonly ceiling: number;
  /** Integrated loudness in LUFS. Undefined to leave it as it is. */
  readonly loudness: number | undefined;
}

/** The gains of a mix that are known only after its sounds were read. */
interface MixPlan {
  /** Absent if no clip goes down under a voice. */
  readonly ducks?: DuckPlan;
  /** Absent if the loudness stays as it is. */
  readonly loudness?: LoudnessPlan;
}

/**
 * Opens the mixer of a timeline. If sounds go down under voices, reads the voices beforehand. If the loudness
 * is given, measures the mix beforehand.
 *
 * @param onProgress Called now and then while sounds are read beforehand.
 * @throws {UnreadableSource} If the file of a clip cannot be read.
 */
export async function openMixer(
  timeline: ResolvedTimeline,
  target: SoundTarget,
  onProgress: () => void,
): Promise<Mixer> {
  return new Mixer(timeline, target.ceiling, await planMix(timeline, target, onProgress));
}

/**
 * Plans the mix of a timeline. See {@link openMixer}.
 *
 * @throws {UnreadableSource} If the file of a clip cannot be read.
 */
export async function planMix(
  timeline: ResolvedTimeline,
  { ceiling, loudness }: SoundTarget,
  onProgress: () => void,
): Promise<MixPlan> {
  const ducks = await findDucks(timeline, onProgress);
  const plans = ducks ? { ducks } : {};
  if (loudness === undefined) return plans;
  const openMix = (limit: number, gain: number): Mixer =>
    new Mixer(timeline, limit, { ...plans, loudness: { gain, warnings: [] } });
  const goal = { ceiling, loudness };
  return { ...plans, loudness: await planLoudness(openMix, timeline.range, goal, onProgress) };
}

async function findDucks(
  { audioClips, rate, range: { samples } }: ResolvedTimeline,
  onProgress: () => void,
): Promise<DuckPlan | undefined> {
  if (!audioClips.some(({ duck }) => duck)) return undefined;
  const placed = audioClips.map((clip) => placeAudioClip(clip, rate));
  const from = samples.from - PREROLL_SAMPLES;
  return await planDucks(placed, { from, to: samples.to }, onProgress);
}
