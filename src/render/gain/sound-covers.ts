import { SAMPLE_RATE } from '../../base/time.ts';
import type { Stereo } from '../media/stereo.ts';
import { COVER_FADE_SECONDS } from '../resolve/cuts/word-spans.ts';
import type { AudioClip } from '../resolve/timeline.ts';

/** Samples in which a sound fades at the edges of a cover, inside of it: 8 ms. */
const COVER_FADE: number = COVER_FADE_SECONDS * SAMPLE_RATE;
/** The tone in the place of a word. */
const TONE_HERTZ = 1000;
/** Amplitude of the tone: -20 dBFS. */
const TONE_SIZE = 0.1;

/** A cover in samples from the start of the clip. `to` is exclusive. */
interface CoveredSamples {
  readonly from: number;
  readonly to: number;
  readonly bleeps: boolean;
}

/** Silences or bleeps parts of the sound of a clip. */
export class SoundCovers {
  private readonly covers: readonly CoveredSamples[];
  /** The sample of the clip that comes next. */
  private next: number;

  /** @param first the sample of the clip that comes first. */
  constructor(covers: NonNullable<AudioClip['covers']>, first: number) {
    this.covers = covers.map(({ from, to, bleeps }) => ({
      from: Math.round(from.valueOf() * SAMPLE_RATE),
      to: Math.round(to.valueOf() * SAMPLE_RATE),
      bleeps,
    }));
    this.next = first;
  }

  /** Returns the samples that follow, with what is covered. */
  cover(sound: Stereo): Stereo {
    const first = this.next;
    const count = sound.left.length;
    this.next += count;
    const due = this.covers.filter(({ from, to }) => from < first + count && to > first);
    if (due.length === 0) return sound;
    // The sides may be the same array.
    const [left, right] = [sound.left.slice(), sound.right.slice()];
    for (const side of [left, right]) for (const cover of due) silence(side, cover, first);
    for (const side of [left, right]) for (const cover of due) if (cover.bleeps) addTone(side, cover, first);
    return { left, right };
  }
}

function silence(samples: Float32Array, cover: CoveredSamples, first: number): void {
  for (let at = Math.max(cover.from, first); at < Math.min(cover.to, first + samples.length); at++)
    samples[at - first] = (samples[at - first] ?? 0) * (1 - shareAt(cover, at));
}

function addTone(samples: Float32Array, cover: CoveredSamples, first: number): void {
  for (let at = Math.max(cover.from, first); at < Math.min(cover.to, first + samples.length); at++) {
    const tone = TONE_SIZE * Math.sin((2 * Math.PI * TONE_HERTZ * (at - cover.from)) / SAMPLE_RATE);
    samples[at - first] = (samples[at - first] ?? 0) + tone * shareAt(cover, at);
  }
}

/** Returns how much of a cover is there at a sample: 0 at its edges, 1 after the fade. */
function shareAt({ from, to }: CoveredSamples, at: number): number {
  const inside = Math.min(at - from, to - 1 - at) + 0.5;
  const fade = Math.min(COVER_FADE, (to - from) / 2);
  return inside >= fade ? 1 : Math.sin((Math.PI * inside) / (2 * fade)) ** 2;
}
