import type { Clip, ShapeAsset, SvgAsset, TextAsset, TitleAsset, Warning } from '../../edit/index.ts';
import type { FrameIndex, Rate, Seconds } from '../../base/time.ts';
import type { AudioTrack, VideoTrack } from '../media/media.ts';
import type { StillMedia } from '../media/media.ts';

/** Frames of the output, `from` inclusive, `to` exclusive. */
export interface Span {
  readonly from: FrameIndex;
  readonly to: FrameIndex;
}

/** What we draw ourselves, in a box of the size that it names; it is never fitted. */
export type DrawnAsset = TextAsset | ShapeAsset | SvgAsset | TitleAsset;

/** What a clip shows. */
export type Picture =
  | { readonly kind: 'video'; readonly track: VideoTrack; readonly trim: Seconds }
  | { readonly kind: 'still'; readonly media: StillMedia }
  | { readonly kind: 'drawn'; readonly asset: DrawnAsset };

/** A clip that is seen, with its times as exact frames. Where it lies is worked out for each frame by the scene. */
export interface SeenClip extends Span {
  /** Where it stands in the edit: `timeline.tracks[0].clips[1]`. */
  readonly field: string;
  readonly picture: Picture;
  readonly fit: NonNullable<Clip['fit']>;
  /** Multiplies the fitted size. */
  readonly scale: number;
  readonly position: NonNullable<Clip['position']>;
  /** Fractions of the output's width and height; y is positive upwards. */
  readonly offset: { readonly x: number; readonly y: number };
  /** 0 (transparent) to 1. */
  readonly opacity: number;
  /** Seconds of the fade at the start and at the end of the clip, 0 for none; together no longer than the clip. */
  readonly fadeIn: number;
  readonly fadeOut: number;
}

/** A sound with its times as exact frames. */
export interface HeardClip extends Span {
  readonly field: string;
  readonly track: AudioTrack;
  /** Source second at which it begins. */
  readonly trim: Seconds;
  /** Linear gain, 0 to 1. */
  readonly volume: number;
  /** Seconds of the linear fade at the start and at the end, 0 for none. */
  readonly fadeIn: number;
  readonly fadeOut: number;
}

/** An edit with every time resolved to exact frames: what the scene, the composer and the mixer work from. */
export interface Timeline {
  readonly rate: Rate;
  /** Size of the output in pixels; even. */
  readonly width: number;
  readonly height: number;
  /** Length in output frames, at least 1. */
  readonly frames: number;
  /** `#RRGGBB`. */
  readonly background: string;
  /** What is seen, the lowest first. */
  readonly seen: readonly SeenClip[];
  readonly heard: readonly HeardClip[];
  /** What of the edit is hardly meant. */
  readonly warnings: readonly Warning[];
}
