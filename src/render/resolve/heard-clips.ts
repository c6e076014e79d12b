import { NATURAL, type Rate, type Seconds, speed, ZERO, frameTime, nearestFrame } from '../../base/time.ts';
import {
  type AudioAsset,
  type ClipPlace,
  fieldOf,
  pathOf,
  type Soundtrack,
  type VideoAsset,
} from '../../edit/edit.ts';
import type { Media } from '../media/media.ts';
import { animated } from './animated.ts';
import { type Dialect, playbackOf } from './playback.ts';
import type { Animated, HeardClip, Span } from './timeline.ts';

/** Seconds of a fade at the most (contract 2.13). */
const FADE = 2;
/** What plays slower is silent: all that one hears at a hundredth is below any tone. */
const SLOWEST_HEARD = speed(0.01);

type FadeName = NonNullable<VideoAsset['volumeEffect']>;

/** Where a clip lies on the timeline: by its frames, and exactly. */
export interface Placing {
  readonly span: Span;
  /** As the edit has it; the first frame is the one nearest to it. */
  readonly start: Seconds;
  readonly rate: Rate;
}

/** What is heard of a clip: one, or none when it is only seen, still or silent. Luma mattes are never heard. */
export function heardClip(
  place: ClipPlace,
  { span, start, rate }: Placing,
  media: ReadonlyMap<string, Media>,
  dialect: Dialect,
): HeardClip[] {
  const { asset } = place.clip;
  if (asset.type !== 'video' && asset.type !== 'audio') return [];
  const track = soundOf(media, asset.src);
  const volume = animated(asset.volume, 1);
  const playback = playbackOf(asset, dialect);
  if (!track || isSilent(volume) || playback.speed.lt(SLOWEST_HEARD)) return [];
  const fades = fadesOf(effectOf(asset), volume, lengthOf(span, rate));
  return [{ ...span, start, field: fieldOf(pathOf(place)), track, ...playback, volume, ...fades }];
}

/** Plays from 0 to the shorter of its own length and the timeline (contract C29). */
export function heardSoundtrack(
  sound: Soundtrack | undefined,
  frames: number,
  media: ReadonlyMap<string, Media>,
  rate: Rate,
): HeardClip[] {
  const track = sound && soundOf(media, sound.src);
  const { volume = 1, effect = 'none' } = sound ?? {};
  if (!track || isSilent(volume)) return [];
  const whole = nearestFrame(ZERO, rate);
  const own = track.duration ? nearestFrame(track.duration, rate) : frames;
  // Branded numbers lose their unit in `Math.min`.
  const span = { from: whole, to: Math.min(own, frames) as Span['to'] };
  const fades = fadesOf(effect, volume, lengthOf(span, rate));
  const playback = { trim: ZERO, speed: NATURAL };
  return [{ ...span, start: ZERO, field: 'timeline.soundtrack', track, ...playback, volume, ...fades }];
}

function effectOf(asset: VideoAsset | AudioAsset): FadeName {
  return (asset.type === 'video' ? asset.volumeEffect : asset.effect) ?? 'none';
}

/** The fades of a sound: up to half of it each, and none where its volume is animated anyway (contract 2.13). */
function fadesOf(effect: FadeName, volume: Animated, length: number): Pick<HeardClip, 'fadeIn' | 'fadeOut'> {
  const fade = typeof volume === 'number' ? Math.min(FADE, length / 2) : 0;
  return {
    fadeIn: effect === 'fadeIn' || effect === 'fadeInFadeOut' ? fade : 0,
    fadeOut: effect === 'fadeOut' || effect === 'fadeInFadeOut' ? fade : 0,
  };
}

function isSilent(volume: Animated): boolean {
  if (typeof volume === 'number') return volume <= 0;
  return volume.every(({ from, to }) => from <= 0 && to <= 0);
}

function soundOf(media: ReadonlyMap<string, Media>, url: string): HeardClip['track'] | undefined {
  const file = media.get(url);
  return file?.kind === 'av' ? file.audio : undefined;
}

function lengthOf(span: Span, rate: Rate): number {
  return frameTime(span.to - span.from, rate).valueOf();
}
