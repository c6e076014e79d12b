import { setImmediate } from 'node:timers/promises';
import { fromRatio, NATURAL_SPEED, SAMPLE_RATE, type Seconds, type Speed, ZERO } from '../../../base/time.ts';
import type { StreamLocation } from '../../media/media.ts';
import {
  concatenateStereo,
  copyStereo,
  createSilence,
  sliceStereo,
  type Stereo,
} from '../../media/stereo.ts';
import type { Frame } from '../ffmpeg.ts';
import { FilterChain } from '../filter-chain.ts';
import { requireValue } from '../check.ts';
import { AudioReader, type SoundGap } from './audio-reader.ts';
import { createAudioFrame } from './create-audio-frame.ts';
import type { SoundLoop } from './looped-frames.ts';
import { STEREO_INPUT } from './stereo-input.ts';
import { tempoFilters, tempoLead } from './tempo-filters.ts';

/** Samples of the source to read at once. */
const BLOCK_SAMPLES = 4096;

/**
 * Reads a sound as 48 kHz stereo at another speed with the pitch that it has. FFmpeg cuts the sound into
 * overlapping pieces, whose places depend on where it begins. Reading therefore always begins at the same
 * second. Close it with `using`.
 */
export class TempoReader implements Disposable {
  private readonly source: AudioReader;
  private readonly chain: FilterChain;
  private position = 0;
  private ready: Stereo = createSilence(0);
  private hasEnded = false;

  private constructor(source: AudioReader, speed: Speed) {
    this.source = source;
    this.chain = new FilterChain('audio', STEREO_INPUT, [...tempoFilters(speed.valueOf()), FORMAT].join(','));
  }

  /**
   * Opens a sound.
   *
   * @param location a sound in a local file.
   * @param from source second of the first sample.
   * @param speed playback speed, above 0.
   * @param loop the part to repeat without end. Default: the sound plays once.
   * @throws {MediaError} if the file cannot be read.
   */
  static async open(
    location: StreamLocation,
    from: Seconds,
    speed: Speed,
    loop?: SoundLoop,
  ): Promise<TempoReader> {
    // The filters play too early, so they get a little of the sound before.
    const earlier = from.sub(fromRatio(leadOf(speed), SAMPLE_RATE));
    const hasLead = !loop && earlier.gte(ZERO);
    const source = await AudioReader.open(location, hasLead ? earlier : from, NATURAL_SPEED, loop);
    return TempoReader.over(source, speed, hasLead);
  }

  /**
   * Changes the speed of a sound that was opened at its natural speed. Closes it.
   *
   * @param speed playback speed, above 0.
   * @param hasLead true if it was opened early by the time by which the filters play too early. Otherwise, that time
   *   is silent.
   * @throws {MediaError} if there is not enough memory.
   */
  static over(source: AudioReader, speed: Speed, hasLead = false): TempoReader {
    try {
      const reader = new TempoReader(source, speed);
      if (!hasLead) reader.push(createSilence(leadOf(speed)));
      return reader;
    } catch (error) {
      source[Symbol.dispose]();
      throw error;
    }
  }

  /** True if only silence is left. */
  get isOver(): boolean {
    return this.hasEnded && this.ready.left.length === 0;
  }

  /** Returns the next `count` samples. Samples after the end of the sound are silent. @throws {MediaError} if the sound cannot be read. */
  async read(count: number): Promise<Stereo> {
    const out = createSilence(count);
    for (let filled = 0; filled < count;) {
      if (this.ready.left.length === 0) await this.fill();
      if (this.ready.left.length === 0) break;
      const taken = Math.min(count - filled, this.ready.left.length);
      copyStereo(out, sliceStereo(this.ready, 0, taken), filled);
      this.ready = sliceStereo(this.ready, taken);
      filled += taken;
    }
    return out;
  }

  /** Skips samples, which have to be computed nevertheless. @throws {MediaError} if the sound cannot be read. */
  async skip(count: number): Promise<void> {
    for (let left = count; left > 0; left -= SAMPLE_RATE) {
      await this.read(Math.min(left, SAMPLE_RATE));
      // Let other work run. The computing itself never waits.
      await setImmediate();
    }
  }

  /** Returns no gaps, because the change of the tempo blurs their edges. */
  takeGaps(): SoundGap[] {
    return [];
  }

  [Symbol.dispose](): void {
    this.chain[Symbol.dispose]();
    this.source[Symbol.dispose]();
  }

  private async fill(): Promise<void> {
    while (!this.hasEnded && this.ready.left.length === 0) {
      this.push(await this.source.read(BLOCK_SAMPLES));
      if (this.source.isOver) {
        this.hasEnded = true;
        this.chain.push(null);
      }
      for (let frame = this.chain.pullSync(); frame; frame = this.chain.pullSync()) {
        this.ready = concatenateStereo(this.ready, toStereo(frame));
        frame.free();
      }
    }
  }

  private push(samples: Stereo): void {
    const frame = createAudioFrame(samples, this.position);
    this.position += samples.left.length;
    try {
      this.chain.push(frame);
    } finally {
      frame.free();
    }
  }
}

/** Returns the samples by which the filters of a speed play too early. */
function leadOf(speed: Speed): number {
  return Math.round(tempoLead(speed.valueOf()) * SAMPLE_RATE);
}

const FORMAT = `aformat=sample_fmts=fltp:sample_rates=${SAMPLE_RATE}:channel_layouts=stereo`;

/** Copies the samples of a frame. */
function toStereo(frame: Frame): Stereo {
  const planes = requireValue(frame.extendedData ?? frame.data, 'read the samples');
  const side = (index: number): Float32Array => {
    const plane = requireValue(planes[index], 'read the samples');
    const bytes = plane.buffer.slice(plane.byteOffset, plane.byteOffset + 4 * frame.nbSamples);
    return new Float32Array(bytes);
  };
  return { left: side(0), right: side(1) };
}
