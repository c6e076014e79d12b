// Made by `npm run client` from src/edit/schema. Do not edit.
import type {
  CaptionAsset,
  RelativeLength,
  RichCaptionAsset,
  RichTextAsset,
  TextAsset,
} from './text-assets.ts';
import type { HtmlAsset, Offset, ShapeAsset, SvgAsset, TitleAsset, Tween } from './drawn-assets.ts';
import type { Placeholder } from './placeholder.ts';

/** Asset that a clip shows or plays. "type" selects its kind. */
export type Asset =
  | VideoAsset
  | ImageAsset
  | TextAsset
  | RichTextAsset
  | AudioAsset
  | LumaAsset
  | CaptionAsset
  | RichCaptionAsset
  | HtmlAsset
  | TitleAsset
  | ShapeAsset
  | SvgAsset
  | LottieAsset
  | TextToImageAsset
  | ImageToVideoAsset
  | TextToSpeechAsset
  | GroupAsset;

/** Sound file. */
export interface AudioAsset {
  /** Sound file. */
  readonly type: 'audio';
  /** URL of the sound file. The URL may contain credentials. */
  readonly src: string;
  /** Seconds to skip at the beginning of the file, 0 or more. Default 0. */
  readonly trim?: number | Placeholder | undefined;
  /** Volume from 0 (silent) to 1 (as recorded), or a list of tweens. Default 1. */
  readonly volume?: number | readonly VolumeTween[] | Placeholder | undefined;
  /** Playback speed as a factor, 0 (frozen) to 10. 2 plays the file in half the time. Default 1. */
  readonly speed?: number | Placeholder | undefined;
  /**
   * If true, the sound keeps its pitch at another speed. If false, a higher speed raises it, as on a tape.
   * Default false.
   */
  readonly preservePitch?: boolean | Placeholder | undefined;
  /**
   * Fades the sound: "fadeIn" at the start, "fadeOut" at the end, "fadeInFadeOut" at both. A fade lasts 2
   * seconds, or half of the clip if that is shorter. No effect on a volume with tweens. Default none.
   */
  readonly effect?: 'none' | 'fadeIn' | 'fadeOut' | 'fadeInFadeOut' | Placeholder | undefined;
  /** Lowers the sound while other clips are heard. {} lowers it by 12 dB under all voices. */
  readonly duck?: Duck | undefined;
  /**
   * Number of the sound track of the file to play, from 1. Default: the one that the file marks as its
   * default.
   */
  readonly audioTrack?: number | Placeholder | undefined;
  /**
   * Channels to hear: "left" or "right" plays one of them on both sides, "mono" their average on both sides,
   * and "swap" exchanges them. Default stereo.
   */
  readonly channels?: 'stereo' | 'left' | 'right' | 'mono' | 'swap' | Placeholder | undefined;
  /**
   * If true, the file begins again at its trim whenever it ends, until the clip ends. It does not change a
   * length of "auto". Default false.
   */
  readonly loop?: boolean | Placeholder | undefined;
  /**
   * Cuts the silent parts of the file out of the clip, sound and picture together. {} cuts out silences of
   * half a second or more.
   */
  readonly cutSilence?: CutSilence | undefined;
}

/** Colour that becomes transparent. */
export interface ChromaKey {
  /** Colour that becomes transparent, in the form "#RRGGBB" or "#RGB". */
  readonly color: string;
  /**
   * Distance from the colour up to which pixels are transparent, 0 to 250. Default: 60 if there is a halo,
   * otherwise measured.
   */
  readonly threshold?: number | Placeholder | undefined;
  /**
   * Distance beyond the threshold over which pixels gradually become opaque, 0 to 250. Default: 80 if there
   * is a threshold, otherwise measured.
   */
  readonly halo?: number | Placeholder | undefined;
}

/** Asset on a track, with its times, placement and motion. */
export interface Clip {
  /** The client's own label. It has no effect. */
  readonly id?: string | undefined;
  /** Asset that the clip shows or plays. */
  readonly asset: Asset;
  /**
   * When the clip starts: a number of seconds from the start of the timeline or of its group (0 or more),
   * "auto" (when the previous clip on the track ends), or "alias://NAME" (when the clip with that alias
   * starts).
   */
  readonly start: number | 'auto' | `alias://${string}` | Placeholder;
  /**
   * Seconds by which the clip starts before the previous clip on the track ends, 0 or more. Only with the
   * start "auto". If the previous clip fades out and this one fades in, the two dissolve for that long.
   * Default 0.
   */
  readonly overlap?: number | Placeholder | undefined;
  /**
   * How long the clip lasts: a number of seconds (0 or more), "auto" (as long as its asset; a group until its
   * last clip ends; 3 seconds for an asset without a duration, such as an image), "end" (to the end of the
   * timeline or of its group), or "alias://NAME" (as long as the clip with that alias).
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

/** Edges of a picture to hide. */
export interface Crop {
  /** Fraction of the height to hide at the top, 0 to 1. Default 0. */
  readonly top?: number | Placeholder | undefined;
  /** Fraction of the height to hide at the bottom, 0 to 1. Default 0. */
  readonly bottom?: number | Placeholder | undefined;
  /** Fraction of the width to hide on the left, 0 to 1. Default 0. */
  readonly left?: number | Placeholder | undefined;
  /** Fraction of the width to hide on the right, 0 to 1. Default 0. */
  readonly right?: number | Placeholder | undefined;
}

/** Cuts the silent parts out of a sound, with their pictures. */
export interface CutSilence {
  /**
   * Level in dBFS below which the sound counts as silent, -90 to 0. It is the root mean square of the louder
   * channel. Default -40.
   */
  readonly threshold?: number | Placeholder | undefined;
  /** Seconds that a silence lasts at least to be cut out, 0.1 to 3600. Default 0.5. */
  readonly minLength?: number | Placeholder | undefined;
  /**
   * Seconds of each silence to keep beside the sound before it and the sound after it, 0 to 10. Default 0.1.
   */
  readonly keep?: number | Placeholder | undefined;
}

/** Lowers a sound while voices are heard. */
export interface Duck {
  /**
   * Voices under which the sound goes down: "alias://NAME", or a list of such references. Default: all clips
   * with sound that do not go down themselves.
   */
  readonly under?: `alias://${string}` | readonly `alias://${string}`[] | Placeholder | undefined;
  /** Decibels by which the sound goes down, 0 to 60. Default 12. */
  readonly by?: number | Placeholder | undefined;
}

/** Mirroring. */
export interface FlipTransformation {
  /** If true, swaps left and right. Default false. */
  readonly horizontal?: boolean | Placeholder | undefined;
  /** If true, swaps top and bottom. Default false. */
  readonly vertical?: boolean | Placeholder | undefined;
}

/**
 * Clips that are placed, scaled, faded and moved together. The clip with the group treats them as one
 * picture, transparent where none of them is. At most 4 groups lie inside each other.
 */
export interface GroupAsset {
  /** Kind of asset. */
  readonly type: 'group';
  /**
   * Tracks of the group, at least one. Their times count from the start of the clip with the group. A later
   * track is drawn on top of an earlier one.
   */
  readonly tracks: readonly Track[];
  /**
   * Width of the canvas of the group in whole pixels, 1 to 4096. Default: that of the output, or of the group
   * around it.
   */
  readonly width?: number | RelativeLength | Placeholder | undefined;
  /**
   * Height of the canvas of the group in whole pixels, 1 to 4096. Default: that of the output, or of the
   * group around it.
   */
  readonly height?: number | RelativeLength | Placeholder | undefined;
}

/** Image file. */
export interface ImageAsset {
  /** Image file. */
  readonly type: 'image';
  /** URL of the image file. The URL may contain credentials. */
  readonly src: string;
  /** Hides the edges of the picture. The rest keeps its place. */
  readonly crop?: Crop | undefined;
  /**
   * If true, an animated picture plays again whenever it ends, until the clip ends. Default: as often as its
   * file says. Default false.
   */
  readonly loop?: boolean | Placeholder | undefined;
}

/** Video generated from an image. */
export interface ImageToVideoAsset {
  /** Video generated from an image. */
  readonly type: 'image-to-video';
  /** URL of the image. The URL may contain credentials. */
  readonly src: string;
  /**
   * Description of what happens in the video, at most 4000 characters. Kinora itself understands camera
   * moves, such as "zoom out" or "pan left". Default: a slow push-in, or that of the provider.
   */
  readonly prompt?: string | undefined;
  /** Aspect ratio of the video. Default: that of the image. */
  readonly aspectRatio?: '1:1' | '4:3' | '16:9' | '9:16' | '3:4' | '21:9' | '9:21' | Placeholder | undefined;
  /** Playback speed as a factor, 0 (frozen) to 10. 2 plays the file in half the time. Default 1. */
  readonly speed?: number | Placeholder | undefined;
  /** Hides the edges of the picture. The rest keeps its place. */
  readonly crop?: Crop | undefined;
}

/** Lottie animation. */
export interface LottieAsset {
  /** Lottie animation. */
  readonly type: 'lottie';
  /** URL of the JSON file. The URL may contain credentials. */
  readonly src: string;
  /** Seconds to skip at the beginning of the file, 0 or more. Default 0. */
  readonly trim?: number | Placeholder | undefined;
  /** Playback speed as a factor, 0 (frozen) to 10. 2 plays the file in half the time. Default 1. */
  readonly speed?: number | Placeholder | undefined;
  /**
   * If true, the animation begins again at its trim whenever it ends, until the clip ends. It does not change
   * a length of "auto". Default false.
   */
  readonly loop?: boolean | Placeholder | undefined;
  /** Hides the edges of the picture. The rest keeps its place. */
  readonly crop?: Crop | undefined;
}

/** Luma matte: a greyscale image or video that hides parts of the other clips on its track. */
export interface LumaAsset {
  /** Luma matte: a greyscale image or video that hides parts of the other clips on its track. */
  readonly type: 'luma';
  /** URL of the greyscale image or video. The URL may contain credentials. */
  readonly src: string;
  /** Seconds to skip at the beginning of the file, 0 or more. Default 0. */
  readonly trim?: number | Placeholder | undefined;
}

/** Rotation about the centre. */
export interface RotateTransformation {
  /** Angle in degrees clockwise, -360 to 360, or a list of tweens. Default 0. */
  readonly angle?: number | readonly Tween[] | Placeholder | undefined;
}

/** Shear about the centre. */
export interface SkewTransformation {
  /** Horizontal shear factor, -100 to 100, or a list of tweens. Positive leans to the right. Default 0. */
  readonly x?: number | readonly Tween[] | Placeholder | undefined;
  /** Vertical shear factor, -100 to 100, or a list of tweens. Positive moves the right edge up. Default 0. */
  readonly y?: number | readonly Tween[] | Placeholder | undefined;
}

/** Image generated from a prompt. */
export interface TextToImageAsset {
  /** Image generated from a prompt. */
  readonly type: 'text-to-image';
  /** Description of the image, 1 to 4000 characters. */
  readonly prompt: string;
  /** Width of the image in whole pixels, 1 to 4096. Default: the viewport. */
  readonly width?: number | RelativeLength | Placeholder | undefined;
  /** Height of the image in whole pixels, 1 to 4096. Default: the viewport. */
  readonly height?: number | RelativeLength | Placeholder | undefined;
  /** Hides the edges of the picture. The rest keeps its place. */
  readonly crop?: Crop | undefined;
}

/** Speech generated from text. */
export interface TextToSpeechAsset {
  /** Speech generated from text. */
  readonly type: 'text-to-speech';
  /** Text to speak, 1 to 10,000 characters. */
  readonly text: string;
  /**
   * Name of the voice, such as "Amy". A voice of ElevenLabs, such as "Rachel", speaks through that provider.
   */
  readonly voice: string;
  /** Language of the text, such as "en-US". Default: the language of the voice. */
  readonly language?: string | undefined;
  /** If true, reads the text in the style of a newscaster. Default false. */
  readonly newscaster?: boolean | Placeholder | undefined;
  /** Seconds to skip at the beginning of the file, 0 or more. Default 0. */
  readonly trim?: number | Placeholder | undefined;
  /** Volume from 0 (silent) to 1 (as recorded), or a list of tweens. Default 1. */
  readonly volume?: number | readonly VolumeTween[] | Placeholder | undefined;
  /** Playback speed as a factor, 0 (frozen) to 10. 2 plays the file in half the time. Default 1. */
  readonly speed?: number | Placeholder | undefined;
  /**
   * If true, the sound keeps its pitch at another speed. If false, a higher speed raises it, as on a tape.
   * Default false.
   */
  readonly preservePitch?: boolean | Placeholder | undefined;
  /**
   * Cuts the silent parts of the file out of the clip, sound and picture together. {} cuts out silences of
   * half a second or more.
   */
  readonly cutSilence?: CutSilence | undefined;
  /**
   * Fades the sound: "fadeIn" at the start, "fadeOut" at the end, "fadeInFadeOut" at both. A fade lasts 2
   * seconds, or half of the clip if that is shorter. No effect on a volume with tweens. Default none.
   */
  readonly effect?: 'none' | 'fadeIn' | 'fadeOut' | 'fadeInFadeOut' | Placeholder | undefined;
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

/** Video file. */
export interface VideoAsset {
  /** Video file. */
  readonly type: 'video';
  /** URL of the video file. The URL may contain credentials. */
  readonly src: string;
  /**
   * If true, re-encodes the file before rendering. If false, re-encodes it only if necessary. Default false.
   */
  readonly transcode?: boolean | Placeholder | undefined;
  /** Seconds to skip at the beginning of the file, 0 or more. Default 0. */
  readonly trim?: number | Placeholder | undefined;
  /** Volume from 0 (silent) to 1 (as recorded), or a list of tweens. Default 1. */
  readonly volume?: number | readonly VolumeTween[] | Placeholder | undefined;
  /**
   * Fades the sound: "fadeIn" at the start, "fadeOut" at the end, "fadeInFadeOut" at both. A fade lasts 2
   * seconds, or half of the clip if that is shorter. No effect on a volume with tweens. Default none.
   */
  readonly volumeEffect?: 'none' | 'fadeIn' | 'fadeOut' | 'fadeInFadeOut' | Placeholder | undefined;
  /** Lowers the sound while other clips are heard. {} lowers it by 12 dB under all voices. */
  readonly duck?: Duck | undefined;
  /**
   * Number of the sound track of the file to play, from 1. Default: the one that the file marks as its
   * default.
   */
  readonly audioTrack?: number | Placeholder | undefined;
  /**
   * Channels to hear: "left" or "right" plays one of them on both sides, "mono" their average on both sides,
   * and "swap" exchanges them. Default stereo.
   */
  readonly channels?: 'stereo' | 'left' | 'right' | 'mono' | 'swap' | Placeholder | undefined;
  /** Playback speed as a factor, 0 (frozen) to 10. 2 plays the file in half the time. Default 1. */
  readonly speed?: number | Placeholder | undefined;
  /**
   * If true, the sound keeps its pitch at another speed. If false, a higher speed raises it, as on a tape.
   * Default false.
   */
  readonly preservePitch?: boolean | Placeholder | undefined;
  /**
   * What is shown between two frames of the video, at a speed of 1 or less. "nearest" shows the nearer frame,
   * "blend" blends both by how near they are. Default nearest.
   */
  readonly slowMotion?: 'nearest' | 'blend' | Placeholder | undefined;
  /**
   * If true, the file begins again at its trim whenever it ends, until the clip ends. It does not change a
   * length of "auto". Default false.
   */
  readonly loop?: boolean | Placeholder | undefined;
  /**
   * Cuts the silent parts of the file out of the clip, sound and picture together. {} cuts out silences of
   * half a second or more.
   */
  readonly cutSilence?: CutSilence | undefined;
  /** Hides the edges of the picture. The rest keeps its place. */
  readonly crop?: Crop | undefined;
  /** Makes one colour transparent. */
  readonly chromaKey?: ChromaKey | undefined;
}

/** One step of an animated volume. */
export interface VolumeTween {
  /** Volume at the start of the tween, 0 (silent) to 1 (as recorded). Default 0. */
  readonly from?: number | Placeholder | undefined;
  /** Volume at the end of the tween, 0 (silent) to 1 (as recorded). Default 0. */
  readonly to?: number | Placeholder | undefined;
  /** Start of the tween in seconds from the start of the clip, 0 or more. Default 0. */
  readonly start?: number | Placeholder | undefined;
  /** Length of the tween in seconds, 0 or more. 0 makes a step. Default 0. */
  readonly length?: number | Placeholder | undefined;
  /**
   * How the value moves between "from" and "to". "linear" moves steadily, "bezier" follows the curve in
   * "easing", "constant" keeps "from" until the tween ends. Default linear.
   */
  readonly interpolation?: 'linear' | 'bezier' | 'constant' | Placeholder | undefined;
  /** Curve of a "bezier" interpolation. Other interpolations ignore it. Default ease. */
  readonly easing?:
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
