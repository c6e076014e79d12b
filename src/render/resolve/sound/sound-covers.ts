import type { Seconds } from '../../../base/time.ts';
import type { FoundWords } from '../cuts/word-spans.ts';
import { clipSecondOf, type Playback } from '../playback.ts';

/** A part of the sound of a clip that is not heard. */
export interface SoundCover {
  /** Seconds from the start of the clip. May be below 0. */
  readonly from: Seconds;
  readonly to: Seconds;
  /** True if a tone is heard in its place. */
  readonly bleeps: boolean;
}

/** Returns the parts of the sound of a clip that are muted or bleeped, in the form in which an audio clip gets them. */
export function coversOf(
  words: FoundWords | undefined,
  playback: Playback,
): { readonly covers?: readonly SoundCover[] } {
  if (!playback.speed.gt(0)) return {};
  const covers = (words?.said ?? []).flatMap(({ list, from, to }): SoundCover[] => {
    if (list !== 'mute' && list !== 'bleep') return [];
    const cover = { from: clipSecondOf(from, playback), to: clipSecondOf(to, playback) };
    // What is cut out needs no cover.
    return cover.to.gt(cover.from) && cover.to.gt(0) ? [{ ...cover, bleeps: list === 'bleep' }] : [];
  });
  return covers.length > 0 ? { covers } : {};
}
