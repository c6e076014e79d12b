import type { ResolvedTimeline } from '../resolve/timeline.ts';
import { Mixer } from './mixer.ts';
import { planLoudness } from './plan-loudness.ts';

/** The levels that a mix must have. */
export interface SoundTarget {
  /** Maximum true peak in dBTP. */
  readonly ceiling: number;
  /** Integrated loudness in LUFS. Undefined to leave it as it is. */
  readonly loudness: number | undefined;
}

/**
 * Opens the mixer of a timeline. Measures the mix beforehand if its loudness is given.
 *
 * @param onProgress Called now and then while the mix is measured.
 * @throws {UnreadableSource} If the file of a clip cannot be read.
 */
export async function openMixer(
  timeline: ResolvedTimeline,
  { ceiling, loudness }: SoundTarget,
  onProgress: () => void,
): Promise<Mixer> {
  if (loudness === undefined) return new Mixer(timeline, ceiling);
  const openMix = (limit: number, gain: number): Mixer => new Mixer(timeline, limit, { gain, warnings: [] });
  return new Mixer(
    timeline,
    ceiling,
    await planLoudness(openMix, timeline.range, { ceiling, loudness }, onProgress),
  );
}
