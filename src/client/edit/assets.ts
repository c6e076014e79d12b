// Made by `npm run client` from src/edit/schema. Do not edit.
import type { CaptionAsset, RichCaptionAsset, RichTextAsset, TextAsset } from './text-assets.ts';
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
  | TextToSpeechAsset;

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

/** Dimensions of a circle. */
export interface Circle {
  /** Radius of the circle in whole pixels, 1 or more. */
  readonly radius: number | Placeholder;
}

/** Circle. */
export interface CircleShape {
  /** Rectangle, circle or line. */
  readonly type: 'shape';
  /** Width of the box in whole pixels, 1 or more. Default: the viewport. */
  readonly width?: number | Placeholder | undefined;
  /** Height of the box in whole pixels, 1 or more. Default: the viewport. */
  readonly height?: number | Placeholder | undefined;
  /** Fill of the shape. */
  readonly fill?: ShapeFill | undefined;
  /** Outline of the shape. */
  readonly stroke?: ShapeStroke | undefined;
  /** Dimensions of a rectangle. Required if "shape" is "rectangle". */
  readonly rectangle?: Rectangle | undefined;
  /** Dimensions of the circle. */
  readonly circle: Circle;
  /** Dimensions of a line. Required if "shape" is "line". */
  readonly line?: Line | undefined;
  /** Shape to draw. */
  readonly shape: 'circle';
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

/** HTML page. */
export interface HtmlAsset {
  /** HTML page. */
  readonly type: 'html';
  /** HTML markup of the page. */
  readonly html: string;
  /** CSS style sheet of the page. Default: none. */
  readonly css?: string | undefined;
  /** Width of the page in whole pixels, 1 or more. Default: the viewport. */
  readonly width?: number | Placeholder | undefined;
  /** Height of the page in whole pixels, 1 or more. Default: the viewport. */
  readonly height?: number | Placeholder | undefined;
  /** Background colour, in the form "#RRGGBB", "#RGB" or "#AARRGGBB" (alpha first). Default: transparent. */
  readonly background?: string | undefined;
  /** Position of the page in its box. Default center. */
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

/** Dimensions of a line. */
export interface Line {
  /** Length of the line in whole pixels, 1 or more. */
  readonly length: number | Placeholder;
  /** Thickness of the line in whole pixels, 1 or more. */
  readonly thickness: number | Placeholder;
}

/** Line. */
export interface LineShape {
  /** Rectangle, circle or line. */
  readonly type: 'shape';
  /** Width of the box in whole pixels, 1 or more. Default: the viewport. */
  readonly width?: number | Placeholder | undefined;
  /** Height of the box in whole pixels, 1 or more. Default: the viewport. */
  readonly height?: number | Placeholder | undefined;
  /** Fill of the shape. */
  readonly fill?: ShapeFill | undefined;
  /** Outline of the shape. */
  readonly stroke?: ShapeStroke | undefined;
  /** Dimensions of a rectangle. Required if "shape" is "rectangle". */
  readonly rectangle?: Rectangle | undefined;
  /** Dimensions of a circle. Required if "shape" is "circle". */
  readonly circle?: Circle | undefined;
  /** Dimensions of the line. */
  readonly line: Line;
  /** Shape to draw. */
  readonly shape: 'line';
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

/** Offset from a position. */
export interface Offset {
  /**
   * Horizontal offset as a fraction of the viewport width, -10 to 10, or a list of tweens. Positive moves
   * right. Default 0.
   */
  readonly x?: number | readonly Tween[] | Placeholder | undefined;
  /**
   * Vertical offset as a fraction of the viewport height, -10 to 10, or a list of tweens. Positive moves up.
   * Default 0.
   */
  readonly y?: number | readonly Tween[] | Placeholder | undefined;
}

/** Dimensions of a rectangle. */
export interface Rectangle {
  /** Width of the rectangle in whole pixels, 1 or more. */
  readonly width: number | Placeholder;
  /** Height of the rectangle in whole pixels, 1 or more. */
  readonly height: number | Placeholder;
  /** Radius of the corners in whole pixels, 0 or more. Default 0. */
  readonly cornerRadius?: number | Placeholder | undefined;
}

/** Rectangle. */
export interface RectangleShape {
  /** Rectangle, circle or line. */
  readonly type: 'shape';
  /** Width of the box in whole pixels, 1 or more. Default: the viewport. */
  readonly width?: number | Placeholder | undefined;
  /** Height of the box in whole pixels, 1 or more. Default: the viewport. */
  readonly height?: number | Placeholder | undefined;
  /** Fill of the shape. */
  readonly fill?: ShapeFill | undefined;
  /** Outline of the shape. */
  readonly stroke?: ShapeStroke | undefined;
  /** Dimensions of the rectangle. */
  readonly rectangle: Rectangle;
  /** Dimensions of a circle. Required if "shape" is "circle". */
  readonly circle?: Circle | undefined;
  /** Dimensions of a line. Required if "shape" is "line". */
  readonly line?: Line | undefined;
  /** Shape to draw. */
  readonly shape: 'rectangle';
}

/** Rectangle, circle or line. */
export type ShapeAsset = RectangleShape | CircleShape | LineShape;

/** Fill of a shape. */
export interface ShapeFill {
  /** Fill colour, in the form "#RRGGBB" or "#RGB". Default #ffffff. */
  readonly color?: string | undefined;
  /**
   * Opacity from 0 (transparent) to 1 (opaque). Numbers outside this range are clamped, with a warning.
   * Default 1.
   */
  readonly opacity?: number | Placeholder | undefined;
}

/** Outline of a shape. */
export interface ShapeStroke {
  /** Stroke colour, in the form "#RRGGBB" or "#RGB". Default #000000. */
  readonly color?: string | undefined;
  /** Stroke width in pixels, 0 or more. Default 0. */
  readonly width?: number | Placeholder | undefined;
}

/** SVG drawing. */
export interface SvgAsset {
  /** SVG drawing. */
  readonly type: 'svg';
  /** SVG markup of the drawing, 1 to 500,000 characters. */
  readonly src: string;
}

/** Image generated from a prompt. */
export interface TextToImageAsset {
  /** Image generated from a prompt. */
  readonly type: 'text-to-image';
  /** Description of the image, 1 to 4000 characters. */
  readonly prompt: string;
  /** Width of the image in whole pixels, 1 to 4096. Default: the viewport. */
  readonly width?: number | Placeholder | undefined;
  /** Height of the image in whole pixels, 1 to 4096. Default: the viewport. */
  readonly height?: number | Placeholder | undefined;
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

/** Title in a predefined style. */
export interface TitleAsset {
  /** Title in a predefined style. */
  readonly type: 'title';
  /** Text of the title. */
  readonly text: string;
  /** Predefined style, which sets the font, the letter case and the spacing. Default minimal. */
  readonly style?:
    | 'minimal'
    | 'blockbuster'
    | 'vogue'
    | 'sketchy'
    | 'skinny'
    | 'chunk'
    | 'chunkLight'
    | 'marker'
    | 'future'
    | 'subtitle'
    | Placeholder
    | undefined;
  /** Colour of the text, in the form "#RRGGBB", "#RGB" or "#AARRGGBB" (alpha first). Default #ffffff. */
  readonly color?: string | undefined;
  /** Size of the letters relative to the height of the viewport. Default medium. */
  readonly size?:
    'xx-small' | 'x-small' | 'small' | 'medium' | 'large' | 'x-large' | 'xx-large' | Placeholder | undefined;
  /**
   * Least font size in whole pixels, 1 to 500. A title that does not fit the viewport gets the largest size
   * from this one to the wanted one at which it fits. An addition of Kinora. Default: the title shrinks to
   * any size.
   */
  readonly minSize?: number | Placeholder | undefined;
  /** Background colour, in the form "#RRGGBB", "#RGB" or "#AARRGGBB" (alpha first). Default: transparent. */
  readonly background?: string | undefined;
  /** Position of the title in the viewport. Default center. */
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
  /** Moves the title away from its position. */
  readonly offset?: Offset | undefined;
}

/** One step of an animated number. */
export interface Tween {
  /** Value at the start of the tween. Default 0. */
  readonly from?: number | Placeholder | undefined;
  /** Value at the end of the tween. Default 0. */
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
