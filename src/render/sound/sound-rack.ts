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
    for (const side of [filtered.left, filtered.right]) keepFinite(side);
    let first = this.next;
    this.next += filtered.left.length;
    for (const processor of this.processors) {
      processor.process(filtered, first);
      first -= processor.latency;
    }
    return filtered;
  }
}

function createProcessor(filter: ResolvedSoundFilter): SoundProcessor {
  switch (filter.type) {
    case 'gain':
      return new Gain(filter.numbers.db);
    case 'highpass':
    case 'lowpass':
    case 'peak':
      return new Equaliser(filter.type, filter.numbers);
    case 'shelf':
      return new Equaliser(filter.side === 'low' ? 'lowShelf' : 'highShelf', filter.numbers);
    case 'gate':
      return new Gate(filter.numbers);
    case 'compressor':
      return new Compressor(filter.numbers);
    case 'deesser':
      return new Deesser(filter.numbers);
    case 'denoise':
      return new Denoise(filter.numbers.amount);
    case 'reverb':
      return new Reverb(filter.numbers);
    case 'pan':
      return new Pan(filter.numbers.value);
    case 'width':
      return new Width(filter.numbers.value);
    case 'pitch':
      return new Pitch(filter.numbers.semitones);
    case 'limiter':
      return new Ceiling(filter.numbers.ceiling);
  }
}
