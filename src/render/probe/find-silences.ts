import { setImmediate } from 'node:timers/promises';
import { SAMPLE_RATE, type Seconds, ZERO } from '../../base/time.ts';
import type { SilenceSettings } from '../../edit/model.ts';
import { AudioReader } from '../av/sound/audio-reader.ts';
import type { AvMedia } from '../media/media.ts';
import { LEVEL_RATE, type SilencesByKey, silenceKeyOf } from '../media/silences.ts';
import type { Stereo } from '../media/stereo.ts';

/** Samples per measured level. */
const STEP_SAMPLES: number = SAMPLE_RATE / LEVEL_RATE;
/** Steps to read at once: one second. */
const BLOCK_STEPS = LEVEL_RATE;
/** Number of steps of a file, 24 hours, that are searched for silences. Later ones do not count as silent. */
const MAX_STEPS: number = 24 * 3600 * LEVEL_RATE;

/**
 * Finds the silences of a file. Reads its sound once, whatever the number of settings.
 *
 * @param file a file with sound. A part of its picture after the end of the sound is silent.
 * @param mayGoOn called for each second of the sound. If it returns false, the search ends.
 * @returns undefined if the file has no sound or the search has ended early.
 * @throws {MediaError} if the file cannot be read.
 */
export async function findSilences(
  { audio, video }: Pick<AvMedia, 'audio' | 'video'>,
  settings: readonly SilenceSettings[],
  mayGoOn: () => boolean,
): Promise<SilencesByKey | undefined> {
  if (!audio) return undefined;
  using reader = await AudioReader.open(audio.location, ZERO);
  const finders = settings.map((each) => new SilenceFinder(each));
  let step = 0;
  for (; !reader.isOver && step < MAX_STEPS; step += BLOCK_STEPS) {
    if (!mayGoOn()) return undefined;
    const block = await reader.read(BLOCK_STEPS * STEP_SAMPLES);
    for (let at = 0; at < BLOCK_STEPS; at++) {
      const power = powerOf(block, at * STEP_SAMPLES);
      for (const finder of finders) finder.add(power);
    }
    // Other work gets its turn. To decode waits for nothing.
    await setImmediate();
  }
  const end = Math.min(Math.max(endOf(audio.duration) ?? step, endOf(video?.duration) ?? 0), MAX_STEPS);
  return Object.fromEntries(
    settings.map((each, index) => [silenceKeyOf(each), { spans: finders[index]?.finish(end) ?? [], end }]),
  );
}

function endOf(duration: Seconds | undefined): number | undefined {
  return duration?.mul(LEVEL_RATE).ceil().valueOf();
}

/** Finds the silences of one setting, step by step. */
class SilenceFinder {
  private readonly power: number;
  private readonly minSteps: number;
  private readonly spans: (readonly [number, number])[] = [];
  private step = 0;
  /** The step at which the current silence began. */
  private from: number | undefined;

  constructor({ threshold, minLength }: SilenceSettings) {
    this.power = 10 ** (threshold / 10);
    this.minSteps = Math.round(minLength * LEVEL_RATE);
  }

  /** @param power the mean square of the next step. */
  add(power: number): void {
    if (power < this.power) this.from ??= this.step;
    else this.close(this.step);
    this.step += 1;
  }

  /** Returns all silences. @param end the end of the file. Everything between the last step and the end is silent. */
  finish(end: number): readonly (readonly [number, number])[] {
    if (end > this.step) this.from ??= this.step;
    this.close(end);
    return this.spans;
  }

  private close(to: number): void {
    if (this.from !== undefined && to - this.from >= this.minSteps) this.spans.push([this.from, to]);
    this.from = undefined;
  }
}

/** Returns the mean square of a step of the louder channel. */
function powerOf({ left, right }: Stereo, from: number): number {
  let [onLeft, onRight] = [0, 0];
  for (let index = from; index < from + STEP_SAMPLES; index++) {
    onLeft += (left[index] ?? 0) ** 2;
    onRight += (right[index] ?? 0) ** 2;
  }
  const power = Math.max(onLeft, onRight) / STEP_SAMPLES;
  // A file of floats may contain samples that are no finite numbers. The mix makes silence of them.
  return Number.isFinite(power) ? power : 0;
}
