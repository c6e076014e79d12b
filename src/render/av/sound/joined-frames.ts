import { setImmediate } from 'node:timers/promises';
import { fromRatio, SAMPLE_RATE, type Seconds, type Speed, ZERO } from '../../../base/time.ts';
import type { StreamLocation } from '../../media/media.ts';
import { concatenateStereo, createSilence, type Stereo } from '../../media/stereo.ts';
import { AudioReader } from './audio-reader.ts';
import { createAudioFrame } from './create-audio-frame.ts';
import type { PlacedFrame } from './sound-frames.ts';

/** A part of a sound. */
export interface SoundPart {
  /** Source second at which the part begins. */
  readonly from: Seconds;
  /** Source second at which it ends. */
  readonly to: Seconds;
  /** Seconds of all parts before it. */
  readonly at: Seconds;
}

/** The parts of a sound that are played in a row, each later than the one before. */
export interface SoundParts {
  readonly parts: readonly SoundPart[];
  /** True if they are played again and again. */
  readonly repeats: boolean;
}

/** Samples of the cross-fade from one part to the next: 5 ms, half of it on each side. */
const FADE_SAMPLES: number = (5 * SAMPLE_RATE) / 1000;
const HALF_FADE: number = FADE_SAMPLES / 2;
/** Samples to read before the first requested one. They fill the filter of the resampler. */
const LEAD_SAMPLES: number = SAMPLE_RATE / 20;
/** Samples per frame. */
const FRAME_SAMPLES = 4096;

/**
 * Opens parts of a sound that are played in a row.
 *
 * @param from second of the first sample, counted through all parts and repetitions.
 * @param speed playback speed, above 0.
 * @throws {MediaError} if the file cannot be read.
 */
export function openJoinedSound(
  location: StreamLocation,
  parts: SoundParts,
  from: Seconds,
  speed: Speed,
): AudioReader {
  return AudioReader.over(new JoinedFrames(location, parts, from), from, speed);
}

/**
 * Reads parts of a sound in a row, as 48 kHz stereo. Each part begins at the sample that is nearest to its exact time,
 * so that any number of cuts leaves the sound in step with the picture. Short cross-fades join the parts. Close it with
 * `using`.
 */
class JoinedFrames implements Disposable {
  private readonly location: StreamLocation;
  private readonly parts: readonly SoundPart[];
  private readonly repeats: boolean;
  private readonly length: Seconds;
  private reader: AudioReader | undefined;
  /** The sample of the source that the reader returns next. */
  private readAt = 0;
  /** The part that is read, counted through all repetitions. */
  private part: number;
  /** The sample of the joined sound that is returned next. */
  private position: number;
  private isFirst = true;

  constructor(location: StreamLocation, { parts, repeats }: SoundParts, from: Seconds) {
    this.location = location;
    this.parts = parts;
    this.repeats = repeats;
    const last = parts.at(-1);
    this.length = last ? last.at.add(last.to.sub(last.from)) : ZERO;
    const wanted = Math.max(0, from.mul(SAMPLE_RATE).round().valueOf() - LEAD_SAMPLES);
    this.part = this.partAt(wanted);
    this.position = wanted;
    if (this.part === 0 || wanted >= this.edgeOf(this.part) + HALF_FADE) return;
    // Begins before the cross-fade to this part.
    this.position = this.edgeOf(this.part) - HALF_FADE;
    this.part -= 1;
  }

  /** Returns the next frame, which the caller frees. Undefined after the last part. @throws {MediaError} if the file cannot be read. */
  async next(): Promise<PlacedFrame | undefined> {
    const end = this.edgeOf(this.part + 1);
    const isLast = !this.repeats && this.part + 1 >= this.parts.length;
    const left = (isLast ? end : end - HALF_FADE) - this.position;
    if (left > 0) return this.place(await this.readOn(Math.min(left, FRAME_SAMPLES)));
    if (isLast) return undefined;
    return this.place(await this.crossFade());
  }

  [Symbol.dispose](): void {
    this.reader?.[Symbol.dispose]();
  }

  private place(samples: Stereo): PlacedFrame {
    const start = this.position;
    const isContinuous = !this.isFirst;
    this.isFirst = false;
    this.position += samples.left.length;
    return { frame: createAudioFrame(samples, start), start, isContinuous };
  }

  private async crossFade(): Promise<Stereo> {
    const before = await this.readOn(FADE_SAMPLES);
    this.part += 1;
    const after = await this.readFrom(this.sourceAt(this.position), FADE_SAMPLES);
    for (let index = 0; index < FADE_SAMPLES; index++) {
      const share = (index + 0.5) / FADE_SAMPLES;
      for (const side of ['left', 'right'] as const)
        before[side][index] = (1 - share) * (before[side][index] ?? 0) + share * (after[side][index] ?? 0);
    }
    return before;
  }

  private readOn(count: number): Promise<Stereo> {
    return this.readFrom(this.sourceAt(this.position), count);
  }

  /** Reads samples of the source. Those before its start are silent. */
  private async readFrom(at: number, count: number): Promise<Stereo> {
    if (at < 0) {
      const silent = Math.min(-at, count);
      const rest = silent < count ? await this.readFrom(0, count - silent) : createSilence(0);
      return concatenateStereo(createSilence(silent), rest);
    }
    if (!this.reader || this.readAt > at) await this.open(at);
    for (let skipped = at - this.readAt; skipped > 0; skipped = at - this.readAt) {
      await this.read(Math.min(skipped, SAMPLE_RATE));
      // Other work gets its turn. To decode waits for nothing.
      await setImmediate();
    }
    return await this.read(count);
  }

  private async open(at: number): Promise<void> {
    this.reader?.[Symbol.dispose]();
    this.reader = undefined;
    this.reader = await AudioReader.open(this.location, fromRatio(at, SAMPLE_RATE));
    this.readAt = at;
  }

  private async read(count: number): Promise<Stereo> {
    this.readAt += count;
    // The cast is safe, because the reader was opened before.
    return await (this.reader as AudioReader).read(count);
  }

  /** Returns the sample of the source that the current part plays at a sample of the joined sound. */
  private sourceAt(position: number): number {
    const { from } = this.partOf(this.part);
    return from.mul(SAMPLE_RATE).round().valueOf() + position - this.edgeOf(this.part);
  }

  /** Returns the first sample of a part, counted through all repetitions. */
  private edgeOf(part: number): number {
    const repetition = Math.floor(part / this.parts.length);
    const { at } = this.partOf(part);
    return at.add(this.length.mul(repetition)).mul(SAMPLE_RATE).round().valueOf();
  }

  private partOf(part: number): SoundPart {
    // The cast is safe, because the list has at least one part.
    return this.parts[part % this.parts.length] as SoundPart;
  }

  /** Returns the part to which a sample of the joined sound belongs. */
  private partAt(position: number): number {
    const second = fromRatio(position, SAMPLE_RATE);
    const repetition = this.repeats ? second.div(this.length).floor().valueOf() : 0;
    const within = second.sub(this.length.mul(repetition));
    const index = Math.max(
      0,
      this.parts.findLastIndex(({ at }) => at.lte(within)),
    );
    return repetition * this.parts.length + index;
  }
}
