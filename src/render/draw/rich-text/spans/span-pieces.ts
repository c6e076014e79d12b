import type { RichTextAsset, RichTextSpan } from '../../../../edit/model.ts';
import type { WholeRichText } from '../../../resolve/timeline.ts';
import { transformText } from '../style.ts';
import { moveBorders } from './borders.ts';

/** A part of a text with one look. */
export interface TextPiece {
  readonly text: string;
  /** Index of the look. */
  readonly look: number;
}

/** A text in pieces. Neighbouring pieces have different looks. */
export interface PiecedText {
  readonly pieces: readonly TextPiece[];
  /** For each look, the rich text as it would be if all of it had this look. At least one. */
  readonly assets: readonly RichTextAsset[];
}

/** Returns a rich text as it would be if all of it had the look of a span. */
export function withSpanLook(asset: RichTextAsset, span: RichTextSpan | undefined): RichTextAsset {
  if (!span) return asset;
  const { stroke, ...font } = { ...asset.font, ...span.font };
  const { gradient, ...style } = { ...asset.style, ...span.style };
  // A colour of its own is the colour that a span was meant to have.
  const isGradual = gradient && span.font?.color === undefined;
  return {
    ...asset,
    font: { ...font, ...(stroke && !span.stroke && { stroke }) },
    style: { ...style, ...(isGradual && { gradient }) },
    ...(span.stroke && { stroke: span.stroke }),
  };
}

/** Splits the text of a rich text, with its `textTransform` applied, into pieces of one look. */
export function splitIntoPieces(asset: WholeRichText): PiecedText {
  const { spans, style } = asset;
  const transform = style?.textTransform ?? 'none';
  const text = transformText(asset.text, transform);
  if (!spans) return { pieces: [{ text, look: 0 }], assets: [asset] };
  const ends = moveBorders(text, findEnds(asset, text, transform));
  const lookOfKey = new Map<string, number>();
  const assets: RichTextAsset[] = [];
  const pieces: TextPiece[] = [];
  for (const [index, span] of spans.entries()) {
    const own = text.slice(ends[index - 1] ?? 0, ends[index]);
    if (own === '') continue;
    const key = keyOf(span);
    const look = lookOfKey.get(key) ?? assets.push(withSpanLook(asset, span)) - 1;
    lookOfKey.set(key, look);
    const last = pieces.at(-1);
    if (last?.look === look) pieces[pieces.length - 1] = { text: last.text + own, look };
    else pieces.push({ text: own, look });
  }
  return pieces.length === 0 ? { pieces: [{ text, look: 0 }], assets: [asset] } : { pieces, assets };
}

/** Returns where the spans of a text end. */
function findEnds({ text, spans = [] }: WholeRichText, transformed: string, transform: Transform): number[] {
  let end = 0;
  const ends = spans.map((span) => (end += span.text.length));
  if (transformed.length === text.length) return ends;
  // Letters such as "ß" become longer.
  return ends.map((each) => transformText(text.slice(0, each), transform).length);
}

type Transform = Parameters<typeof transformText>[1];

/** Returns a text that is equal for spans of equal looks. */
function keyOf({ font, style, stroke }: RichTextSpan): string {
  const list = (part: object | undefined): unknown[] =>
    Object.entries(part ?? {}).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([list(font), list(style), stroke && list(stroke)]);
}
