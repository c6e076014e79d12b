import type { Stereo } from '../../media/stereo.ts';
import { FilterChain } from '../filter-chain.ts';
import { createAudioFrame } from './create-audio-frame.ts';
import { STEREO_INPUT } from './stereo-input.ts';

/** The loudness in LUFS that FFmpeg gives for silence. */
const SILENCE = -70;

/**
 * Measures the integrated loudness of a sound with 48 kHz stereo (EBU R 128), from its start to the last
 * tenth of a second. Close it with `using`.
 */
export class StereoLoudness implements Disposable {
  private readonly chain = new FilterChain('audio', STEREO_INPUT, 'ebur128=metadata=1:framelog=quiet');
  private count = 0;
  private latest = SILENCE;

  /** Adds the next samples. @throws {MediaError} if there is not enough memory. */
  add(samples: Stereo): void {
    const added = createAudioFrame(samples, this.count);
    this.count += samples.left.length;
    try {
      this.chain.push(added);
    } finally {
      added.free();
    }
    for (let frame = this.chain.pullSync(); frame; frame = this.chain.pullSync()) {
      this.latest = Number(frame.getMetadata().get('lavfi.r128.I') ?? this.latest);
      frame.free();
    }
  }

  /** The loudness so far in LUFS. Undefined if all of it is silent or if it is shorter than 0.4 s. */
  get integrated(): number | undefined {
    return this.latest > SILENCE ? this.latest : undefined;
  }

  [Symbol.dispose](): void {
    this.chain[Symbol.dispose]();
  }
}
