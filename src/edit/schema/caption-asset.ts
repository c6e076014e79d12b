import { z } from 'zod';
import { Color, Fraction, NotNegative, Seconds, SourceUrl, Speed } from './fields.ts';
import {
  DIRECTIONS,
  FontSize,
  FontWeight,
  LetterSpacing,
  LineHeight,
  richTextBox,
  RichTextGradient,
  RichTextShadow,
  RichTextStroke,
  TextDecoration,
  TextTransform,
} from './rich-text-asset.ts';
import { expecting } from './expecting.ts';

const Margin = z.number().optional().describe('Fraction of the screen.');
const Opacity = Fraction.optional().describe('0 (transparent) to 1 (opaque). Default 1.');

export const CaptionAsset = z.strictObject({
  type: z.literal('caption').describe('Subtitles in one style.'),
  src: SourceUrl.describe('The URL of an SRT or VTT file, or "alias://NAME" of a clip to transcribe.'),
  font: z
    .strictObject({
      family: z.string().optional().describe('Name of the font family. Default Open Sans.'),
      color: Color.optional().describe('Colour of the text, "#RRGGBB". Default #ffffff.'),
      opacity: Opacity,
      size: z.int().min(1).optional().describe('Size in pixels, whole, 1 or more. Default 32.'),
      lineHeight: NotNegative.optional().describe('Multiple of the size, 0 or more. Default 1.2.'),
      stroke: Color.optional().describe('Colour of a line around the letters, "#RRGGBB". Default: none.'),
      strokeWidth: NotNegative.optional().describe('Width of that line in pixels, 0 or more. Default 0.'),
    })
    .optional()
    .describe('How the letters look.'),
  background: z
    .strictObject({
      color: Color.optional().describe('"#RRGGBB". Without it there is no background.'),
      opacity: Fraction.optional().describe('0 (transparent) to 1 (opaque). Default 0.8.'),
      padding: z.int().min(0).optional().describe('Whole pixels around the text, 0 or more. Default 10.'),
      borderRadius: z
        .int()
        .min(0)
        .optional()
        .describe('Radius of the corners in pixels, 0 or more. Default 4.'),
    })
    .optional()
    .describe('What is behind the text.'),
  margin: z
    .strictObject({ top: Margin, left: Margin, right: Margin })
    .optional()
    .describe('Where on the screen the captions stand.'),
  trim: Seconds.optional().describe('Seconds left out at the start of the captions, 0 or more. Default 0.'),
  speed: Speed.optional().describe('Times the natural speed, 0 to 10. Default 1.'),
});

const RichCaptionFont = z.strictObject({
  family: z.string().optional().describe('Name of the font family. Default Roboto.'),
  size: FontSize.optional().describe('Size in pixels, whole, 1 to 500. Default 24.'),
  weight: FontWeight.optional(),
  style: z.enum(['normal', 'italic']).optional().describe('Default normal.'),
  color: Color.optional().describe('Colour of the text, "#RRGGBB". Default #ffffff.'),
  opacity: Opacity,
  background: Color.optional().describe('Colour behind each word, "#RRGGBB". Default: none.'),
});

const RichCaptionStyle = z.strictObject({
  letterSpacing: LetterSpacing.optional(),
  lineHeight: LineHeight.optional(),
  textTransform: TextTransform.optional(),
  size: z
    .number()
    .min(1)
    .max(500)
    .optional()
    .describe('Size in pixels, 1 to 500. Default: that of the font.'),
  textDecoration: TextDecoration.optional(),
  gradient: RichTextGradient.optional().describe('Colours the text with a gradient.'),
});

const RichCaptionActive = z.strictObject({
  font: z
    .strictObject({
      family: z.string().optional().describe('Name of the font family. Default: as for the other words.'),
      weight: FontWeight.optional(),
      color: Color.optional().describe('"#RRGGBB". Default: as for the other words.'),
      background: Color.optional().describe('"#RRGGBB". Default: none.'),
      opacity: Opacity,
      size: z
        .number()
        .min(1)
        .max(500)
        .optional()
        .describe('Pixels, 1 to 500. Default: as for the other words.'),
      textDecoration: TextDecoration.optional(),
    })
    .optional()
    .describe('How its letters look.'),
  stroke: z
    .union([RichTextStroke, z.literal('none')], expecting('an object or "none"'))
    .optional()
    .describe('A line around its letters; "none" takes the one of the other words away.'),
  shadow: z
    .union([RichTextShadow, z.literal('none')], expecting('an object or "none"'))
    .optional()
    .describe('A shadow behind its letters; "none" takes the one of the other words away.'),
});

export const RichCaptionAsset = z.strictObject({
  type: z.literal('rich-caption').describe('Subtitles that follow the voice word by word.'),
  src: SourceUrl.describe('The URL of a subtitle or media file, or "alias://NAME" of a clip to transcribe.'),
  font: RichCaptionFont.optional().describe('How the letters look.'),
  style: RichCaptionStyle.optional().describe('Spacing, line height and decoration.'),
  ...richTextBox,
  active: RichCaptionActive.optional().describe('How the word that is being spoken looks.'),
  animation: z
    .strictObject({
      style: z
        .enum(['karaoke', 'highlight', 'pop', 'fade', 'slide', 'bounce', 'typewriter', 'none'])
        .describe('How the words follow the voice.'),
      direction: z.enum(DIRECTIONS).optional().describe('Where words slide. Default up.'),
    })
    .optional()
    .describe('How the words follow the voice. Default highlight.'),
});

/** Subtitles in one style. */
export type CaptionAsset = z.infer<typeof CaptionAsset>;
/** Subtitles that follow the voice word by word. */
export type RichCaptionAsset = z.infer<typeof RichCaptionAsset>;
