import { keepFinite } from '../gain/keep-finite.ts';
import type { Stereo } from '../media/stereo.ts';
import type { ResolvedSoundFilter } from '../resolve/sound/sound-filters.ts';
import { Ceiling } from './ceiling.ts';
import { Compressor } from './compressor.ts';
import { Deesser } from './deesser.ts';
import { Denoise } from './denoise.ts';
import { Equaliser } from './equaliser.ts';
import { Gate } from './gate.ts';
import { Pitch } from './pitch.ts';
import { Reverb } from './reverb.ts';
import type { SoundProcessor } from './sound-processor.ts';
import { Gain, Pan, Width } from './stereo-image.ts';

/** The largest amplitude after a filter, 120 dB above full scale. More would overflow after some more filters. */
const MOST = 1e6;

/** The filters of one sound at work, in their order. */
export class SoundRack {
  /** Number of samples by which the output is late. */
  readonly latency: number;
  /** Number of earlier samples that can still be heard in the output. */
  readonly memory: number;
  private readonly processors: readonly SoundProcessor[];
  /** The index of the sample that is pushed next. */
  private next: number;

  /** @param first the index of the first sample that is pushed, counted from the start of the sound. */
  constructor(filters: readonly ResolvedSoundFilter[], first: number) {
    this.processors = filters.map(createProcessor);
    this.latency = this.processors.reduce((sum, { latency }) => sum + latency, 0);
    this.memory = this.processors.reduce((sum, { memory }) => sum + memory, 0);
    this.next = first;
  }

  /** Adds samples and returns as many filtered ones, late by {@link latency}. */
  push(samples: Stereo): Stereo {
    const filtered = { left: Float32Array.from(samples.left), right: Float32Array.from(samples.right) };
    const sides = [filtered.left, filtered.right];
    for (const side of sides) keepFinite(side);
    let first = this.next;
    this.next += filtered.left.length;
    for (const processor of this.processors) {
      processor.process(filtered, first);
      for (const side of sides) keepBelowMost(side);
      first -= processor.latency;
    }
    return filtered;
  }
}

/** Opens the processor of a filter, by the type of the filter. */
const PROCESSORS: {
  readonly [Type in ResolvedSoundFilter['type']]: (filter: FilterOf<Type>) => SoundProcessor;
} = {
  gain: ({ numbers }) => new Gain(numbers.db),
  highpass: ({ numbers }) => new Equaliser('highpass', numbers),
  lowpass: ({ numbers }) => new Equaliser('lowpass', numbers),
  peak: ({ numbers }) => new Equaliser('peak', numbers),
  shelf: ({ side, numbers }) => new Equaliser(side === 'low' ? 'lowShelf' : 'highShelf', numbers),
  gate: ({ numbers }) => new Gate(numbers),
  compressor: ({ numbers }) => new Compressor(numbers),
  deesser: ({ numbers }) => new Deesser(numbers),
  denoise: ({ numbers }) => new Denoise(numbers.amount),
  reverb: ({ numbers }) => new Reverb(numbers),
  pan: ({ numbers }) => new Pan(numbers.value),
  width: ({ numbers }) => new Width(numbers.value),
  pitch: ({ numbers }) => new Pitch(numbers.semitones),
  limiter: ({ numbers }) => new Ceiling(numbers.ceiling),
};

type FilterOf<Type extends ResolvedSoundFilter['type']> = Extract<
  ResolvedSoundFilter,
  { readonly type: Type }
>;

function createProcessor(filter: ResolvedSoundFilter): SoundProcessor {
  // The function is that of the type of the filter.
  return (PROCESSORS[filter.type] as (of: ResolvedSoundFilter) => SoundProcessor)(filter);
}

function keepBelowMost(samples: Float32Array): void {
  for (let index = 0; index < samples.length; index++) {
    const sample = samples[index] ?? 0;
    if (Math.abs(sample) > MOST) samples[index] = Math.sign(sample) * MOST;
  }
}
