import { SAMPLE_RATE, toSeconds, type Seconds, NATURAL_SPEED, ZERO } from '../../base/time.ts';
import { AudioReader, type SoundGap } from '../av/sound/audio-reader.ts';
import type { SoundLoop } from '../av/sound/looped-frames.ts';
import type { StreamLocation } from '../media/media.ts';
import { concatenateStereo, createSilence, sliceStereo, type Stereo } from '../media/stereo.ts';
import { HALF_WIDTH, sampleAt } from '../gain/sample-at.ts';
import { MIN_AUDIBLE_SPEED } from '../resolve/audio-clips.ts';
import { playedAt, speedAt, type SpeedRamp } from '../resolve/speed-ramp.ts';

/** Samples between two exact positions in the source. Between them, the position follows a cubic curve. */
const BLOCK = 480;
/** A sound to read at a speed that changes. */
export interface RampedSoundSource {
  readonly location: StreamLocation;
  /** Source second at which the clip begins. */
  readonly trim: Seconds;
  readonly ramp: SpeedRamp;
  readonly loop?: SoundLoop | undefined;
}

/** The position in the source, in samples after the trim, and the speed at one sample of the clip. */
interface Point {
  readonly position: number;
  readonly speed: number;
}

/**
 * Reads a sound as 48 kHz stereo at a speed that changes. A higher speed raises the pitch, as on a tape. Where the
 * speed is 0 or less, the sound is silent. Close it with `using`.
 */
export class RampedSound implements Disposable {
  /** Always false, because a sound may be heard again after the end of its file. */
  readonly isOver = false;
  private readonly source: RampedSoundSource;
  private reader: AudioReader | undefined;
  /** The samples of the source that are read, from the sample {@link heldFrom} after the trim on. */
  private held: Stereo = createSilence(0);
  private heldFrom = 0;
  private sample: number;
  private gaps: SoundGap[] = [];

  /** @param skipped number of samples of the clip to skip. */
  constructor(source: RampedSoundSource, skipped: number) {
    this.source = source;
    this.sample = skipped;
  }

  /** Returns the next `count` samples. @throws {MediaError} if the file cannot be read. */
  async read(count: number): Promise<Stereo> {
    const out = createSilence(count);
    for (let filled = 0; filled < count;) {
      const length = Math.min(count - filled, BLOCK - (this.sample % BLOCK));
      await this.readBlock(sliceStereo(out, filled, filled + length));
      filled += length;
      this.sample += length;
    }
    return out;
  }

  /** Returns the silences that were made since the last call, relative to the next sample to read. */
  takeGaps(): SoundGap[] {
    const gaps = this.gaps.map(({ from, to }) => ({ from: from - this.sample, to: to - this.sample }));
    this.gaps = [];
    return gaps;
  }

  [Symbol.dispose](): void {
    this.reader?.[Symbol.dispose]();
  }

  /** Reads samples that lie within one block. */
  private async readBlock(out: Stereo): Promise<void> {
    const start = this.sample - (this.sample % BLOCK);
    const [begin, end] = [this.pointAt(start), this.pointAt(start + BLOCK)];
    if (Math.min(begin.speed, end.speed) < MIN_AUDIBLE_SPEED.valueOf()) {
      this.gaps.push({ from: this.sample, to: this.sample + out.left.length });
      this.reader?.[Symbol.dispose]();
      this.reader = undefined;
      return;
    }
    const stretch = Math.max(1, begin.speed, end.speed);
    const width = Math.ceil(HALF_WIDTH * stretch);
    await this.hold(begin.position - width, end.position + width + 1);
    for (let index = 0; index < out.left.length; index++) {
      const position = interpolate(begin, end, (this.sample - start + index) / BLOCK) - this.heldFrom;
      [out.left[index], out.right[index]] = sampleAt(this.held, position, stretch);
    }
  }

  private pointAt(sample: number): Point {
    const time = toSeconds(sample).div(SAMPLE_RATE);
    const { ramp } = this.source;
    return { position: playedAt(ramp, time).valueOf() * SAMPLE_RATE, speed: speedAt(ramp, time).valueOf() };
  }

  /** Reads the source so that the samples between two positions are held. */
  private async hold(from: number, to: number): Promise<void> {
    const first = Math.floor(from);
    const last = this.heldFrom + this.held.left.length;
    if (!this.reader || first < this.heldFrom || first > last + SAMPLE_RATE) {
      this.reader?.[Symbol.dispose]();
      const { location, trim, loop } = this.source;
      // A loop that played backwards is in a round before the first one. Before the beginning of a file is silence.
      const isEarlier = loop !== undefined && to < 0;
      const rounds = isEarlier ? Math.ceil(-first / (loop.length.valueOf() * SAMPLE_RATE)) : 0;
      const silent = loop ? 0 : -Math.floor(trim.valueOf() * SAMPLE_RATE);
      const begin = isEarlier ? first : Math.max(first, silent);
      const second = trim.add(toSeconds(begin).div(SAMPLE_RATE)).add(loop?.length.mul(rounds) ?? ZERO);
      this.reader = undefined;
      this.reader = await AudioReader.open(location, second, NATURAL_SPEED, loop);
      this.held = createSilence(begin - first);
      this.heldFrom = first;
    }
    const missing = Math.ceil(to) - this.heldFrom - this.held.left.length;
    if (missing > 0) this.held = concatenateStereo(this.held, await this.reader.read(missing));
    const unneeded = Math.max(0, first - this.heldFrom);
    this.held = sliceStereo(this.held, unneeded);
    this.heldFrom += unneeded;
  }
}

/** Returns the position between two points, by the cubic curve with their speeds. @param progress 0 to 1. */
function interpolate(begin: Point, end: Point, progress: number): number {
  const [p, q] = [progress, 1 - progress];
  return (
    q * q * (1 + 2 * p) * begin.position +
    p * p * (3 - 2 * p) * end.position +
    p * q * (q * begin.speed - p * end.speed) * BLOCK
  );
}
