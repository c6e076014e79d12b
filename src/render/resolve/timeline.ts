import type {
  CaptionAsset,
  Clip,
  HtmlAsset,
  OutputRange,
  RichCaptionAsset,
  RichTextAsset,
  ShapeAsset,
  SvgAsset,
  TextAsset,
  TitleAsset,
  Tween as EditTween,
  Warning,
} from '../../edit/model.ts';
import type { Rate, Seconds, Span, Speed } from '../../base/time.ts';
import type { AudioTrack, Cue, StillMedia, VectorMedia, VideoTrack } from '../media/media.ts';
import type { ResolvedChromaKey } from './chroma-key.ts';

export type { Span } from '../../base/time.ts';

/** What we draw ourselves, in a box of the size that it names; it is never fitted. */
export type DrawnAsset = TextAsset | RichTextAsset | ShapeAsset | SvgAsset | TitleAsset | HtmlAsset;

/** A drawing, and how long its clip is, in seconds: an animation is over before it ends. */
export interface DrawnVisual {
  readonly kind: 'drawn';
  readonly asset: DrawnAsset;
  readonly length: number;
  /** The PNG of its box, which the browser has made; only of a page of HTML. */
  readonly raster?: string;
}

/** Subtitles in one style. */
export interface CaptionVisual {
  readonly kind: 'caption';
  readonly asset: CaptionAsset;
  /** In seconds of the clip, in the order of their start: those of which something is seen, whole. */
  readonly cues: readonly Cue[];
  /** Length of the clip in seconds. */
  readonly length: number;
}

/** Subtitles that follow the voice word by word. */
export interface RichCaptionVisual {
  readonly kind: 'rich-caption';
  readonly asset: RichCaptionAsset;
  /** In seconds of the clip, which may be below 0, in the order of their start: those of which something is heard, whole. */
  readonly cues: readonly Cue[];
  /** Length of the clip in seconds. */
  readonly length: number;
}

/** What a clip shows. */
export type Visual =
  VideoVisual | { readonly kind: 'still'; readonly media: StillMedia } | VectorVisual | GraphicVisual;

/** What Kinora makes for the box of its clip, or of the size that it names; it is never fitted. */
export type GraphicVisual = DrawnVisual | CaptionVisual | RichCaptionVisual;

/** A vector drawing from a file. */
export interface VectorVisual {
  readonly kind: 'vector';
  readonly media: VectorMedia;
}

/** A moving picture: clip second t shows its source second `trim` + `speed` t. */
export interface VideoVisual {
  readonly kind: 'video';
  readonly track: VideoTrack;
  readonly trim: Seconds;
  /** 1 when absent. */
  readonly speed?: Speed;
  /**
   * How often it plays, 1 or more, `Infinity` for ever; then its last picture stays. When absent it plays once, and then there is
   * nothing.
   */
  readonly playCount?: number;
  readonly chromaKey?: ResolvedChromaKey;
}

/** The name of an easing curve. */
export type Easing = NonNullable<EditTween['easing']>;

/** One step of an animated number. Seconds count from the start of the clip. */
export interface ResolvedTween {
  readonly from: number;
  readonly to: number;
  readonly start: Seconds;
  readonly end: Seconds;
  readonly curve: 'linear' | 'constant' | Easing;
}

/** A number, or how it changes: at least one tween, the earliest first. */
export type AnimatedNumber = number | readonly ResolvedTween[];

/** Where a transition points, or comes from. */
export type TransitionDirection = 'Left' | 'Right' | 'Up' | 'Down' | 'Top' | 'Bottom';

/** How a clip comes or goes. */
export interface TransitionStep {
  readonly kind: 'fade' | 'reveal' | 'wipe' | 'slide' | 'carousel' | 'zoom' | 'shuffle';
  /** The words after the kind: one of a wipe, slide or carousel, two of a shuffle, none of the others. */
  readonly directions: readonly TransitionDirection[];
  /** Above 0; the two of a clip are together no longer than it. */
  readonly seconds: number;
}

/**
 * A picture whose light says, while it is there, how much is seen of a clip: nothing where it is black, all of it where it is
 * white. It is never seen itself.
 */
export interface Matte extends Span {
  readonly field: string;
  readonly visual: VideoVisual | { readonly kind: 'still'; readonly media: StillMedia };
  /** Whether it is the other way round. */
  readonly isInverted: boolean;
}

/** A clip that is seen, with its times as exact frames. Where it lies is worked out for each frame by the scene. */
export interface VisualClip extends Span {
  /** Where it stands in the edit: `timeline.tracks[0].clips[1]`. */
  readonly field: string;
  readonly visual: Visual;
  readonly fit: NonNullable<Clip['fit']>;
  /** What the picture is fitted to and cut at, in pixels; a side that is absent is the output's. */
  readonly box?: { readonly width?: number; readonly height?: number };
  /** Fractions of the fitted picture that are hidden on each side, 0 to 1. */
  readonly crop: Readonly<Record<'top' | 'bottom' | 'left' | 'right', number>>;
  /** Multiplies the fitted size; what is below 0 counts as 0. */
  readonly scale: AnimatedNumber;
  readonly position: NonNullable<Clip['position']>;
  /** Fractions of the output's width and height; y is positive upwards. */
  readonly offset: { readonly x: AnimatedNumber; readonly y: AnimatedNumber };
  /** 0 (transparent) to 1; what is beyond counts as these. */
  readonly opacity: AnimatedNumber;
  /** Degrees clockwise. */
  readonly angle: AnimatedNumber;
  /** Shear factors, y upwards. */
  readonly skew: { readonly x: AnimatedNumber; readonly y: AnimatedNumber };
  readonly flip: { readonly horizontal: boolean; readonly vertical: boolean };
  readonly filter?: Exclude<NonNullable<Clip['filter']>, 'none'>;
  readonly effect?: NonNullable<Clip['effect']>;
  readonly transition: { readonly in?: TransitionStep; readonly out?: TransitionStep };
  /** Those of its track that share a frame with it; where there are several at once, their shares multiply. */
  readonly mattes?: readonly Matte[];
}

/** A sound with its times as exact frames. */
export interface AudioClip extends Span {
  /** Where it stands in the edit: `timeline.tracks[0].clips[1]`. */
  readonly field: string;
  /** The second at which the edit has it, exactly; `from` is the frame nearest to it. */
  readonly start: Seconds;
  readonly track: AudioTrack;
  /** Source second at which it begins. */
  readonly trim: Seconds;
  /** Above 0. */
  readonly speed: Speed;
  /** Linear gain, 0 to 1; what is beyond counts as these. */
  readonly volume: AnimatedNumber;
  /** Seconds of the linear fade at the start and at the end, up to half of the clip; 0 for none, as where the volume has tweens. */
  readonly fadeIn: number;
  readonly fadeOut: number;
}

/** An edit with every time resolved to exact frames: what the scene, the composer and the mixer work from. */
export interface ResolvedTimeline {
  readonly rate: Rate;
  /** Size in pixels of what is composed. */
  readonly width: number;
  readonly height: number;
  /** Size in pixels of the output: what is composed is scaled to it. */
  readonly outputSize: { readonly width: number; readonly height: number };
  /** Length in output frames, at least 1. */
  readonly frameCount: number;
  /** The part of it that the output shows. */
  readonly range: OutputRange;
  /** `#RRGGBB`. */
  readonly background: string;
  /** What is seen, the lowest first. */
  readonly visualClips: readonly VisualClip[];
  readonly audioClips: readonly AudioClip[];
  /** What of the edit is hardly meant. */
  readonly warnings: readonly Warning[];
}
