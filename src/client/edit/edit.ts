// Made by `npm run client` from src/edit/schema. Do not edit.
import type { Asset, Duck, Offset, Tween, VolumeTween } from './assets.ts';
import type { Destination } from './destinations.ts';
import type { RelativeLength } from './text-assets.ts';
import type { Placeholder } from './placeholder.ts';

/** Subtitle file with all captions of the output. */
export interface CaptionFile {
  /** Format of the file: SubRip ("srt") or WebVTT ("vtt"). */
  readonly format: 'srt' | 'vtt' | Placeholder;
  /**
   * If true, the pictures of the output show the captions, too. If false, only the file has them. Default
   * true.
   */
  readonly burn?: boolean | Placeholder | undefined;
}

/** Asset on a track, with its times, placement and motion. */
export interface Clip {
  /** The client's own label. It has no effect. */
  readonly id?: string | undefined;
  /** Asset that the clip shows or plays. */
  readonly asset: Asset;
  /**
   * When the clip starts: a number of seconds from the start of the timeline (0 or more), "auto" (when the
   * previous clip on the track ends), or "alias://NAME" (when the clip with that alias starts).
   */
  readonly start: number | 'auto' | `alias://${string}` | Placeholder;
  /**
   * Seconds by which the clip starts before the previous clip on the track ends, 0 or more. Only with the
   * start "auto". If the previous clip fades out and this one fades in, the two dissolve for that long.
   * Default 0.
   */
  readonly overlap?: number | Placeholder | undefined;
  /**
   * How long the clip lasts: a number of seconds (0 or more), "auto" (as long as its asset; 3 seconds for an
   * asset without a duration, such as an image), "end" (to the end of the timeline), or "alias://NAME" (as
   * long as the clip with that alias).
   */
  readonly length: number | 'auto' | 'end' | `alias://${string}` | Placeholder;
  /**
   * How the asset fits its box. "crop" fills the box and cuts off the overflow, "contain" shows the whole
   * asset, "cover" stretches it, "none" keeps its size. Default crop.
   */
  readonly fit?: 'cover' | 'contain' | 'crop' | 'none' | Placeholder | undefined;
  /** Factor that multiplies the fitted size, 0 or more, or a list of tweens. Default 1. */
  readonly scale?: number | readonly Tween[] | Placeholder | undefined;
  /** Width of the box of the clip in pixels, 1 to 3840. Default: the viewport. */
  readonly width?: number | RelativeLength | Placeholder | undefined;
  /** Height of the box of the clip in pixels, 1 to 2160. Default: the viewport. */
  readonly height?: number | RelativeLength | Placeholder | undefined;
  /** Edge, corner or centre of the viewport that the clip is anchored to. Default center. */
  readonly position?:
    | 'top'
    | 'topRight'
    | 'right'
    | 'bottomRight'
    | 'bottom'
    | 'bottomLeft'
    | 'left'
    | 'topLeft'
    | 'center'
    | Placeholder
    | undefined;
  /** Moves the clip away from its position. */
  readonly offset?: Offset | undefined;
  /** Transitions with which the clip appears and disappears. */
  readonly transition?: Transition | undefined;
  /**
   * Movement that lasts as long as the clip. Names that end in "Slow" or "Fast" move less or more. Default:
   * no movement.
   */
  readonly effect?:
    | 'zoomIn'
    | 'zoomInSlow'
    | 'zoomInFast'
    | 'zoomOut'
    | 'zoomOutSlow'
    | 'zoomOutFast'
    | 'slideLeft'
    | 'slideLeftSlow'
    | 'slideLeftFast'
    | 'slideRight'
    | 'slideRightSlow'
    | 'slideRightFast'
    | 'slideUp'
    | 'slideUpSlow'
    | 'slideUpFast'
    | 'slideDown'
    | 'slideDownSlow'
    | 'slideDownFast'
    | Placeholder
    | undefined;
  /** Filter that changes the colours or blurs the picture. Default none. */
  readonly filter?:
    | 'none'
    | 'blur'
    | 'boost'
    | 'contrast'
    | 'darken'
    | 'greyscale'
    | 'lighten'
    | 'muted'
    | 'negative'
    | Placeholder
    | undefined;
  /**
   * Opacity from 0 (transparent) to 1 (opaque), or a list of tweens. Numbers outside this range are clamped,
   * with a warning. Default 1.
   */
  readonly opacity?: number | readonly Tween[] | Placeholder | undefined;
  /** Rotates, shears or mirrors the clip. */
  readonly transform?: Transformation | undefined;
  /**
   * Name that other clips use to refer to this one. Letters, digits, "_" and "-". Must be unique in the edit.
   */
  readonly alias?: string | undefined;
}

/** Timeline of clips and the file to make from it. */
export interface Edit {
  /** URL of this JSON Schema, for editors. It has no effect on the render. */
  readonly $schema?: string | undefined;
  /** Clips to show and play, and when. */
  readonly timeline: Timeline;
  /** Format, size, frame rate and quality of the file to make. One of "output" and "outputs" is required. */
  readonly output: Output;
  /** Values for placeholders. Each {{ NAME }} in a string of the edit is replaced. */
  readonly merge?: readonly MergeField[] | undefined;
  /** URL to notify when the render is done or has failed (http or https). Default: no notification. */
  readonly callback?: string | undefined;
  /** @deprecated It has no effect. */
  readonly disk?: 'local' | 'mount' | Placeholder | undefined;
  /**
   * Resources that the render can use: "s1" up to two CPU cores, "s2" all cores, "a1" all cores and a
   * hardware encoder if one works. Default s1.
   */
  readonly instance?: 's1' | 's2' | 'a1' | Placeholder | undefined;
}

/** Edit with `outputs` in place of `output`. */
export interface EditWithOutputs extends Omit<Edit, 'output'> {
  /**
   * Several files to make of the same timeline, 1 to 10, in place of "output". They share the fetching and
   * the preparation of their sources. An addition of Kinora.
   */
  readonly outputs: readonly Output[];
}

/** Mirroring. */
export interface FlipTransformation {
  /** If true, swaps left and right. Default false. */
  readonly horizontal?: boolean | Placeholder | undefined;
  /** If true, swaps top and bottom. Default false. */
  readonly vertical?: boolean | Placeholder | undefined;
}

/** Font to download. */
export interface Font {
  /** URL of the font file. The URL may contain credentials. */
  readonly src: string;
}

/** Placeholder and the value that replaces it. */
export interface MergeField {
  /** Name of the placeholder, without braces. */
  readonly find: string;
  /** Value that replaces the placeholder: any JSON value. */
  readonly replace: unknown;
}

/** File to make. */
export interface Output {
  /** Format of the file. */
  readonly format: 'mp4' | 'gif' | 'mp3' | 'jpg' | 'png' | 'bmp' | 'm4a' | 'wav' | Placeholder;
  /**
   * Named size. At 16:9: "preview" 512x288, "mobile" 640x360, "sd" 1024x576, "hd" 1280x720, "1080" 1920x1080,
   * "4k" 3840x2160. Cannot be combined with "size". One of the two is required, except for a format of sound
   * alone.
   */
  readonly resolution?: 'preview' | 'mobile' | 'sd' | 'hd' | '1080' | '4k' | Placeholder | undefined;
  /** Aspect ratio of the resolution. Default 16:9. */
  readonly aspectRatio?: '16:9' | '9:16' | '1:1' | '4:5' | '4:3' | Placeholder | undefined;
  /** Custom size in pixels. Cannot be combined with "resolution". */
  readonly size?: Size | undefined;
  /** Frames per second. Default: 25, or 15 with the resolution "preview". */
  readonly fps?: 12 | 15 | 23.976 | 24 | 25 | 29.97 | 30 | 48 | 50 | 59.94 | 60 | Placeholder | undefined;
  /** Resolution to scale the finished picture to. Default: no scaling. */
  readonly scaleTo?: 'preview' | 'mobile' | 'sd' | 'hd' | '1080' | '4k' | Placeholder | undefined;
  /** Quality of the output. Higher quality makes larger files. Default medium. */
  readonly quality?: 'verylow' | 'low' | 'medium' | 'high' | 'veryhigh' | Placeholder | undefined;
  /** If true, a gif repeats. Other formats ignore it. Default true. */
  readonly repeat?: boolean | Placeholder | undefined;
  /** If true, leaves out the sound. Default false. */
  readonly mute?: boolean | Placeholder | undefined;
  /**
   * Integrated loudness of the sound in LUFS (EBU R 128), -70 to -5. Common values are -23 for broadcasting,
   * -16 for podcasts and -14 for streaming. Peaks stay below full scale. Default: as mixed.
   */
  readonly loudness?: number | Placeholder | undefined;
  /** Part of the timeline to render. Default: all of it. */
  readonly range?: Range | undefined;
  /** Still image of one moment to make along with the output. */
  readonly poster?: Poster | undefined;
  /** Small still image of one moment to make along with the output. */
  readonly thumbnail?: Thumbnail | undefined;
  /**
   * Subtitle file to make along with the output: the captions of all clips of the types "caption" and
   * "rich-caption". An addition of Kinora.
   */
  readonly captions?: CaptionFile | undefined;
  /**
   * Services to send the finished files to, at most 100. The built-in hosting receives them, too, unless it
   * is excluded.
   */
  readonly destinations?: readonly Destination[] | undefined;
}

/** Still image of one moment, as large as the output. */
export interface Poster {
  /** Second of the timeline to show, 0 or more. Beyond the end, the last frame is shown. */
  readonly capture: number | Placeholder;
}

/** Part of the timeline. */
export interface Range {
  /** Start of the range in seconds from the start of the timeline, 0 or more. Default 0. */
  readonly start?: number | Placeholder | undefined;
  /** Length of the range in seconds, 0 or more. Default: to the end of the timeline. */
  readonly length?: number | Placeholder | undefined;
}

/** Rotation about the centre. */
export interface RotateTransformation {
  /** Angle in degrees clockwise, -360 to 360, or a list of tweens. Default 0. */
  readonly angle?: number | readonly Tween[] | Placeholder | undefined;
}

/** Size of the output in pixels. */
export interface Size {
  /** Width of the output in whole pixels, 1 to 4096. Must be even for an mp4. */
  readonly width: number | Placeholder;
  /** Height of the output in whole pixels, 1 to 4096. Must be even for an mp4. */
  readonly height: number | Placeholder;
}

/** Shear about the centre. */
export interface SkewTransformation {
  /** Horizontal shear factor, -100 to 100, or a list of tweens. Positive leans to the right. Default 0. */
  readonly x?: number | readonly Tween[] | Placeholder | undefined;
  /** Vertical shear factor, -100 to 100, or a list of tweens. Positive moves the right edge up. Default 0. */
  readonly y?: number | readonly Tween[] | Placeholder | undefined;
}

/** Sound that accompanies the timeline. It ends with the timeline, or with its file if that is earlier. */
export interface Soundtrack {
  /** URL of the sound file. The URL may contain credentials. */
  readonly src: string;
  /**
   * Fades the sound: "fadeIn" at the start, "fadeOut" at the end, "fadeInFadeOut" at both. Each fade lasts up
   * to 2 seconds. Default: no fade.
   */
  readonly effect?: 'fadeIn' | 'fadeOut' | 'fadeInFadeOut' | Placeholder | undefined;
  /** Volume from 0 (silent) to 1 (as recorded), or a list of tweens. Default 1. */
  readonly volume?: number | readonly VolumeTween[] | Placeholder | undefined;
  /**
   * Second of the timeline at which the sound starts, 0 or more. Tweens of the volume count from there.
   * Default 0.
   */
  readonly start?: number | Placeholder | undefined;
  /**
   * If true, the sound begins again without a seam whenever it ends, until the timeline ends. Default false.
   */
  readonly loop?: boolean | Placeholder | undefined;
  /** Lowers the sound while other clips are heard. {} lowers it by 12 dB under all voices. */
  readonly duck?: Duck | undefined;
}

/** Small still image of one moment. */
export interface Thumbnail {
  /** Second of the timeline to show, 0 or more. Beyond the end, the last frame is shown. */
  readonly capture: number | Placeholder;
  /** Size of the thumbnail as a fraction of the output, 0 to 1. */
  readonly scale: number | Placeholder;
}

/** Tracks of clips, with the background, the fonts and the soundtrack. */
export interface Timeline {
  /** Sound that accompanies the whole timeline. */
  readonly soundtrack?: Soundtrack | undefined;
  /** Colour behind all tracks, in the form "#RRGGBB" or "#RGB". Default #000000. */
  readonly background?: string | undefined;
  /** Custom fonts to download before rendering, at most 1000. */
  readonly fonts?: readonly Font[] | undefined;
  /** Tracks, at least one. A later track is drawn on top of an earlier one. */
  readonly tracks: readonly Track[];
  /**
   * If true, reuses source files that were fetched within the last 24 hours. If false, fetches every file
   * again. Default true.
   */
  readonly cache?: boolean | Placeholder | undefined;
}

/** List of clips on one level. */
export interface Track {
  /** Clips of the track, at least one. */
  readonly clips: readonly Clip[];
}

/** Rotation, shear and mirroring of a clip. */
export interface Transformation {
  /** Rotates the clip about its centre. */
  readonly rotate?: RotateTransformation | undefined;
  /** Shears the clip about its centre. */
  readonly skew?: SkewTransformation | undefined;
  /** Mirrors the clip. */
  readonly flip?: FlipTransformation | undefined;
}

/** Transitions at the start and the end of a clip. */
export interface Transition {
  /** Transition with which the clip appears: a name, or an object. Default none. */
  readonly in?: TransitionName | TransitionStep | Placeholder | undefined;
  /** Transition with which the clip disappears: a name, or an object. Default none. */
  readonly out?: TransitionName | TransitionStep | Placeholder | undefined;
}

/** Name of a transition. */
export type TransitionName =
  | 'none'
  | 'zoom'
  | 'fade'
  | 'fadeSlow'
  | 'fadeFast'
  | 'reveal'
  | 'revealSlow'
  | 'revealFast'
  | 'wipeLeft'
  | 'wipeLeftSlow'
  | 'wipeLeftFast'
  | 'wipeRight'
  | 'wipeRightSlow'
  | 'wipeRightFast'
  | 'slideLeft'
  | 'slideLeftSlow'
  | 'slideLeftFast'
  | 'slideRight'
  | 'slideRightSlow'
  | 'slideRightFast'
  | 'slideUp'
  | 'slideUpSlow'
  | 'slideUpFast'
  | 'slideDown'
  | 'slideDownSlow'
  | 'slideDownFast'
  | 'carouselLeft'
  | 'carouselLeftSlow'
  | 'carouselLeftFast'
  | 'carouselRight'
  | 'carouselRightSlow'
  | 'carouselRightFast'
  | 'carouselUp'
  | 'carouselUpSlow'
  | 'carouselUpFast'
  | 'carouselDown'
  | 'carouselDownSlow'
  | 'carouselDownFast'
  | 'shuffleTopRight'
  | 'shuffleTopRightSlow'
  | 'shuffleTopRightFast'
  | 'shuffleRightTop'
  | 'shuffleRightTopSlow'
  | 'shuffleRightTopFast'
  | 'shuffleRightBottom'
  | 'shuffleRightBottomSlow'
  | 'shuffleRightBottomFast'
  | 'shuffleBottomRight'
  | 'shuffleBottomRightSlow'
  | 'shuffleBottomRightFast'
  | 'shuffleBottomLeft'
  | 'shuffleBottomLeftSlow'
  | 'shuffleBottomLeftFast'
  | 'shuffleLeftBottom'
  | 'shuffleLeftBottomSlow'
  | 'shuffleLeftBottomFast'
  | 'shuffleLeftTop'
  | 'shuffleLeftTopSlow'
  | 'shuffleLeftTopFast'
  | 'shuffleTopLeft'
  | 'shuffleTopLeftSlow'
  | 'shuffleTopLeftFast'
  | 'pushLeft'
  | 'pushLeftSlow'
  | 'pushLeftFast'
  | 'pushRight'
  | 'pushRightSlow'
  | 'pushRightFast'
  | 'pushUp'
  | 'pushUpSlow'
  | 'pushUpFast'
  | 'pushDown'
  | 'pushDownSlow'
  | 'pushDownFast'
  | Placeholder;

/** Transition with a duration and a curve of its own. */
export interface TransitionStep {
  /** Name of the transition. */
  readonly name: TransitionName;
  /** Seconds that the transition lasts, 0 or more, at most as long as the clip. Default: that of the name. */
  readonly duration?: number | Placeholder | undefined;
  /** Curve of all movements and fades of the transition. Default: those of the name. */
  readonly easing?:
    | 'linear'
    | 'ease'
    | 'easeIn'
    | 'easeOut'
    | 'easeInOut'
    | 'easeInQuad'
    | 'easeInCubic'
    | 'easeInQuart'
    | 'easeInQuint'
    | 'easeInSine'
    | 'easeInExpo'
    | 'easeInCirc'
    | 'easeInBack'
    | 'easeOutQuad'
    | 'easeOutCubic'
    | 'easeOutQuart'
    | 'easeOutQuint'
    | 'easeOutSine'
    | 'easeOutExpo'
    | 'easeOutCirc'
    | 'easeOutBack'
    | 'easeInOutQuad'
    | 'easeInOutCubic'
    | 'easeInOutQuart'
    | 'easeInOutQuint'
    | 'easeInOutSine'
    | 'easeInOutExpo'
    | 'easeInOutCirc'
    | 'easeInOutBack'
    | Placeholder
    | undefined;
}
