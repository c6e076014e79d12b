import type { ResolvedTimeline } from '../resolve/timeline.ts';
import { placeAudioClip } from './clip-chain.ts';
import type { DuckPlan } from './duck/duck-curve.ts';
import { planDucks } from './duck/plan-ducks.ts';
import { Mixer, PREROLL_SAMPLES } from './mixer.ts';
import { planLoudness } from './plan-loudness.ts';

/** The levels that a mix must have. */
export interface SoundTarget {
  /** Maximum true peak in dBTP. */
  readonly ceiling: number;
  /** Integrated loudness in LUFS. Undefined to leave it as it is. */
  readonly loudness: number | undefined;
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
  { ceiling, loudness }: SoundTarget,
  onProgress: () => void,
): Promise<Mixer> {
  const ducks = await findDucks(timeline, onProgress);
  const plans = ducks ? { ducks } : {};
  if (loudness === undefined) return new Mixer(timeline, ceiling, plans);
  const openMix = (limit: number, gain: number): Mixer =>
    new Mixer(timeline, limit, { ...plans, loudness: { gain, warnings: [] } });
  const goal = { ceiling, loudness };
  const plan = await planLoudness(openMix, timeline.range, goal, onProgress);
  return new Mixer(timeline, ceiling, { ...plans, loudness: plan });
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
