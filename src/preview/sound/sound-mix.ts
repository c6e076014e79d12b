import { SAMPLE_RATE } from '../../base/time.ts';
import {
  addSamples,
  chooseChannels,
  type ClipEnvelope,
  gainsOf,
  multiplyGains,
} from '../../render/gain/clip-envelope.ts';
import { ClipGain } from '../../render/gain/clip-gain.ts';
import { DuckCurve } from '../../render/gain/duck-curve.ts';
import { SOUND_PIECE_SECONDS } from '../../render/media/piece-seconds.ts';
import { concatenateStereo, createSilence, sliceStereo, type Stereo } from '../../render/media/stereo.ts';
import {
  chainClips,
  type ClipChain,
  endOfChain,
  type PlacedAudioClip,
} from '../../render/gain/clip-chain.ts';
import { DELAY_SAMPLES, Limiter } from '../../render/gain/limiter.ts';
import { rampUp } from '../../render/gain/ramp.ts';
import { BusMix } from '../../render/sound/bus-mix.ts';
import type { AudioClip } from '../../render/resolve/timeline.ts';
import type { LayeredTimeline } from '../../render/scene/layered-timeline.ts';
import { layerFileOf } from '../layer-files.ts';

/** Samples of a piece of a sound. */
const PIECE_SAMPLES = SOUND_PIECE_SECONDS * SAMPLE_RATE;
/** Samples that are mixed at once. */
const BLOCK_SAMPLES = 2048;

/** Returns the samples of a piece. Undefined if the sound has ended before it. */
export type FindPiece = (file: string, piece: number) => Stereo | undefined;

/** A clip of a chain with its gains. */
interface Part extends ClipEnvelope {
  readonly chain: ClipChain;
  readonly placed: PlacedAudioClip;
  readonly duck: DuckCurve | undefined;
}

/**
 * Mixes the sounds of a timeline from one of its samples on, as the engine mixes them: by the same gains, ramps, ducks
 * and limiter.
 */
export class SoundMix {
  private readonly parts: readonly Part[];
  private readonly gain: number;
  private readonly buses: BusMix;
  private readonly limiter: Limiter;
  /** The sample that is mixed next. */
  private mixed: number;
  /** Samples that are mixed and not returned yet. */
  private left = createSilence(0);
  private returned = 0;
  /** True if the first sample is within a sound, which would click. */
  private readonly isCut: boolean;
  /** Samples of the limiter to leave out, because they precede the first one. */
  private early: number;

  /** @param from the first sample of the timeline. */
  constructor({ timeline, sound }: LayeredTimeline, from: number) {
    const tracks = new Map<string, AudioClip['track']>();
    // A chain is of one track. In JSON, clips of one track have a copy each.
    const audioClips = timeline.audioClips.map((clip) => {
      const track = tracks.get(layerFileOf(clip.track)) ?? clip.track;
      tracks.set(layerFileOf(clip.track), track);
      return { ...clip, track };
    });
    this.parts = chainClips({ audioClips, rate: timeline.rate }).flatMap((chain) =>
      chain.map((placed, index) => {
        const { clip } = placed;
        const spans = sound.ducks[clip.field];
        const before = chain[index - 1];
        const gain = new ClipGain(clip, placed.to - placed.from);
        return {
          chain,
          placed,
          gain,
          duck: clip.duck && spans && new DuckCurve(spans, clip.duck.by),
          isLast: placed.to === endOfChain(chain),
          startGain: before ? lastGainOf(before) : clip.trim.gt(0) ? 0 : undefined,
        };
      }),
    );
    this.gain = sound.gain;
    this.buses = new BusMix(timeline, from, BLOCK_SAMPLES);
    this.limiter = new Limiter(sound.ceiling);
    this.early = DELAY_SAMPLES + this.buses.latency;
    this.mixed = from;
    this.isCut = this.parts.some(({ placed }) => placed.from < from && from < placed.to);
  }

  /** Lists the pieces that the next samples are mixed from. @param count number of samples. */
  listPieces(count: number): { readonly file: string; readonly piece: number }[] {
    const end = this.mixed + count + DELAY_SAMPLES + this.buses.latency + BLOCK_SAMPLES;
    return this.parts.flatMap(({ chain, placed }) => {
      const [from, to] = [Math.max(this.mixed, placed.from), Math.min(end, placed.to)];
      if (to <= from) return [];
      const first = sourceSampleOf(chain, from);
      const [piece, last] = [first, first + to - from - 1].map((sample) =>
        Math.floor(sample / PIECE_SAMPLES),
      );
      const file = layerFileOf(placed.clip.track);
      return Array.from({ length: (last ?? 0) - (piece ?? 0) + 1 }, (_, index) => ({
        file,
        piece: (piece ?? 0) + index,
      }));
    });
  }

  /** Mixes the next samples. @param find returns the pieces that {@link listPieces} names. */
  next(count: number, find: FindPiece): Stereo {
    while (this.left.left.length < count) {
      const block = this.limiter.push(this.mixBlock(find));
      const early = Math.min(this.early, BLOCK_SAMPLES);
      this.early -= early;
      this.left = concatenateStereo(this.left, sliceStereo(block, early));
    }
    const due = sliceStereo(this.left, 0, count);
    this.left = sliceStereo(this.left, count);
    if (this.isCut) for (const side of [due.left, due.right]) rampUp(side, this.returned);
    this.returned += count;
    return due;
  }

  private mixBlock(find: FindPiece): Stereo {
    const end = this.mixed + BLOCK_SAMPLES;
    for (const part of this.parts) {
      const { placed, chain } = part;
      const [from, to] = [Math.max(this.mixed, placed.from), Math.min(end, placed.to)];
      if (to <= from) continue;
      const own = gainsOf(part, placed, from, to);
      const gains = multiplyGains(own, part.duck?.gainsFrom(from, to - from));
      const first = sourceSampleOf(chain, from);
      const heard = chooseChannels(
        readSource(layerFileOf(placed.clip.track), first, to - from, find),
        placed.clip.channels,
      );
      const sum = this.buses.blockOf(placed.clip.bus);
      for (const side of ['left', 'right'] as const)
        addSamples(sum[side], heard[side], from - this.mixed, gains);
    }
    this.mixed = end;
    const block = this.buses.mixBlock();
    for (const side of [block.left, block.right])
      for (let index = 0; index < side.length; index++) side[index] = (side[index] ?? 0) * this.gain;
    return block;
  }
}

/** Returns the sample of the source that is heard at a sample of the timeline. */
function sourceSampleOf([first]: ClipChain, sample: number): number {
  return Math.round(first.clip.trim.valueOf() * SAMPLE_RATE) + sample - first.from;
}

function readSource(file: string, first: number, count: number, find: FindPiece): Stereo {
  const samples = createSilence(count);
  for (let at = 0; at < count;) {
    const piece = Math.floor((first + at) / PIECE_SAMPLES);
    const from = first + at - piece * PIECE_SAMPLES;
    const length = Math.min(count - at, PIECE_SAMPLES - from);
    const found = find(file, piece);
    for (const side of ['left', 'right'] as const)
      if (found) samples[side].set(found[side].subarray(from, from + length), at);
    at += length;
  }
  return samples;
}

function lastGainOf({ clip, from, to }: PlacedAudioClip): number {
  return new ClipGain(clip, to - from).at(to - from - 1);
}
