import { SAMPLE_RATE } from '../../base/time.ts';
import type { AudioClip } from '../resolve/timeline.ts';

/** The curves of the clips that go down under voices. */
export type DuckPlan = ReadonlyMap<AudioClip, DuckCurve>;

/** Consecutive samples of the timeline in which a voice is heard. `to` is exclusive. */
export interface VoiceSpan {
  readonly from: number;
  readonly to: number;
}

/** The fall of the gain in samples: 100 ms, which begin 60 ms before the voice. */
const FALL_SAMPLES: number = SAMPLE_RATE / 10;
const EARLY_SAMPLES: number = (6 * SAMPLE_RATE) / 100;
/** The rise of the gain in samples: 440 ms, which begin 60 ms after the voice. */
const RISE_SAMPLES: number = (44 * SAMPLE_RATE) / 100;
const HOLD_SAMPLES: number = (6 * SAMPLE_RATE) / 100;
/**
 * A pause that is shorter than this number of samples, 0.7 s, belongs to the voice. The gain therefore stays
 * low between words.
 */
const MAX_PAUSE: number = (7 * SAMPLE_RATE) / 10;

/**
 * The gain of a sound that goes down under a voice, at each sample of the timeline. The curve knows the voice
 * in advance, so the sound is already down when the voice begins. The curve is smooth in decibels.
 */
export class DuckCurve {
  /** When the voices are heard, in order. */
  readonly spans: readonly VoiceSpan[];
  private readonly decibels: number;

  /**
   * @param spans When the voices are heard, in any order.
   * @param decibels The depth of the curve, 0 or more.
   */
  constructor(spans: readonly VoiceSpan[], decibels: number) {
    this.spans = joinSpans(spans);
    this.decibels = decibels;
  }

  /** Returns the gains of some samples of the timeline. Undefined if all of them are 1. */
  gainsFrom(from: number, count: number): Float64Array | undefined {
    const near = this.spansNear(from, from + count);
    if (near.length === 0 || this.decibels === 0) return undefined;
    const gains = new Float64Array(count).fill(1);
    for (const span of near) this.lower(gains, from, span);
    return gains;
  }

  /** Returns the spans that lower some of the samples. The spans lie apart, so both of their ends rise. */
  private spansNear(from: number, to: number): readonly VoiceSpan[] {
    let [first, end] = [0, this.spans.length];
    while (first < end) {
      const middle = (first + end) >> 1;
      if (endOf(this.spans[middle] as VoiceSpan) > from) end = middle;
      else first = middle + 1;
    }
    let last = first;
    // The casts are safe, because the indexes are inside the list.
    while (last < this.spans.length && beginOf(this.spans[last] as VoiceSpan) < to) last += 1;
    return this.spans.slice(first, last);
  }

  private lower(gains: Float64Array, at: number, span: VoiceSpan): void {
    const lowest = 10 ** (-this.decibels / 20);
    const first = Math.max(0, beginOf(span) - at);
    const end = Math.min(gains.length, span.to + HOLD_SAMPLES + RISE_SAMPLES - at);
    for (let index = first; index < end; index++) {
      const depth = depthAt(at + index, span);
      gains[index] = depth === 1 ? lowest : 10 ** ((-this.decibels * depth) / 20);
    }
  }
}

/** Returns how far the gain is down at a sample: from 0 to 1. */
function depthAt(sample: number, span: VoiceSpan): number {
  const falling = (sample - beginOf(span)) / FALL_SAMPLES;
  const rising = 1 - (sample - span.to - HOLD_SAMPLES) / RISE_SAMPLES;
  const progress = Math.min(1, Math.max(0, Math.min(falling, rising)));
  return progress === 1 ? 1 : Math.sin((Math.PI / 2) * progress) ** 2;
}

/** Returns the sample at which the gain is up again. */
function endOf({ to }: VoiceSpan): number {
  return to + HOLD_SAMPLES + RISE_SAMPLES;
}

function beginOf({ from }: VoiceSpan): number {
  return from - EARLY_SAMPLES;
}

/** Sorts spans, and joins those with less than {@link MAX_PAUSE} between them. */
function joinSpans(spans: readonly VoiceSpan[]): VoiceSpan[] {
  const joined: VoiceSpan[] = [];
  for (const span of spans.toSorted((one, other) => one.from - other.from)) {
    const last = joined.at(-1);
    if (last && span.from - last.to < MAX_PAUSE)
      joined.splice(-1, 1, { from: last.from, to: Math.max(last.to, span.to) });
    else joined.push(span);
  }
  return joined;
}
