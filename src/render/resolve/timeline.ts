import type {
  CaptionAsset,
  Clip,
  Html5Asset,
  HtmlAsset,
  OutputRange,
  ProgressAsset,
  QrAsset,
  RichCaptionAsset,
  RichTextAsset,
  ShapeAsset,
  SvgAsset,
  TextAsset,
  TitleAsset,
  Warning,
  WaveformAsset,
} from '../../edit/model.ts';
import type { BlendMode } from '../../base/vocabulary/blend-modes.ts';
import type {
  IRIS_SHAPES,
  LUMA_PATTERNS,
  SHAPED_TRANSITIONS,
} from '../../base/vocabulary/shaped-transitions.ts';
import type { Rate, Seconds, Span, Speed } from '../../base/time.ts';
import type { AudioTrack, Cue, LottieMedia, StillMedia, VectorMedia, VideoTrack } from '../media/media.ts';
import type { OutputCaption } from './captions/caption-file.ts';
import type { ResolvedChromaKey } from './chroma-key.ts';
import type { AnimatedNumber, Easing } from './animated-number.ts';
import type { Camera } from './follow/camera.ts';
import type { MotionPath } from './movement/motion-path.ts';
import type { ResolvedPerspective } from './movement/perspective.ts';
import type { ResolvedFilter } from './resolved-filter.ts';
import type { ResolvedRim } from './shape/rim.ts';
import type { KeptParts } from './playback.ts';
import type { SoundCover } from './sound/sound-covers.ts';
import type { SoundBus } from './sound/sound-bus.ts';
import type { ResolvedSoundFilter } from './sound/sound-filters.ts';
import type { SpeedRamp } from './speed-ramp.ts';

export type { Span } from '../../base/time.ts';

/**
 * An asset that Kinora draws itself, in a box of the size that the asset declares. Its `fit` has no effect.
 */
export type DrawnAsset =
  | TextAsset
  | WholeRichText
  | ShapeAsset
  | SvgAsset
  | ProgressAsset
  | QrAsset
  | WaveformAsset
  | TitleAsset
  | HtmlAsset
  | Html5Asset;

/** A rich text with its whole text. If it has spans, their texts make it up. */
export type WholeRichText = RichTextAsset & { readonly text: string };

/** A drawing and the length of its clip. Its animation ends within that length. */
export interface DrawnVisual {
  readonly kind: 'drawn';
  readonly asset: DrawnAsset;
  /** Length of the clip in seconds. */
  readonly length: number;
  /** Path of the file that the browser made: a PNG of an HTML page or of an SVG that needs it, or the film of a page. */
  readonly raster?: string;
  /** The fields of the clips whose sound a waveform shows. All sounds if absent. */
  readonly heard?: readonly string[];
}

/** Subtitles in one style. */
export interface CaptionVisual {
  readonly kind: 'caption';
  readonly asset: CaptionAsset;
  /** The cues that are at least partly visible, uncut, ordered by start. Times are seconds of the clip. */
  readonly cues: readonly Cue[];
  /** Length of the clip in seconds. */
  readonly length: number;
}

/** Subtitles that follow the speech word by word. */
export interface RichCaptionVisual {
  readonly kind: 'rich-caption';
  readonly asset: RichCaptionAsset;
  /**
   * The cues that are at least partly visible, uncut, ordered by start. Times are seconds of the clip and may
   * be below 0.
   */
  readonly cues: readonly Cue[];
  /** Length of the clip in seconds. */
  readonly length: number;
}

/** The content of a visual clip. */
export type Visual =
  | VideoVisual
  | { readonly kind: 'still'; readonly media: StillMedia; readonly cutout?: ResolvedCutout }
  | VectorVisual
  | LottieVisual
  | GroupVisual
  | GraphicVisual;

/**
 * Content that Kinora draws itself, in the box of the clip or at the size that the asset declares. Its `fit`
 * has no effect.
 */
export type GraphicVisual = DrawnVisual | CaptionVisual | RichCaptionVisual;

/** A vector drawing from a file. */
export interface VectorVisual {
  readonly kind: 'vector';
  readonly media: VectorMedia;
  /** Path of the PNG that the browser has drawn. Present only if the SVG renderer cannot draw the file. */
  readonly raster?: string;
}

/** Clips that are drawn together as one picture, which is transparent where none of them is. */
export interface GroupVisual {
  readonly kind: 'group';
  /** Width of the canvas in pixels. Everything in the group is placed on the canvas as on an output. */
  readonly width: number;
  /** Height of the canvas in pixels. */
  readonly height: number;
  /** The visual clips of the group, the lowest first. Their frames are those of the timeline. */
  readonly clips: readonly VisualClip[];
}

/** A Lottie animation. At clip second t it shows its second `trim` + `speed` * t, and nothing after its end. */
export interface LottieVisual {
  readonly kind: 'lottie';
  readonly media: LottieMedia;
  readonly trim: Seconds;
  readonly speed: Speed;
  /** True if it begins again at `trim` whenever it ends. */
  readonly repeats: boolean;
}

/** How the people of a picture are cut out. */
export interface ResolvedCutout {
  /** Width of the soft edge in parts of a side of the picture, 0 to 0.1. */
  readonly feather: number;
}

/** A moving picture. At clip second t it shows source second `trim` + `speed` * t, or that of its ramp. */
export interface VideoVisual {
  readonly kind: 'video';
  readonly track: VideoTrack;
  readonly trim: Seconds;
  /** 1 if absent. */
  readonly speed?: Speed;
  /** The speed, if it changes. */
  readonly ramp?: SpeedRamp;
  /**
   * Number of times the source plays, at least 1, or `Infinity`. After that, its last frame stays visible. If
   * absent, the source plays once, and then nothing is shown.
   */
  readonly playCount?: number;
  /** The parts of the source that are shown in a row. If absent, nothing is cut out. */
  readonly parts?: KeptParts;
  /** Source second at which the file ends, if its sound outlasts its picture. Until then, the last frame stays. */
  readonly fileEnd?: Seconds;
  /** Source second at which each repetition begins. 0 if absent. */
  readonly repeatFrom?: Seconds;
  /**
   * True if the two frames around each moment are blended, at a speed of 1 or less. If absent, the nearest one is
   * shown.
   */
  readonly blends?: true;
  readonly chromaKey?: ResolvedChromaKey;
  /** The edge of the people that are left of each frame. Its track then counts as one with alpha. */
  readonly cutout?: ResolvedCutout;
}

/** A direction in the name of a transition. */
export type TransitionDirection = 'Left' | 'Right' | 'Up' | 'Down' | 'Top' | 'Bottom';

/** A direction of a transition with fields of its own. */
type ShapedDirection = (typeof SHAPED_TRANSITIONS)[keyof typeof SHAPED_TRANSITIONS][number];

/** The picture of a wipe by brightness: a file or a built-in one. */
export interface LumaPicture {
  readonly media?: StillMedia;
  /** Absent if there is a file. */
  readonly pattern?: (typeof LUMA_PATTERNS)[number];
  /** True if its bright places change first. */
  readonly isInverted: boolean;
}

/** A transition at the beginning or the end of a clip. */
export interface TransitionStep {
  readonly kind:
    | 'fade'
    | 'reveal'
    | 'wipe'
    | 'slide'
    | 'carousel'
    | 'push'
    | 'zoom'
    | 'shuffle'
    | keyof typeof SHAPED_TRANSITIONS;
  /**
   * The directions after the kind in the name: one for a wipe, slide, carousel or push, two for a shuffle, none
   * for the other kinds.
   */
  readonly directions: readonly TransitionDirection[];
  /**
   * The direction of a transition with fields of its own. Absent for an iris or a split that opens at the start of a clip
   * and closes at its end.
   */
  readonly way?: ShapedDirection | undefined;
  /** The shape of an iris, a circle if absent. */
  readonly shape?: (typeof IRIS_SHAPES)[number] | undefined;
  /** The picture of a wipe by brightness. Only that has one. */
  readonly luma?: LumaPicture | undefined;
  /** Width of the soft edge of an iris, a split or a wipe by brightness, 0 to 1. 0 if absent. */
  readonly softness?: number | undefined;
  /** Strength of a glitch or a light, 0 to 1. 0.5 if absent. */
  readonly amount?: number | undefined;
  /** What the random numbers of a glitch or a light begin with. 0 if absent. */
  readonly seed?: number | undefined;
  /**
   * True if the other clip of the transition is in front of this one. So the earlier clip need not fade, and the later one
   * lies below the page of the earlier one.
   */
  readonly isCovered?: true;
  /** The curve of everything that changes. If absent, each kind has its own. */
  readonly easing?: 'linear' | Easing;
  /** Duration, more than 0. The two transitions of a clip together are at most as long as the clip. */
  readonly seconds: number;
}

/**
 * A luma matte. Its brightness determines how much of a clip is visible: nothing under black, everything
 * under white. The matte itself is never shown.
 */
export interface Matte extends Span {
  /** Path of the clip in the edit: `timeline.tracks[0].clips[1]`. */
  readonly field: string;
  readonly visual: VideoVisual | { readonly kind: 'still'; readonly media: StillMedia };
  /** True if black shows the clip and white hides it. */
  readonly isInverted: boolean;
}

/** A clip that is drawn, with its times as exact frames. The scene computes its placement for each frame. */
export interface VisualClip extends Span {
  /** Path of the clip in the edit: `timeline.tracks[0].clips[1]`. */
  readonly field: string;
  readonly visual: Visual;
  /** A clip that follows a subject is cropped, and has a {@link camera}. */
  readonly fit: Exclude<NonNullable<Clip['fit']>, 'blur' | 'follow'>;
  /** The point of the picture that is in the middle at each moment. The middle of the picture if absent. */
  readonly camera?: Camera;
  /**
   * Size of the box in pixels. The picture is fitted to the box and cut off at its edges. A missing side is
   * as long as that side of the output.
   */
  readonly box?: { readonly width?: number; readonly height?: number };
  /** Fractions of the fitted picture that are hidden on each side, 0 to 1. */
  readonly crop: Readonly<Record<'top' | 'bottom' | 'left' | 'right', AnimatedNumber>>;
  /** Factor on the fitted size. Values below 0 count as 0. */
  readonly scale: AnimatedNumber;
  readonly position: NonNullable<Clip['position']>;
  /** Fractions of the output's width and height. Positive y points up. */
  readonly offset: { readonly x: AnimatedNumber; readonly y: AnimatedNumber };
  /** From 0 (transparent) to 1. Values outside this range are clamped. */
  readonly opacity: AnimatedNumber;
  /** Degrees clockwise. */
  readonly angle: AnimatedNumber;
  /** Shear factors. Positive y points up. */
  readonly skew: { readonly x: AnimatedNumber; readonly y: AnimatedNumber };
  readonly flip: { readonly horizontal: boolean; readonly vertical: boolean };
  /** The path that the centre of the clip follows. */
  readonly motion?: MotionPath;
  /** The look of the clip in space. */
  readonly perspective?: ResolvedPerspective;
  /** Angle of the shutter that blurs movements, in degrees, 0 to 360. Absent for none. */
  readonly shutter?: AnimatedNumber;
  readonly filter?: Exclude<NonNullable<Clip['filter']>, 'none'>;
  /** Standard deviation of the filter `blur`, as a fraction of the width of the canvas. The usual one if absent. */
  readonly sigma?: number;
  /** The filters with values in their order, after {@link filter}. At least one. */
  readonly filters?: readonly ResolvedFilter[];
  /** How the picture is mixed with what is below it. Absent for the ordinary way. */
  readonly blend?: BlendMode;
  /** The corners, the border and the shadows. Absent if they change nothing. */
  readonly rim?: ResolvedRim;
  readonly effect?: Extract<NonNullable<Clip['effect']>, string>;
  /** The part of the effect that the clip shows, in fractions of its movement. The whole one if absent. */
  readonly effectPart?: { readonly from: number; readonly to: number };
  readonly transition: { readonly in?: TransitionStep; readonly out?: TransitionStep };
  /**
   * Path of the next visual clip, if this one dissolves into it. The fade out is then no opacity of its own, but
   * the share of the next clip, which fades in at the same time.
   */
  readonly dissolvesInto?: string;
  /**
   * The mattes of the track that share a frame with the clip. If several apply at once, their coverages are
   * multiplied.
   */
  readonly mattes?: readonly Matte[];
}

/** A sound with its times as exact frames. */
export interface AudioClip extends Span {
  /** Path of the clip in the edit: `timeline.tracks[0].clips[1]`. */
  readonly field: string;
  /** The exact start in the edit. `from` is the frame nearest to this start. */
  readonly start: Seconds;
  readonly track: AudioTrack;
  /** Source second at which the clip begins. */
  readonly trim: Seconds;
  /** More than 0. */
  readonly speed: Speed;
  /** The speed, if it changes. Where it is 0 or less, nothing is heard. */
  readonly ramp?: SpeedRamp;
  /** The parts of the source that are heard in a row. If absent, nothing is cut out. */
  readonly parts?: KeptParts;
  /** Source seconds after which the sound begins again at `trim`. More than 0. If absent, it plays once. */
  readonly loop?: Seconds;
  /** The channels that are heard. Both as they are if absent. */
  readonly channels?: 'left' | 'right' | 'mono' | 'swap';
  /** True if the sound keeps its pitch at this speed. If absent, a higher speed raises it, as on a tape. */
  readonly preservesPitch?: true;
  /** The parts of its sound that are muted or bleeped, before its filters. Absent for none. */
  readonly covers?: readonly SoundCover[];
  /** The filters of the sound, before its volume and its fades. Absent for none. */
  readonly sound?: readonly ResolvedSoundFilter[];
  /** The field of the bus that the sound is mixed into. The whole mix if absent. */
  readonly bus?: string;
  /** The reduction of the sound while other clips are heard. Absent for none. */
  readonly duck?: {
    /** The fields of these clips. */
    readonly under: readonly string[];
    /** Decibels, 0 or more. */
    readonly by: number;
  };
  /** Linear gain from 0 to 1. Values outside this range are clamped. */
  readonly volume: AnimatedNumber;
  /**
   * Seconds of the linear fade at the start, at most half of the clip. 0 if there is no fade or if the volume
   * is animated.
   */
  readonly fadeIn: number;
  /** Seconds of the linear fade at the end, with the same limits as {@link fadeIn}. */
  readonly fadeOut: number;
}

/** An edit with every time resolved to exact frames. The scene, the composer and the mixer work from it. */
export interface ResolvedTimeline {
  readonly rate: Rate;
  /** Width of the composed frames in pixels. */
  readonly width: number;
  /** Height of the composed frames in pixels. */
  readonly height: number;
  /** Size of the output in pixels. The composed frames are scaled to this size. */
  readonly outputSize: { readonly width: number; readonly height: number };
  /** Length in output frames, at least 1. */
  readonly frameCount: number;
  /** The part of the timeline that is rendered. */
  readonly range: OutputRange;
  /** The captions of the range. Present only if the output asks for a file with them. */
  readonly captions?: readonly OutputCaption[];
  /** `#RGB`, `#RRGGBB` or `transparent`. */
  readonly background: string;
  /** The visual clips, the lowest first. Those in groups are in the visual of the group. */
  readonly visualClips: readonly VisualClip[];
  readonly audioClips: readonly AudioClip[];
  /** The buses with filters. Absent if there are none. */
  readonly buses?: readonly SoundBus[];
  /** Remarks on parts of the edit that are probably mistakes. */
  readonly warnings: readonly Warning[];
}
