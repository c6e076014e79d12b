import { sampleAtFrame, type Seconds, toSeconds } from '../../base/time.ts';
import type { AudioClip, ResolvedTimeline } from '../resolve/timeline.ts';

/** A clip at its place in the timeline; samples count from the timeline's start, `to` exclusive. */
export interface PlacedAudioClip {
  readonly clip: AudioClip;
  readonly from: number;
  readonly to: number;
}

/** Clips one after the other, each going on in its source where the one before ends: one reader reads them without a seam. */
export type ClipChain = readonly [PlacedAudioClip, ...PlacedAudioClip[]];

/** How far a source may jump between two clips that are one sound: what times of three decimals miss each other by. */
const MAX_GAP_SECONDS: Seconds = toSeconds(0.001);

/** Chains the audio clips of a timeline, in the order of their starts: clips whose sound goes on seamlessly share a chain. */
export function chainClips({ audioClips, rate }: Pick<ResolvedTimeline, 'audioClips' | 'rate'>): ClipChain[] {
  const chains: ClipChain[] = [];
  const open = new Map<AudioClip['track'], [PlacedAudioClip, ...PlacedAudioClip[]][]>();
  for (const clip of audioClips.toSorted((one, other) => one.from - other.from)) {
    const placed = { clip, from: sampleAtFrame(clip.from, rate), to: sampleAtFrame(clip.to, rate) };
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

/** The sample after the last of a chain. */
export function endOfChain(chain: ClipChain): number {
  return (chain.at(-1) ?? chain[0]).to;
}

/**
 * Whether a clip plays its source as the first clip of a sound would, had it not ended. The times are those of the edit: frames,
 * which the edges lie on, would tear apart what was cut in two between them.
 */
function isContinuation(first: AudioClip, clip: AudioClip): boolean {
  if (!clip.speed.equals(first.speed)) return false;
  const inSource = clip.trim.sub(first.trim).div(clip.speed);
  return inSource.sub(clip.start.sub(first.start)).abs().lte(MAX_GAP_SECONDS);
}
