// Made by `npm run client` from src/edit/schema. Do not edit.
import type { Placeholder } from './placeholder.ts';

/** Subtitles in one style. */
export interface CaptionAsset {
  /** Subtitles in one style. */
  readonly type: 'caption';
  /** URL of a subtitle file (SRT, VTT or TTML), or "alias://NAME" to transcribe the clip with that alias. */
  readonly src: string;
  /** Font of the captions. */
  readonly font?: CaptionFont | undefined;
  /** Background of the captions. */
  readonly background?: CaptionBackground | undefined;
  /** Position of the captions in the viewport. */
  readonly margin?: CaptionMargin | undefined;
  /** Seconds to skip at the beginning of the subtitles, 0 or more. Default 0. */
  readonly trim?: number | Placeholder | undefined;
  /** Speed of the subtitles as a factor, 0 (frozen) to 10. Default 1. */
  readonly speed?: number | Placeholder | undefined;
}

/** Background of captions. */
export interface CaptionBackground {
  /** Background colour, in the form "#RRGGBB" or "#RGB". Default: no background. */
  readonly color?: string | undefined;
  /**
   * Opacity from 0 (transparent) to 1 (opaque). Numbers outside this range are clamped, with a warning.
   * Default 0.8.
   */
  readonly opacity?: number | Placeholder | undefined;
  /** Padding around the text in whole pixels, 0 or more. Default 10. */
  readonly padding?: number | RelativeLength | Placeholder | undefined;
  /** Radius of the corners in whole pixels, 0 or more. Default 4. */
  readonly borderRadius?: number | RelativeLength | Placeholder | undefined;
}

/** Font of captions. */
export interface CaptionFont {
  /** Name of the font family. Default Open Sans. */
  readonly family?: string | undefined;
  /** Colour of the text, in the form "#RRGGBB" or "#RGB". Default #ffffff. */
  readonly color?: string | undefined;
  /**
   * Opacity from 0 (transparent) to 1 (opaque). Numbers outside this range are clamped, with a warning.
   * Default 1.
   */
  readonly opacity?: number | Placeholder | undefined;
  /** Font size in whole pixels, 1 or more. Default 32. */
  readonly size?: number | RelativeLength | Placeholder | undefined;
  /** Line height as a multiple of the font size, 0 or more. Default 1.2. */
  readonly lineHeight?: number | Placeholder | undefined;
  /** Colour of the outline of the letters, in the form "#RRGGBB" or "#RGB". Default: no outline. */
  readonly stroke?: string | undefined;
  /** Width of the outline in pixels, 0 or more. Default 0. */
  readonly strokeWidth?: number | RelativeLength | Placeholder | undefined;
}

/** Position of captions in the viewport. */
export interface CaptionMargin {
  /** Top of the first line as a fraction of the height of the viewport. Default 0.9. */
  readonly top?: number | Placeholder | undefined;
  /** Space on the left as a fraction of the width of the viewport. Default 0.05. */
  readonly left?: number | Placeholder | undefined;
  /** Space on the right as a fraction of the width of the viewport. Default 0.05. */
  readonly right?: number | Placeholder | undefined;
}

/** Colour stop of a gradient. */
export interface GradientStop {
  /** Position along the gradient, 0 to 1. */
  readonly offset: number | Placeholder;
  /** Colour, in the form "#RRGGBB" or "#RGB". */
  readonly color: string;
}

/**
 * Length relative to the output, before "scaleTo": a number and a unit. "vw" is one percent of its width,
 * "vh" of its height, "vmin" of its smaller side and "vmax" of its larger side.
 */
export type RelativeLength = `${number}${'vw' | 'vh' | 'vmin' | 'vmax'}`;

/** Look of the active word, which is the one being spoken. */
export interface RichCaptionActive {
  /** Font of the active word. */
  readonly font?: RichCaptionActiveFont | undefined;
  /**
   * Outline of the active word. "none" draws it without an outline. Default: the same as for the other words.
   */
  readonly stroke?: RichTextStroke | 'none' | Placeholder | undefined;
  /**
   * Shadow of the active word. "none" draws it without a shadow. Default: the same as for the other words.
   */
  readonly shadow?: RichTextShadow | 'none' | Placeholder | undefined;
}

/** Font of the active word, which is the one being spoken. */
export interface RichCaptionActiveFont {
  /** Name of the font family. Default: the same as for the other words. */
  readonly family?: string | undefined;
  /** Font weight: 1 to 1000 as a number or a string, or a word such as "bold". Default 400. */
  readonly weight?: number | string | undefined;
  /** Colour of the word, in the form "#RRGGBB" or "#RGB". Default: the same as for the other words. */
  readonly color?: string | undefined;
  /**
   * Background colour of the word, in the form "#RRGGBB" or "#RGB". Default: the same as for the other words.
   */
  readonly background?: string | undefined;
  /**
   * Opacity from 0 (transparent) to 1 (opaque). Numbers outside this range are clamped, with a warning.
   * Default 1.
   */
  readonly opacity?: number | Placeholder | undefined;
  /** Font size in pixels, 1 to 500. Default: the same as for the other words. */
  readonly size?: number | RelativeLength | Placeholder | undefined;
  /** Line under ("underline") or through ("line-through") the text. Default none. */
  readonly textDecoration?: 'none' | 'underline' | 'line-through' | Placeholder | undefined;
}

/** Animation of the words of rich captions. */
export interface RichCaptionAnimation {
  /**
   * How the words follow the voice. "karaoke" and "highlight" mark the active word on a visible page. "pop",
   * "fade", "slide", "bounce" and "typewriter" show each word when it is spoken. "none" shows the words
   * without animation.
   */
  readonly style:
    | 'karaoke'
    | 'highlight'
    | 'pop'
    | 'fade'
    | 'slide'
    | 'bounce'
    | 'typewriter'
    | 'none'
    | Placeholder;
  /**
   * Direction of the style "slide": "up" and "down" name where a word moves, "left" and "right" the side that
   * it comes from. Other styles ignore it. Default up.
   */
  readonly direction?: 'left' | 'right' | 'up' | 'down' | Placeholder | undefined;
}

/** Subtitles that follow the voice word by word. */
export interface RichCaptionAsset {
  /** Subtitles that follow the voice word by word. */
  readonly type: 'rich-caption';
  /**
   * URL of a subtitle file or of a media file to transcribe, or "alias://NAME" to transcribe the clip with
   * that alias.
   */
  readonly src: string;
  /** Font of the words. */
  readonly font?: RichCaptionFont | undefined;
  /** Spacing, line height, letter case and decoration. */
  readonly style?: RichCaptionStyle | undefined;
  /** Outline of the letters. */
  readonly stroke?: RichTextStroke | undefined;
  /** Shadow of the letters. */
  readonly shadow?: RichTextShadow | undefined;
  /** Background of the text. */
  readonly background?: RichTextBackground | undefined;
  /** Border of the box. */
  readonly border?: RichTextBorder | undefined;
  /**
   * Padding between the box and the text in pixels, 0 or more: one number for all sides, or an object with
   * one for each side. Default 0.
   */
  readonly padding?: number | RelativeLength | RichTextPadding | Placeholder | undefined;
  /** Alignment of the text in its box. */
  readonly align?: RichTextAlignment | undefined;
  /**
   * Look of the active word where it differs from the other words. The active word is the one being spoken.
   */
  readonly active?: RichCaptionActive | undefined;
  /** How the words follow the voice. Default: the style "highlight". */
  readonly animation?: RichCaptionAnimation | undefined;
}

/** Font of rich captions. */
export interface RichCaptionFont {
  /** Name of the font family. Default Roboto. */
  readonly family?: string | undefined;
  /** Font size in whole pixels, 1 to 500. Default 24. */
  readonly size?: number | RelativeLength | Placeholder | undefined;
  /** Font weight: 1 to 1000 as a number or a string, or a word such as "bold". Default 400. */
  readonly weight?: number | string | undefined;
  /** Font style: upright ("normal") or slanted ("italic"). Default normal. */
  readonly style?: 'normal' | 'italic' | Placeholder | undefined;
  /** Colour of the text, in the form "#RRGGBB" or "#RGB". Default #ffffff. */
  readonly color?: string | undefined;
  /**
   * Opacity from 0 (transparent) to 1 (opaque). Numbers outside this range are clamped, with a warning.
   * Default 1.
   */
  readonly opacity?: number | Placeholder | undefined;
  /** Background colour of each word, in the form "#RRGGBB" or "#RGB". Default: no background. */
  readonly background?: string | undefined;
}

/** Spacing, line height, letter case and decoration of rich captions. */
export interface RichCaptionStyle {
  /** Additional space between letters in pixels. A negative value moves them closer. Default 0. */
  readonly letterSpacing?: number | RelativeLength | Placeholder | undefined;
  /** Line height as a multiple of the font size, 0 to 10. Default 1.2. */
  readonly lineHeight?: number | Placeholder | undefined;
  /** Letter case of the text. "capitalize" starts each word with a capital letter. Default none. */
  readonly textTransform?: 'none' | 'uppercase' | 'lowercase' | 'capitalize' | Placeholder | undefined;
  /**
   * Font size in pixels, 1 to 500. It takes precedence over the size in "font". Default: the size in "font".
   */
  readonly size?: number | RelativeLength | Placeholder | undefined;
  /** Line under ("underline") or through ("line-through") the text. Default none. */
  readonly textDecoration?: 'none' | 'underline' | 'line-through' | Placeholder | undefined;
  /** Gradient that colours the text. */
  readonly gradient?: RichTextGradient | undefined;
  /**
   * Words that share one font size if they do not fit at the requested size: those of the whole "clip", or
   * those of each "page". In a "clip", it is the largest size at which every page fits. An addition of
   * Kinora. Default clip.
   */
  readonly sizePer?: 'clip' | 'page' | Placeholder | undefined;
}

/** Alignment of a rich text in its box. */
export interface RichTextAlignment {
  /** Horizontal alignment in the box. Default center. */
  readonly horizontal?: 'left' | 'center' | 'right' | Placeholder | undefined;
  /** Vertical alignment in the box. Default middle. */
  readonly vertical?: 'top' | 'middle' | 'bottom' | Placeholder | undefined;
}

/** Animation with which a rich text appears. */
export interface RichTextAnimation {
  /**
   * Animation preset. "movingLetters" lasts as long as the clip. The others end when the whole text is
   * visible.
   */
  readonly preset: 'fadeIn' | 'slideIn' | 'typewriter' | 'ascend' | 'shift' | 'movingLetters' | Placeholder;
  /** Duration of the animation in seconds, 0.1 to 30. Default: depends on the length of the text. */
  readonly duration?: number | Placeholder | undefined;
  /** Unit that is animated: each character or each word. Default: depends on the preset. */
  readonly style?: 'character' | 'word' | Placeholder | undefined;
  /** Direction of the movement. Default: depends on the preset. */
  readonly direction?: 'left' | 'right' | 'up' | 'down' | Placeholder | undefined;
}

/** Text with style, shadow, border and animation. */
export interface RichTextAsset {
  /** Text with style, shadow, border and animation. */
  readonly type: 'rich-text';
  /**
   * Text to show, at most 5000 characters. A line break starts a new line. Either "text" or "spans" is
   * required.
   */
  readonly text?: string | undefined;
  /**
   * Text to show in parts with looks of their own, in place of "text". 1 to 1000 parts, together at most
   * 10000 characters. An addition of Kinora.
   */
  readonly spans?: readonly RichTextSpan[] | undefined;
  /** Font of the text. */
  readonly font?: RichTextFont | undefined;
  /** Spacing, line height, letter case and decoration. */
  readonly style?: RichTextStyle | undefined;
  /** Outline of the letters. */
  readonly stroke?: RichTextStroke | undefined;
  /** Shadow of the letters. */
  readonly shadow?: RichTextShadow | undefined;
  /** Background of the text. */
  readonly background?: RichTextBackground | undefined;
  /** Border of the box. */
  readonly border?: RichTextBorder | undefined;
  /**
   * Padding between the box and the text in pixels, 0 or more: one number for all sides, or an object with
   * one for each side. Default 0.
   */
  readonly padding?: number | RelativeLength | RichTextPadding | Placeholder | undefined;
  /** Alignment of the text in its box. */
  readonly align?: RichTextAlignment | undefined;
  /** Animation with which the text appears. */
  readonly animation?: RichTextAnimation | undefined;
}

/** Background of a rich text. */
export interface RichTextBackground {
  /** Background colour, in the form "#RRGGBB" or "#RGB". Default: no background. */
  readonly color?: string | undefined;
  /**
   * Opacity from 0 (transparent) to 1 (opaque). Numbers outside this range are clamped, with a warning.
   * Default 1.
   */
  readonly opacity?: number | Placeholder | undefined;
  /** Radius of the corners in pixels, 0 or more. Default 0. */
  readonly borderRadius?: number | RelativeLength | Placeholder | undefined;
  /**
   * If true, the background is only as large as the text. If false, it fills the whole box. Default false.
   */
  readonly wrap?: boolean | Placeholder | undefined;
  /** Padding around the text in whole pixels, 0 to 200. Default 0. */
  readonly padding?: number | RelativeLength | Placeholder | undefined;
}

/** Border of the box of a rich text. */
export interface RichTextBorder {
  /** Line width in pixels, 0 or more. Default 0. */
  readonly width?: number | RelativeLength | Placeholder | undefined;
  /** Line colour, in the form "#RRGGBB" or "#RGB". Default #000000. */
  readonly color?: string | undefined;
  /**
   * Opacity from 0 (transparent) to 1 (opaque). Numbers outside this range are clamped, with a warning.
   * Default 1.
   */
  readonly opacity?: number | Placeholder | undefined;
  /** Radius of the corners in pixels, 0 or more. Default 0. */
  readonly radius?: number | RelativeLength | Placeholder | undefined;
}

/** Font of a rich text. */
export interface RichTextFont {
  /** Name of the font family. Default Open Sans. */
  readonly family?: string | undefined;
  /** Font size in whole pixels, 1 to 500. Default 24. */
  readonly size?: number | RelativeLength | Placeholder | undefined;
  /**
   * Least font size in whole pixels, 1 to 500. A text that does not fit its box gets the largest size from
   * this one to the wanted one at which it fits. An addition of Kinora. Default: the text keeps its size.
   */
  readonly minSize?: number | RelativeLength | Placeholder | undefined;
  /** Font weight: 1 to 1000 as a number or a string, or a word such as "bold". Default 400. */
  readonly weight?: number | string | undefined;
  /** Font style: upright ("normal") or slanted ("italic"). Default normal. */
  readonly style?: 'normal' | 'italic' | Placeholder | undefined;
  /** Colour of the text, in the form "#RRGGBB" or "#RGB". Default #000000. */
  readonly color?: string | undefined;
  /**
   * Opacity from 0 (transparent) to 1 (opaque). Numbers outside this range are clamped, with a warning.
   * Default 1.
   */
  readonly opacity?: number | Placeholder | undefined;
  /** Highlight colour behind each line, in the form "#RRGGBB" or "#RGB". Default: no highlight. */
  readonly background?: string | undefined;
  /** Outline of the letters. It takes precedence over "stroke" of the asset. */
  readonly stroke?: RichTextStroke | undefined;
}

/** Gradient that colours the letters. */
export interface RichTextGradient {
  /**
   * Direction of the gradient: along a line ("linear") or from the centre outwards ("radial"). Default
   * linear.
   */
  readonly type?: 'linear' | 'radial' | undefined;
  /**
   * Angle of a linear gradient in degrees, 0 to 360. 0 runs from left to right, 90 from top to bottom.
   * Default 0.
   */
  readonly angle?: number | Placeholder | undefined;
  /** Colour stops, at least two. */
  readonly stops: readonly GradientStop[];
}

/** Padding between the box and the text, one number for each side. */
export interface RichTextPadding {
  /** Padding on this side in pixels, 0 or more. Default 0. */
  readonly top?: number | RelativeLength | Placeholder | undefined;
  /** Padding on this side in pixels, 0 or more. Default 0. */
  readonly right?: number | RelativeLength | Placeholder | undefined;
  /** Padding on this side in pixels, 0 or more. Default 0. */
  readonly bottom?: number | RelativeLength | Placeholder | undefined;
  /** Padding on this side in pixels, 0 or more. Default 0. */
  readonly left?: number | RelativeLength | Placeholder | undefined;
}

/** Shadow of letters. */
export interface RichTextShadow {
  /** Horizontal offset of the shadow in pixels. Positive moves right. Default 0. */
  readonly offsetX?: number | RelativeLength | Placeholder | undefined;
  /** Vertical offset of the shadow in pixels. Positive moves down. Default 0. */
  readonly offsetY?: number | RelativeLength | Placeholder | undefined;
  /** Blur of the shadow in pixels, 0 or more. Default 0. */
  readonly blur?: number | RelativeLength | Placeholder | undefined;
  /** Shadow colour, in the form "#RRGGBB" or "#RGB". Default #000000. */
  readonly color?: string | undefined;
  /**
   * Opacity from 0 (transparent) to 1 (opaque). Numbers outside this range are clamped, with a warning.
   * Default 0.5.
   */
  readonly opacity?: number | Placeholder | undefined;
}

/** Part of a rich text with a look of its own. */
export interface RichTextSpan {
  /**
   * Text of the span, at most 5000 characters. It continues the text of the span before. A line break starts
   * a new line.
   */
  readonly text: string;
  /** Font of the span where it differs from the font of the asset. */
  readonly font?: RichTextSpanFont | undefined;
  /** Letter spacing and decoration of the span where they differ. */
  readonly style?: RichTextSpanStyle | undefined;
  /** Outline of the letters of the span. Default: as the asset. */
  readonly stroke?: RichTextStroke | undefined;
}

/** Font of a span where it differs from the font of the asset. */
export interface RichTextSpanFont {
  /** Name of the font family. Default: as the asset. */
  readonly family?: string | undefined;
  /** Font size in whole pixels, 1 to 500. Default: as the asset. */
  readonly size?: number | RelativeLength | Placeholder | undefined;
  /** Font weight: 1 to 1000 as a number or a string, or a word such as "bold". Default: as the asset. */
  readonly weight?: number | string | undefined;
  /** Upright ("normal") or slanted ("italic"). Default: as the asset. */
  readonly style?: 'normal' | 'italic' | Placeholder | undefined;
  /**
   * Colour of the letters, in the form "#RRGGBB" or "#RGB". It takes the place of a gradient. Default: as the
   * asset.
   */
  readonly color?: string | undefined;
  /**
   * Opacity from 0 (transparent) to 1 (opaque). Numbers outside this range are clamped, with a warning.
   * Default: as the asset.
   */
  readonly opacity?: number | Placeholder | undefined;
  /** Highlight colour behind the letters, in the form "#RRGGBB" or "#RGB". Default: as the asset. */
  readonly background?: string | undefined;
}

/** Letter spacing and decoration of a span where they differ from those of the asset. */
export interface RichTextSpanStyle {
  /**
   * Additional space between letters in pixels. A negative value moves them closer. Default: as the asset.
   */
  readonly letterSpacing?: number | RelativeLength | Placeholder | undefined;
  /** Line under ("underline") or through ("line-through") the letters. Default: as the asset. */
  readonly textDecoration?: 'none' | 'underline' | 'line-through' | Placeholder | undefined;
}

/** Outline of letters. */
export interface RichTextStroke {
  /** Line width in pixels, 0 or more. Default 0. */
  readonly width?: number | RelativeLength | Placeholder | undefined;
  /** Line colour, in the form "#RRGGBB" or "#RGB". Default #000000. */
  readonly color?: string | undefined;
  /**
   * Opacity from 0 (transparent) to 1 (opaque). Numbers outside this range are clamped, with a warning.
   * Default 1.
   */
  readonly opacity?: number | Placeholder | undefined;
}

/** Spacing, line height, letter case and decoration of a rich text. */
export interface RichTextStyle {
  /** Additional space between letters in pixels. A negative value moves them closer. Default 0. */
  readonly letterSpacing?: number | RelativeLength | Placeholder | undefined;
  /** Additional space between words in pixels, 0 or more. Default 0. */
  readonly wordSpacing?: number | RelativeLength | Placeholder | undefined;
  /** Line height as a multiple of the font size, 0 to 10. Default 1.2. */
  readonly lineHeight?: number | Placeholder | undefined;
  /** Letter case of the text. "capitalize" starts each word with a capital letter. Default none. */
  readonly textTransform?: 'none' | 'uppercase' | 'lowercase' | 'capitalize' | Placeholder | undefined;
  /** Line under ("underline") or through ("line-through") the text. Default none. */
  readonly textDecoration?: 'none' | 'underline' | 'line-through' | Placeholder | undefined;
  /** Gradient that colours the text. */
  readonly gradient?: RichTextGradient | undefined;
}

/** Alignment of a text asset in its box. */
export interface TextAlignment {
  /** Horizontal alignment in the box. Default center. */
  readonly horizontal?: 'left' | 'center' | 'right' | Placeholder | undefined;
  /** Vertical alignment in the box. Default center. */
  readonly vertical?: 'top' | 'center' | 'bottom' | Placeholder | undefined;
}

/** Animation with which a text asset appears. */
export interface TextAnimation {
  /** "typewriter" shows one character after the other. */
  readonly preset: 'typewriter' | Placeholder;
  /** Duration of the animation in seconds, 0.1 to 30. Default: depends on the length of the text. */
  readonly duration?: number | Placeholder | undefined;
}

/** Plain text. */
export interface TextAsset {
  /** Plain text. */
  readonly type: 'text';
  /** Text to show. A line break starts a new line. */
  readonly text: string;
  /** Width of the box in whole pixels, 1 or more. Lines wrap at this width. Default: the viewport. */
  readonly width?: number | RelativeLength | Placeholder | undefined;
  /** Height of the box in whole pixels, 1 or more. Text beyond it is hidden. Default: the viewport. */
  readonly height?: number | RelativeLength | Placeholder | undefined;
  /** Font of the text. */
  readonly font?: TextFont | undefined;
  /** Background of the text. */
  readonly background?: TextBackground | undefined;
  /** Alignment of the text in its box. */
  readonly alignment?: TextAlignment | undefined;
  /** Outline of the letters. */
  readonly stroke?: TextStroke | undefined;
  /** Animation with which the text appears. */
  readonly animation?: TextAnimation | undefined;
  /** Text that marks where a text is cut because it does not fit its box, such as "…". Default: nothing. */
  readonly ellipsis?: string | undefined;
}

/** Background of a text asset. */
export interface TextBackground {
  /** Background colour, in the form "#RRGGBB" or "#RGB". Default: no background. */
  readonly color?: string | undefined;
  /**
   * Opacity from 0 (transparent) to 1 (opaque). Numbers outside this range are clamped, with a warning.
   * Default 1.
   */
  readonly opacity?: number | Placeholder | undefined;
  /** Padding around the text in pixels, 0 to 100. Default 0. */
  readonly padding?: number | RelativeLength | Placeholder | undefined;
  /** Radius of the corners in pixels, 0 or more. Default 0. */
  readonly borderRadius?: number | RelativeLength | Placeholder | undefined;
  /** Must be false. Only a "rich-text" asset can wrap its background around the text. Default false. */
  readonly wrap?: boolean | Placeholder | undefined;
}

/** Font of a text asset. */
export interface TextFont {
  /** Name of the font family. Default Open Sans. */
  readonly family?: string | undefined;
  /** Colour of the text, in the form "#RRGGBB" or "#RGB". Default #ffffff. */
  readonly color?: string | undefined;
  /**
   * Opacity from 0 (transparent) to 1 (opaque). Numbers outside this range are clamped, with a warning.
   * Default 1.
   */
  readonly opacity?: number | Placeholder | undefined;
  /** Font size in whole pixels, 1 or more. Default 32. */
  readonly size?: number | RelativeLength | Placeholder | undefined;
  /**
   * Least font size in whole pixels, 1 to 500. A text that does not fit its box gets the largest size from
   * this one to the wanted one at which it fits. An addition of Kinora. Default: the text keeps its size.
   */
  readonly minSize?: number | RelativeLength | Placeholder | undefined;
  /** Font weight, a whole number from 1 to 1000. 400 is regular, 700 is bold. Default 400. */
  readonly weight?: number | Placeholder | undefined;
  /** Line height as a multiple of the font size, 0 or more. Default 1. */
  readonly lineHeight?: number | Placeholder | undefined;
}

/** Outline of the letters of a text asset. */
export interface TextStroke {
  /** Stroke width in pixels, 0 to 10. Default 0. */
  readonly width?: number | RelativeLength | Placeholder | undefined;
  /** Stroke colour, in the form "#RRGGBB" or "#RGB". Default: no stroke. */
  readonly color?: string | undefined;
}
