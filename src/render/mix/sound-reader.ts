import { fromRatio, SAMPLE_RATE, ZERO } from '../../base/time.ts';
import { AudioReader, type SoundGap } from '../av/sound/audio-reader.ts';
import { concatenateStereo, sliceStereo, type Stereo } from '../media/stereo.ts';
import type { AudioClip } from '../resolve/timeline.ts';
import { rampDown, RAMP_SAMPLES, rampUp } from './ramp.ts';

/**
 * Reads the samples of a sound in order, always a ramp ahead of those that it gives, so that a file that ends in the middle of a
 * wave ends without a click, and one that breaks off within goes on without one. Close it with `using`.
 */
export class SoundReader implements Disposable {
  /** Whether the sound would begin with a click. */
  readonly clicks: boolean;
  private readonly reader: AudioReader;
  private ahead: Stereo;
  private over = false;
  /** The holes in the sound, counted from the sample that is given next. */
  private seams: SoundGap[];

  private constructor(reader: AudioReader, ahead: Stereo, clicks: boolean) {
    this.reader = reader;
    this.ahead = ahead;
    this.seams = reader.takeGaps().map((seam) => shiftGap(seam, RAMP_SAMPLES));
    this.clicks = clicks;
  }

  /**
   * @param clip the first of the sound.
   * @param skipped samples of the sound that are not read.
   * @throws {MediaError} when the file cannot be read.
   */
  static async open({ track, trim, speed }: AudioClip, skipped: number): Promise<SoundReader> {
    const from = trim.add(speed.mul(fromRatio(skipped, SAMPLE_RATE)));
    const reader = await AudioReader.open(track.location, from, speed);
    try {
      const ahead = reader.read(RAMP_SAMPLES);
      // What is cut begins anywhere. The beginning of a file is left alone, were it a drum, if it is one.
      const clicks = trim.gt(ZERO) || isTorn(ahead.left) || isTorn(ahead.right);
      return new SoundReader(reader, ahead, clicks);
    } catch (error) {
      reader[Symbol.dispose]();
      throw error;
    }
  }

  /** The next samples; silence after the end of the file. @throws {MediaError} when they cannot be read. */
  read(count: number): Stereo {
    const combined = concatenateStereo(this.ahead, this.reader.read(count));
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

  /** Lets the sound fall to silence before a hole and rise behind it. */
  private soften({ left, right }: Stereo, count: number): void {
    this.seams.push(...this.reader.takeGaps().map((seam) => shiftGap(seam, RAMP_SAMPLES + count)));
    for (const { from, to } of this.seams) {
      for (const side of [left, right]) {
        rampDown(side.subarray(0, Math.max(0, from)), from);
        rampUp(side.subarray(Math.max(0, to)), Math.max(0, -to));
      }
    }
    this.seams = this.seams.map((seam) => shiftGap(seam, -count)).filter(({ to }) => to > -RAMP_SAMPLES);
  }

  [Symbol.dispose](): void {
    this.reader[Symbol.dispose]();
  }
}

function shiftGap({ from, to }: SoundGap, by: number): SoundGap {
  return { from: from + by, to: to + by };
}

/** Whether the step from silence to the first sample is larger than any after it: what precedes it was torn off. */
function isTorn(samples: Float32Array): boolean {
  const first = Math.abs(samples[0] ?? 0);
  for (let index = 1; index < samples.length; index++) {
    if (Math.abs((samples[index] ?? 0) - (samples[index - 1] ?? 0)) >= first) return false;
  }
  return first > 0;
}

/** Lets the last samples before the silence fall to it, where they are torn off there. */
function endSoftly(samples: Float32Array): void {
  const end = samples.findLastIndex((sample) => sample !== 0) + 1;
  const last = samples.subarray(Math.max(0, end - RAMP_SAMPLES), end);
  if (isTorn(last.toReversed())) rampDown(last, last.length);
}
