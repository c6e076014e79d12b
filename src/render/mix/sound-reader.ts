import { fromRatio, NATURAL_SPEED, SAMPLE_RATE, ZERO } from '../../base/time.ts';
import { AudioReader, type SoundGap } from '../av/sound/audio-reader.ts';
import { openJoinedSound } from '../av/sound/joined-frames.ts';
import { TempoReader } from '../av/sound/tempo-reader.ts';
import { concatenateStereo, sliceStereo, type Stereo } from '../media/stereo.ts';
import type { AudioClip } from '../resolve/timeline.ts';
import { RampedSound } from './ramped-sound.ts';
import { rampDown, RAMP_SAMPLES, rampUp } from '../gain/ramp.ts';

/** The fields of a clip that decide its samples before its filters. */
export type ClipSound = Pick<
  AudioClip,
  'track' | 'trim' | 'speed' | 'ramp' | 'parts' | 'loop' | 'preservesPitch'
>;

/**
 * Reads the samples of a sound in order. Reads ahead by the length of a ramp. If the file ends in the middle
 * of a wave or has a gap, the reader can therefore apply a falling ramp before that point, which avoids a
 * click. Close it with `using`.
 */
export class SoundReader implements Disposable {
  /** True if the sound would begin with a click. */
  readonly clicks: boolean;
  private readonly reader: AnyReader;
  private ahead: Stereo;
  private over = false;
  /** The gaps in the sound. The positions of the gaps count from the sample that is returned next. */
  private gaps: SoundGap[];

  private constructor(reader: AnyReader, ahead: Stereo, clicks: boolean) {
    this.reader = reader;
    this.ahead = ahead;
    this.gaps = reader.takeGaps().map((gap) => shiftGap(gap, RAMP_SAMPLES));
    this.clicks = clicks;
  }

  /**
   * Opens the sound of a clip chain.
   *
   * @param clip The first clip of the chain.
   * @param skipped Number of samples to skip at the beginning of the chain.
   * @throws {MediaError} If the file cannot be read.
   */
  static async open(clip: ClipSound, skipped: number): Promise<SoundReader> {
    const { trim } = clip;
    const reader = await openReader(clip, skipped);
    try {
      const ahead = await reader.read(RAMP_SAMPLES);
      // A trimmed sound may begin in the middle of a wave, which clicks. An untrimmed sound keeps its
      // beginning unless it looks cut off, so that a drum beat keeps its attack.
      const clicks = trim.gt(ZERO) || isTorn(ahead.left) || isTorn(ahead.right);
      return new SoundReader(reader, ahead, clicks);
    } catch (error) {
      reader[Symbol.dispose]();
      throw error;
    }
  }

  /**
   * Returns the next samples. Silence follows the end of a file that is not repeated.
   *
   * @throws {MediaError} If the file cannot be read.
   */
  async read(count: number): Promise<Stereo> {
    const combined = concatenateStereo(this.ahead, await this.reader.read(count));
    if (this.reader.isOver && !this.over) {
      this.over = true;
      endSoftly(combined.left);
      endSoftly(combined.right);
    }
    this.ahead = sliceStereo(combined, count);
    const due = sliceStereo(combined, 0, count);
    this.soften(due, count);
    return due;
  }

  /** Applies ramps before and after gaps in the sound. */
  private soften({ left, right }: Stereo, count: number): void {
    this.gaps.push(...this.reader.takeGaps().map((gap) => shiftGap(gap, RAMP_SAMPLES + count)));
    for (const { from, to } of this.gaps) {
      for (const side of [left, right]) {
        rampDown(side.subarray(0, Math.max(0, from)), from);
        rampUp(side.subarray(Math.max(0, to)), Math.max(0, -to));
      }
    }
    this.gaps = this.gaps.map((gap) => shiftGap(gap, -count)).filter(({ to }) => to > -RAMP_SAMPLES);
  }

  [Symbol.dispose](): void {
    this.reader[Symbol.dispose]();
  }
}

type AnyReader = AudioReader | TempoReader | RampedSound;

/** Opens the sound of a clip at a sample after its start. */
async function openReader(
  { track, trim, speed, ramp, parts, loop, preservesPitch }: ClipSound,
  skipped: number,
): Promise<AnyReader> {
  const joined = parts && { parts, repeats: loop !== undefined };
  const repeated = loop && { from: trim, length: loop };
  if (ramp) return new RampedSound({ location: track.location, trim, ramp, loop: repeated }, skipped);
  if (preservesPitch !== true) {
    const played = speed.mul(fromRatio(skipped, SAMPLE_RATE));
    if (joined) return openJoinedSound(track.location, joined, played, speed);
    const from = trim.add(played);
    return await AudioReader.open(track.location, from, speed, repeated);
  }
  const reader = joined
    ? TempoReader.over(openJoinedSound(track.location, joined, ZERO, NATURAL_SPEED), speed)
    : await TempoReader.open(track.location, trim, speed, repeated);
  try {
    await reader.skip(skipped);
    return reader;
  } catch (error) {
    reader[Symbol.dispose]();
    throw error;
  }
}

function shiftGap({ from, to }: SoundGap, by: number): SoundGap {
  return { from: from + by, to: to + by };
}

/**
 * True if a sound looks cut off: its step from silence to the first sample is larger than all later steps.
 */
function isTorn(samples: Float32Array): boolean {
  const first = Math.abs(samples[0] ?? 0);
  for (let index = 1; index < samples.length; index++) {
    if (Math.abs((samples[index] ?? 0) - (samples[index - 1] ?? 0)) >= first) return false;
  }
  return first > 0;
}

/**
 * Applies a falling ramp to the last samples before the final silence if the sound looks cut off where this
 * silence begins.
 */
function endSoftly(samples: Float32Array): void {
  const end = samples.findLastIndex((sample) => sample !== 0) + 1;
  const last = samples.subarray(Math.max(0, end - RAMP_SAMPLES), end);
  if (isTorn(last.toReversed())) rampDown(last, last.length);
}
