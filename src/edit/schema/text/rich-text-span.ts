import { z } from 'zod';
import { addProblem } from '../../problems/add-problem.ts';
import { Color, defineObject, field, FontFamily, Text } from '../fields.ts';
import {
  FontSize,
  FontStyle,
  FontWeight,
  LetterSpacing,
  RichTextStroke,
  TextDecoration,
} from './letter-fields.ts';

/** Maximum number of spans of a rich text. */
export const MAX_SPANS = 1000;

/** Maximum number of characters of all spans of a rich text together. */
export const MAX_SPAN_CHARACTERS = 10_000;

const INHERITED = 'Default: as the asset.';

const RichTextSpanFont = defineObject(
  'RichTextSpanFont',
  'Font of a span where it differs from the font of the asset.',
  {
    family: field(FontFamily, `Name of the font family. ${INHERITED}`),
    size: field(FontSize.unwrap(), `Font size in whole pixels, 1 to 500. ${INHERITED}`),
    weight: field(
      FontWeight.unwrap(),
      `Font weight: 1 to 1000 as a number or a string, or a word such as "bold". ${INHERITED}`,
    ),
    style: field(FontStyle.unwrap(), `Upright ("normal") or slanted ("italic"). ${INHERITED}`),
    color: field(
      Color,
      `Colour of the letters, in the form "#RRGGBB" or "#RGB". It takes the place of a gradient. ${INHERITED}`,
    ),
    opacity: field(
      z.number(),
      `Opacity from 0 (transparent) to 1 (opaque). Numbers outside this range are clamped, with a warning. ${INHERITED}`,
    ),
    background: field(
      Color,
      `Highlight colour behind the letters, in the form "#RRGGBB" or "#RGB". ${INHERITED}`,
    ),
  },
);

const RichTextSpanStyle = defineObject(
  'RichTextSpanStyle',
  'Letter spacing and decoration of a span where they differ from those of the asset.',
  {
    letterSpacing: field(
      LetterSpacing.unwrap(),
      `Additional space between letters in pixels. A negative value moves them closer. ${INHERITED}`,
    ),
    textDecoration: field(
      TextDecoration.unwrap(),
      `Line under ("underline") or through ("line-through") the letters. ${INHERITED}`,
    ),
  },
);

export const RichTextSpan = defineObject('RichTextSpan', 'Part of a rich text with a look of its own.', {
  text: Text.max(5000).describe(
    'Text of the span, at most 5000 characters. It continues the text of the span before. A line break starts a new line.',
  ),
  font: field(RichTextSpanFont, 'Font of the span where it differs from the font of the asset.'),
  style: field(RichTextSpanStyle, 'Letter spacing and decoration of the span where they differ.'),
  stroke: field(RichTextStroke, `Outline of the letters of the span. ${INHERITED}`),
});

/** Part of a rich text with a look of its own. */
export type RichTextSpan = z.infer<typeof RichTextSpan>;

/**
 * Checks that a rich text has either `text` or `spans`, and that its spans are not too long together. zod runs
 * this rule even if fields are malformed, so the value may be anything.
 */
export function checkTextSource(value: unknown, context: z.core.$RefinementCtx): void {
  const { text, spans } = Object(value) as { readonly text?: unknown; readonly spans?: unknown };
  if (text === undefined && spans === undefined)
    addProblem(context, ['text'], 'is required, unless "spans" gives the text in parts', 'required');
  if (text !== undefined && spans !== undefined)
    addProblem(
      context,
      ['spans'],
      'cannot be combined with "text". Remove one of the two',
      'conflict',
      spans,
    );
  const length = Array.isArray(spans) ? countCharacters(spans) : 0;
  if (length <= MAX_SPAN_CHARACTERS) return;
  const message = `must have at most ${MAX_SPAN_CHARACTERS} characters together, not ${length}`;
  addProblem(context, ['spans'], message, 'out_of_range', spans);
}

function countCharacters(spans: readonly unknown[]): number {
  const lengthOf = (span: unknown): number => {
    const { text } = Object(span) as { readonly text?: unknown };
    return typeof text === 'string' ? text.length : 0;
  };
  return spans.reduce<number>((sum, span) => sum + lengthOf(span), 0);
}
