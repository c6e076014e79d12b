import type { PreviewProblem } from '../preview/index.ts';

/** The phase of a player. `loading` is a wait, also while it plays. `rendering` if its render is not ready yet. */
export type PlayerPhase = 'empty' | 'loading' | 'rendering' | 'paused' | 'playing' | 'ended';

/** The state of a player. */
export interface PlayerState {
  readonly phase: PlayerPhase;
  /** Why the player does not show or play everything. */
  readonly problem?: PreviewProblem;
  /** A sentence for people about the problem. A playback leaves it out if that of the texts says it. */
  readonly word?: string;
  /** The share of the render that is done, from 0 to 1. Only while it is `rendering`. */
  readonly progress?: number;
}

/** The events of something that is played. */
export interface PlaybackEvents {
  readonly onState: (state: PlayerState) => void;
  /** Called when the duration is known. */
  readonly onReady: () => void;
  /** Called when another moment is shown. */
  readonly onTime: () => void;
  /** Called when the picture of the moment is shown. */
  readonly onPicture: () => void;
}

/** Something that is played: an edit or a file. Close it with `using`. */
export interface PlayableView extends Disposable {
  /** The element with the picture. */
  readonly view: HTMLElement;
  /** Pixels. 0 if there is no picture. */
  readonly size: { readonly width: number; readonly height: number };
  /** Seconds. 0 for an image. */
  readonly duration: number;
  readonly time: number;
  play(): void;
  pause(): void;
  seek(second: number): void;
  /** Sets the volume from 0 to 1. */
  setVolume(volume: number): void;
}
