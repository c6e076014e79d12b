import { frameSample, type Seconds, seconds } from '../../base/time.ts';
import type { HeardClip, Timeline } from '../resolve/timeline.ts';

/** A clip at its place in the timeline; samples count from the timeline's start, `to` exclusive. */
export interface Placed {
  readonly clip: HeardClip;
  readonly from: number;
  readonly to: number;
}

/** Clips one after the other, each going on in its source where the one before ends: one reader reads them without a seam. */
export type Sound = readonly [Placed, ...Placed[]];

/** How far a source may jump between two clips that are one sound: what times of three decimals miss each other by. */
const SEAMLESS: Seconds = seconds(0.001);

/** The sounds of a timeline, by their beginnings: its heard clips, joined where their sound can be heard through. */
export function soundsOf({ heard, rate }: Pick<Timeline, 'heard' | 'rate'>): Sound[] {
  const sounds: Sound[] = [];
  const open = new Map<HeardClip['track'], [Placed, ...Placed[]][]>();
  for (const clip of heard.toSorted((one, other) => one.from - other.from)) {
    const placed = { clip, from: frameSample(clip.from, rate), to: frameSample(clip.to, rate) };
    const before = (open.get(clip.track) ?? []).filter((sound) => endOf(sound) >= placed.from);
    const joined = before.find((sound) => endOf(sound) === placed.from && goesOn(sound[0].clip, clip));
    joined?.push(placed);
    const sound: [Placed, ...Placed[]] = joined ?? [placed];
    if (!joined) sounds.push(sound);
    open.set(clip.track, joined ? before : [...before, sound]);
  }
  return sounds;
}

/** The sample after the last of a sound. */
export function endOf(sound: Sound): number {
  return (sound.at(-1) ?? sound[0]).to;
}

/**
 * Whether a clip plays its source as the first clip of a sound would, had it not ended. The times are those of the edit: frames,
 * which the edges lie on, would tear apart what was cut in two between them.
 */
function goesOn(first: HeardClip, clip: HeardClip): boolean {
  if (!clip.speed.equals(first.speed)) return false;
  const inSource = clip.trim.sub(first.trim).div(clip.speed);
  return inSource.sub(clip.start.sub(first.start)).abs().lte(SEAMLESS);
}
