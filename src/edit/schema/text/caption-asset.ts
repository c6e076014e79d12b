import { z } from 'zod';
import { pixels } from '../../lengths/pixels.ts';
import { mustBe } from '../../problems/messages.ts';
import {
  Color,
  defineAsset,
  defineObject,
  EncodingField,
  field,
  FontFamily,
  NonNegative,
  NonNegativePixels,
  NonNegativeSeconds,
  opacityField,
  SourceUrl,
  SpeedFactor,
  WholePixels,
} from '../fields.ts';
import {
  FontSize,
  FontStyle,
  FontWeight,
  GradientField,
  LetterSpacing,
  LineHeight,
  RichTextStroke,
  TextDecoration,
  TextTransform,
} from './letter-fields.ts';
import { DIRECTIONS, richTextBox, RichTextShadow } from './rich-text-asset.ts';
import { Opacity } from './text-asset.ts';

const WholeNotNegative = pixels(z.int().min(0));

const CaptionFont = defineObject('CaptionFont', 'Font of captions.', {
  family: field(FontFamily, 'Name of the font family.', 'Open Sans'),
  color: field(Color, 'Colour of the text, in the form "#RRGGBB" or "#RGB".', '#ffffff'),
  opacity: Opacity,
  size: field(WholePixels, 'Font size in whole pixels, 1 or more.', 32),
  lineHeight: field(NonNegative, 'Line height as a multiple of the font size, 0 or more.', 1.2),
  stroke: field(
    Color,
    'Colour of the outline of the letters, in the form "#RRGGBB" or "#RGB". Default: no outline.',
  ),
  strokeWidth: field(NonNegativePixels, 'Width of the outline in pixels, 0 or more.', 0),
});

const CaptionBackground = defineObject('CaptionBackground', 'Background of captions.', {
  color: field(Color, 'Background colour, in the form "#RRGGBB" or "#RGB". Default: no background.'),
  opacity: opacityField(0.8),
  padding: field(WholeNotNegative, 'Padding around the text in whole pixels, 0 or more.', 10),
  borderRadius: field(WholeNotNegative, 'Radius of the corners in whole pixels, 0 or more.', 4),
});

const CaptionMargin = defineObject('CaptionMargin', 'Position of captions in the viewport.', {
  top: field(
    z.number(),
    'Top of the first line as a fraction of the height of the viewport. If set, it takes precedence over the places that the subtitle file gives its captions.',
    0.9,
  ),
  left: field(z.number(), 'Space on the left as a fraction of the width of the viewport.', 0.05),
  right: field(z.number(), 'Space on the right as a fraction of the width of the viewport.', 0.05),
});

export const CaptionAsset = defineAsset('caption', 'Subtitles in one style.', {
  src: SourceUrl.describe(
    'URL of a subtitle file (SRT, VTT or TTML), or "alias://NAME" to transcribe the clip with that alias.',
  ),
  encoding: EncodingField,
  font: field(CaptionFont, 'Font of the captions.'),
  background: field(CaptionBackground, 'Background of the captions.'),
  margin: field(CaptionMargin, 'Position of the captions in the viewport.'),
  trim: field(NonNegativeSeconds, 'Seconds to skip at the beginning of the subtitles, 0 or more.', 0),
  speed: field(SpeedFactor, 'Speed of the subtitles as a factor, 0 (frozen) to 10.', 1),
});

const RichCaptionFont = defineObject('RichCaptionFont', 'Font of rich captions.', {
  family: field(FontFamily, 'Name of the font family.', 'Roboto'),
  size: FontSize,
  weight: FontWeight,
  style: FontStyle,
  color: field(Color, 'Colour of the text, in the form "#RRGGBB" or "#RGB".', '#ffffff'),
  opacity: Opacity,
  background: field(
    Color,
    'Background colour of each word, in the form "#RRGGBB" or "#RGB". Default: no background.',
  ),
});

const WordSize = pixels(z.number().min(1).max(500));

const RichCaptionStyle = defineObject(
  'RichCaptionStyle',
  'Spacing, line height, letter case and decoration of rich captions.',
  {
    letterSpacing: LetterSpacing,
    lineHeight: LineHeight,
    textTransform: TextTransform,
    size: field(
      WordSize,
      'Font size in pixels, 1 to 500. It takes precedence over the size in "font". Default: the size in "font".',
    ),
    textDecoration: TextDecoration,
    gradient: GradientField,
    sizePer: field(
      z.enum(['clip', 'page']),
      'Words that share one font size if they do not fit at the requested size: those of the whole "clip", or those of each "page". In a "clip", it is the largest size at which every page fits. An addition of Kinora.',
      'clip',
    ),
  },
);

const RichCaptionActiveFont = defineObject(
  'RichCaptionActiveFont',
  'Font of the active word, which is the one being spoken.',
  {
    family: field(FontFamily, 'Name of the font family. Default: the same as for the other words.'),
    weight: FontWeight,
    color: field(
      Color,
      'Colour of the word, in the form "#RRGGBB" or "#RGB". Default: the same as for the other words.',
    ),
    background: field(
      Color,
      'Background colour of the word, in the form "#RRGGBB" or "#RGB". Default: the same as for the other words.',
    ),
    opacity: Opacity,
    size: field(WordSize, 'Font size in pixels, 1 to 500. Default: the same as for the other words.'),
    textDecoration: TextDecoration,
  },
);

const RichCaptionActive = defineObject(
  'RichCaptionActive',
  'Look of the active word, which is the one being spoken.',
  {
    font: field(RichCaptionActiveFont, 'Font of the active word.'),
    stroke: field(
      z.union([RichTextStroke, z.literal('none')], mustBe('an object or "none"')),
      'Outline of the active word. "none" draws it without an outline. Default: the same as for the other words.',
    ),
    shadow: field(
      z.union([RichTextShadow, z.literal('none')], mustBe('an object or "none"')),
      'Shadow of the active word. "none" draws it without a shadow. Default: the same as for the other words.',
    ),
  },
);

const RichCaptionAnimation = defineObject(
  'RichCaptionAnimation',
  'Animation of the words of rich captions.',
  {
    style: z
      .enum(['karaoke', 'highlight', 'pop', 'fade', 'slide', 'bounce', 'typewriter', 'none'])
      .describe(
        'How the words follow the voice. "karaoke" and "highlight" mark the active word on a visible page. "pop", "fade", "slide", "bounce" and "typewriter" show each word when it is spoken. "none" shows the words without animation.',
      ),
    direction: field(
      z.enum(DIRECTIONS),
      'Direction of the style "slide": "up" and "down" name where a word moves, "left" and "right" the side that it comes from. Other styles ignore it.',
      'up',
    ),
  },
);

export const RichCaptionAsset = defineAsset('rich-caption', 'Subtitles that follow the voice word by word.', {
  src: SourceUrl.describe(
    'URL of a subtitle file or of a media file to transcribe, or "alias://NAME" to transcribe the clip with that alias.',
  ),
  encoding: EncodingField,
  font: field(RichCaptionFont, 'Font of the words.'),
  style: field(RichCaptionStyle, 'Spacing, line height, letter case and decoration.'),
  ...richTextBox,
  active: field(
    RichCaptionActive,
    'Look of the active word where it differs from the other words. The active word is the one being spoken.',
  ),
  animation: field(RichCaptionAnimation, 'How the words follow the voice. Default: the style "highlight".'),
});

/** Subtitles in one style. */
export type CaptionAsset = z.infer<typeof CaptionAsset>;
/** Subtitles that follow the voice word by word. */
export type RichCaptionAsset = z.infer<typeof RichCaptionAsset>;
