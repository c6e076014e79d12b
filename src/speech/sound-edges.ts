import type { WordSpan } from './synthesis.ts';

/** The sound is looked at in steps of about this number of seconds: a whole number of samples. */
const STEP_SECONDS = 0.005;
/** Level of the step at which a sound begins or ends, as a factor of the loudest step. */
const EDGE = 10 ** (-46 / 20);
/** Level of the step at which a word is heard, as a factor of the loudest step. */
const AUDIBLE = 10 ** (-34 / 20);
/** The longest time in seconds that a word may begin before it is heard. */
const MAX_SILENT_START = 0.15;
/** The longest times in seconds of a soft sound, such as "f", before the first and after the last loud one. */
const SOFT_START = 0.03;
const SOFT_END = 0.1;
/** Seconds of sound that are kept after its end, because it fades away. */
const FADE_SECONDS = 0.02;

/** The loudness of a sound over time. */
export class SoundEdges {
  private readonly steps: Float64Array;
  private readonly loudest: number;
  /** Exact length of a step in seconds. */
  private readonly step: number;

  /** @param samples of any range. */
  constructor(samples: Float32Array, sampleRate: number) {
    const length = Math.round(STEP_SECONDS * sampleRate);
    this.step = length / sampleRate;
    this.steps = new Float64Array(Math.ceil(samples.length / length));
    for (let index = 0; index < samples.length; index += 1) {
      const step = Math.floor(index / length);
      this.steps[step] = (this.steps[step] ?? 0) + (samples[index] ?? 0) ** 2;
    }
    this.steps.forEach((sum, step) => (this.steps[step] = Math.sqrt(sum / length)));
    this.loudest = this.steps.reduce((most, step) => Math.max(most, step), 0);
  }

  /** Returns the times between which there is sound. Undefined if there is none. */
  range(): WordSpan | undefined {
    if (this.loudest === 0) return undefined;
    const isSound = (step: number): boolean => step >= this.loudest * EDGE;
    const isHeard = (step: number): boolean => step >= this.loudest * AUDIBLE;
    const first = Math.max(
      this.steps.findIndex(isSound),
      this.steps.findIndex(isHeard) - Math.round(SOFT_START / this.step),
    );
    const last = Math.min(
      this.steps.findLastIndex(isSound),
      this.steps.findLastIndex(isHeard) + Math.round(SOFT_END / this.step),
    );
    return [first * this.step, (last + 1) * this.step + FADE_SECONDS];
  }

  /**
   * Returns the time in which a word is heard. Synthesisers count the silence before a sound such as "t" as a
   * part of it, and a pause after a word as a part of the word.
   */
  narrow([from, to]: WordSpan): WordSpan {
    const [first, last] = [Math.floor(from / this.step), Math.ceil(to / this.step)];
    const isHeard = (step: number): boolean => (this.steps[step] ?? 0) >= this.loudest * AUDIBLE;
    let begin = first;
    const limit = Math.min(last, first + MAX_SILENT_START / this.step);
    while (begin < limit && !isHeard(begin)) begin += 1;
    if (begin === limit) begin = first;
    let end = last;
    while (end > begin + 1 && !isHeard(end - 1)) end -= 1;
    return [Math.max(from, begin * this.step), Math.min(to, end * this.step)];
  }

  /** Returns the longest silences of at least `shortest` seconds in a time, at most `count`, in their order. */
  silences([from, to]: WordSpan, shortest: number, count: number): WordSpan[] {
    const found: WordSpan[] = [];
    let start: number | undefined;
    for (let step = Math.ceil(from / this.step); step * this.step < to; step += 1) {
      const isQuiet = (this.steps[step] ?? 0) < this.loudest * AUDIBLE;
      if (isQuiet) start ??= step;
      else if (start !== undefined) {
        found.push([start * this.step, step * this.step]);
        start = undefined;
      }
    }
    return found
      .filter((silence) => lengthOf(silence) >= shortest)
      .toSorted((a, b) => lengthOf(b) - lengthOf(a))
      .slice(0, count)
      .toSorted((a, b) => a[0] - b[0]);
  }
}

function lengthOf([from, to]: WordSpan): number {
  return to - from;
}
