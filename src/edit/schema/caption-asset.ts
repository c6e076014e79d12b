import { z } from 'zod';
import { mustBe } from '../problems/messages.ts';
import {
  Color,
  field,
  Fraction,
  NonNegative,
  NonNegativeSeconds,
  SourceUrl,
  SpeedFactor,
  Text,
  WholePixels,
} from './fields.ts';
import {
  DIRECTIONS,
  FontSize,
  FontStyle,
  FontWeight,
  GradientField,
  LetterSpacing,
  LineHeight,
  richTextBox,
  RichTextShadow,
  RichTextStroke,
  TextDecoration,
  TextTransform,
} from './rich-text-asset.ts';
import { Opacity } from './text-asset.ts';

const WholeNotNegative = z.int().min(0);

const CaptionFont = z
  .strictObject({
    family: field(Text, 'Name of the font family.', 'Open Sans'),
    color: field(Color, 'Colour of the text, "#RRGGBB".', '#ffffff'),
    opacity: Opacity,
    size: field(WholePixels, 'Size in pixels, whole, 1 or more.', 32),
    lineHeight: field(NonNegative, 'Multiple of the size, 0 or more.', 1.2),
    stroke: field(Color, 'Colour of a line around the letters, "#RRGGBB". Default: none.'),
    strokeWidth: field(NonNegative, 'Width of that line in pixels, 0 or more.', 0),
  })
  .meta({ id: 'CaptionFont', description: 'The letters of captions.' });

const CaptionBackground = z
  .strictObject({
    color: field(Color, '"#RRGGBB". Without it there is no background.'),
    opacity: field(Fraction, '0 (transparent) to 1 (opaque).', 0.8),
    padding: field(WholeNotNegative, 'Whole pixels around the text, 0 or more.', 10),
    borderRadius: field(WholeNotNegative, 'Radius of the corners in whole pixels, 0 or more.', 4),
  })
  .meta({ id: 'CaptionBackground', description: 'What is behind captions.' });

const CaptionMargin = z
  .strictObject({
    top: field(z.number(), 'Top of the captions as a fraction of the height of the screen.', 0.9),
    left: field(z.number(), 'Space on the left as a fraction of the width of the screen.', 0.05),
    right: field(z.number(), 'Space on the right as a fraction of the width of the screen.', 0.05),
  })
  .meta({ id: 'CaptionMargin', description: 'Where on the screen captions stand.' });

export const CaptionAsset = z
  .strictObject({
    type: z.literal('caption').describe('Subtitles in one style.'),
    src: SourceUrl.describe('The URL of an SRT or VTT file, or "alias://NAME" of a clip to transcribe.'),
    font: field(CaptionFont, 'How the letters look.'),
    background: field(CaptionBackground, 'What is behind the text.'),
    margin: field(CaptionMargin, 'Where on the screen the captions stand.'),
    trim: field(NonNegativeSeconds, 'Seconds left out at the start of the captions, 0 or more.', 0),
    speed: field(SpeedFactor, 'Times the natural speed, 0 to 10.', 1),
  })
  .meta({ id: 'CaptionAsset', description: 'Subtitles in one style.' });

const RichCaptionFont = z
  .strictObject({
    family: field(Text, 'Name of the font family.', 'Roboto'),
    size: FontSize,
    weight: FontWeight,
    style: FontStyle,
    color: field(Color, 'Colour of the text, "#RRGGBB".', '#ffffff'),
    opacity: Opacity,
    background: field(Color, 'Colour behind each word, "#RRGGBB". Default: none.'),
  })
  .meta({ id: 'RichCaptionFont', description: 'The letters of rich captions.' });

const WordSize = z.number().min(1).max(500);

const RichCaptionStyle = z
  .strictObject({
    letterSpacing: LetterSpacing,
    lineHeight: LineHeight,
    textTransform: TextTransform,
    size: field(WordSize, 'Size in pixels, 1 to 500. Default: that of the font.'),
    textDecoration: TextDecoration,
    gradient: GradientField,
  })
  .meta({ id: 'RichCaptionStyle', description: 'Spacing, line height and decoration of rich captions.' });

const RichCaptionActiveFont = z
  .strictObject({
    family: field(Text, 'Name of the font family. Default: as for the other words.'),
    weight: FontWeight,
    color: field(Color, '"#RRGGBB". Default: as for the other words.'),
    background: field(Color, '"#RRGGBB". Default: as for the other words.'),
    opacity: Opacity,
    size: field(WordSize, 'Pixels, 1 to 500. Default: as for the other words.'),
    textDecoration: TextDecoration,
  })
  .meta({ id: 'RichCaptionActiveFont', description: 'The letters of the word that is being spoken.' });

const RichCaptionActive = z
  .strictObject({
    font: field(RichCaptionActiveFont, 'How its letters look.'),
    stroke: field(
      z.union([RichTextStroke, z.literal('none')], mustBe('an object or "none"')),
      'A line around its letters; "none" takes the one of the other words away.',
    ),
    shadow: field(
      z.union([RichTextShadow, z.literal('none')], mustBe('an object or "none"')),
      'A shadow behind its letters; "none" takes the one of the other words away.',
    ),
  })
  .meta({ id: 'RichCaptionActive', description: 'How the word that is being spoken looks.' });

const RichCaptionAnimation = z
  .strictObject({
    style: z
      .enum(['karaoke', 'highlight', 'pop', 'fade', 'slide', 'bounce', 'typewriter', 'none'])
      .describe('How the words follow the voice.'),
    direction: field(z.enum(DIRECTIONS), 'Where words slide.', 'up'),
  })
  .meta({ id: 'RichCaptionAnimation', description: 'How the words of rich captions follow the voice.' });

export const RichCaptionAsset = z
  .strictObject({
    type: z.literal('rich-caption').describe('Subtitles that follow the voice word by word.'),
    src: SourceUrl.describe(
      'The URL of a subtitle or media file, or "alias://NAME" of a clip to transcribe.',
    ),
    font: field(RichCaptionFont, 'How the letters look.'),
    style: field(RichCaptionStyle, 'Spacing, line height and decoration.'),
    ...richTextBox,
    active: field(
      RichCaptionActive,
      'How the word looks that is being spoken, where it differs from the others.',
    ),
    animation: field(
      RichCaptionAnimation,
      'How the words follow the voice. Without it they are highlighted.',
    ),
  })
  .meta({ id: 'RichCaptionAsset', description: 'Subtitles that follow the voice word by word.' });

/** Subtitles in one style. */
export type CaptionAsset = z.infer<typeof CaptionAsset>;
/** Subtitles that follow the voice word by word. */
export type RichCaptionAsset = z.infer<typeof RichCaptionAsset>;
