import { type Rate, sampleAtFrame, type Seconds, toSeconds } from '../../base/time.ts';
import type { AudioClip, ResolvedTimeline } from '../resolve/timeline.ts';

/** An audio clip with its samples on the timeline. `to` is exclusive. */
export interface PlacedAudioClip {
  readonly clip: AudioClip;
  readonly from: number;
  readonly to: number;
}

/**
 * Audio clips that follow each other without a gap, both on the timeline and in one source, so that one
 * reader can read them all.
 */
export type ClipChain = readonly [PlacedAudioClip, ...PlacedAudioClip[]];

/**
 * The largest gap in the source between two clips of one chain: the rounding error of times with three
 * decimals.
 */
const MAX_GAP_SECONDS: Seconds = toSeconds(0.001);

/**
 * Groups the audio clips of a timeline into chains, ordered by start. Clips that continue each other share a
 * chain.
 */
export function chainClips({ audioClips, rate }: Pick<ResolvedTimeline, 'audioClips' | 'rate'>): ClipChain[] {
  const chains: ClipChain[] = [];
  const open = new Map<AudioClip['track'], [PlacedAudioClip, ...PlacedAudioClip[]][]>();
  for (const clip of audioClips.toSorted((one, other) => one.from - other.from)) {
    const placed = placeAudioClip(clip, rate);
    const before = (open.get(clip.track) ?? []).filter((each) => endOfChain(each) >= placed.from);
    const continued = before.find(
      (each) => endOfChain(each) === placed.from && isContinuation(each[0].clip, clip),
    );
    continued?.push(placed);
    const chain: [PlacedAudioClip, ...PlacedAudioClip[]] = continued ?? [placed];
    if (!continued) chains.push(chain);
    open.set(clip.track, continued ? before : [...before, chain]);
  }
  return chains;
}

/** Returns an audio clip with its samples. */
export function placeAudioClip(clip: AudioClip, rate: Rate): PlacedAudioClip {
  return { clip, from: sampleAtFrame(clip.from, rate), to: sampleAtFrame(clip.to, rate) };
}

/** Returns the timeline sample that follows the last sample of a chain. */
export function endOfChain(chain: ClipChain): number {
  return (chain.at(-1) ?? chain[0]).to;
}

/**
 * True if a clip plays the part of the source that the first clip of a chain would play if it were longer.
 * Compares the exact times of the edit instead of frame numbers. Frame numbers are rounded, so a sound that
 * was cut between two frames would seem to have a gap.
 */
function isContinuation(first: AudioClip, clip: AudioClip): boolean {
  // Only a clip that goes down alone, or as the other one does, has the same gain where they meet.
  if (!isSameDuck(first.duck, clip.duck)) return false;
  if (first.bus !== clip.bus || !areSameFilters(first.sound, clip.sound)) return false;
  if (first.preservesPitch !== clip.preservesPitch || first.channels !== clip.channels) return false;
  if ([first, clip].some(({ loop, parts, ramp, covers }) => loop ?? parts ?? ramp ?? covers)) return false;
  if (!clip.speed.equals(first.speed)) return false;
  const inSource = clip.trim.sub(first.trim).div(clip.speed);
  return inSource.sub(clip.start.sub(first.start)).abs().lte(MAX_GAP_SECONDS);
}

function isSameDuck(one: AudioClip['duck'], other: AudioClip['duck']): boolean {
  if (!one || !other) return one === other;
  // The clips that go down under all voices share one list of them.
  return one.by === other.by && (one.under === other.under || String(one.under) === String(other.under));
}

/** True if filters go on from one clip to the other. Those with tweens begin again. */
function areSameFilters(one: AudioClip['sound'], other: AudioClip['sound']): boolean {
  if (!one || !other) return one === other;
  const isFixed = ({ numbers }: (typeof one)[number]): boolean =>
    Object.values<unknown>(numbers).every((value) => typeof value === 'number');
  return one.every(isFixed) && other.every(isFixed) && JSON.stringify(one) === JSON.stringify(other);
}
