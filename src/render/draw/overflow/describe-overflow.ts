import type { VisualClip } from '../../resolve/timeline.ts';
import { hidesOverflow, type PixelSize } from '../../scene/placement.ts';
import { sidesOf } from '../rich-text/style.ts';
import type { Overflow } from './find-overflow.ts';
import { isTurned } from './find-turned-overflow.ts';
import type { WrittenAsset } from './measure-written.ts';

/** A text that does not fit, and its surroundings. */
export interface OverflowingText {
  readonly asset: WrittenAsset;
  readonly clip: VisualClip;
  readonly output: PixelSize;
  /** Size of the viewport in pixels: the box of the clip, or the whole output. */
  readonly frame: PixelSize;
  /** The largest font size at which the text fits, in whole pixels. Undefined if there is none. */
  readonly fittingSize: number | undefined;
}

/** Returns the sentences of a warning about a text that does not fit: what is wrong and what to do. */
export function describeOverflow(overflow: Overflow, text: OverflowingText): string {
  switch (overflow.kind) {
    case 'tall':
    case 'wide':
      return describeTooLarge(overflow, text);
    case 'edge':
      return describeEdge(overflow, text);
    case 'away':
      return describeAway(overflow, text);
  }
}

function describeTooLarge(
  { kind, needed, isCut }: Overflow,
  { asset, clip, output, frame, fittingSize }: OverflowingText,
): string {
  const [side, dimension, comparative] =
    kind === 'tall' ? (['height', 'height', 'higher'] as const) : (['width', 'width', 'wider'] as const);
  const declared = asset.type === 'text' ? asset[side] : undefined;
  const hasBox = declared !== undefined || clip.box?.[side] !== undefined;
  const available = Math.round(declared ?? frame[side]);
  const outcome = isCut ? 'so part of it is not visible' : 'so it reaches out of the box';
  const ways = [
    ...(fittingSize === undefined ? [] : [`lower "font.size" to ${fittingSize} or less`]),
    ...(fittingSize === undefined && hasOwnSizes(asset) ? ['lower the "font.size" of its spans'] : []),
    ...(hasBox && needed[side] <= output[side] ? [`make the box ${comparative}`] : ['shorten the text']),
    ...(asset.type === 'text' && asset.ellipsis === undefined ? ['set an "ellipsis"'] : []),
  ];
  const owner = hasBox ? 'its box' : 'the picture';
  return `The text needs ${needed[side]} px of ${dimension}, but ${owner} has ${available}, ${outcome}. ${joinWays(ways)}`;
}

/** True if spans of a text have sizes of their own. */
function hasOwnSizes(asset: WrittenAsset): boolean {
  return asset.type === 'rich-text' && (asset.spans ?? []).some(({ font }) => font?.size !== undefined);
}

function describeEdge({ side, excess, isCut }: Overflow, { asset, fittingSize }: OverflowingText): string {
  const edge = side === 'top' ? 'top' : 'bottom';
  const place = isCut ? 'the visible part of their box, so they are cut off' : 'their box';
  const padding = asset.type === 'rich-text' ? sidesOf(asset.padding ?? 0)[edge] : undefined;
  const ways = [
    padding === undefined
      ? `move the clip ${edge === 'top' ? 'down' : 'up'} with "offset.y"`
      : `set "padding.${edge}" to ${Math.ceil(padding + excess)} or more`,
    ...(fittingSize === undefined ? [] : [`lower "font.size" to ${fittingSize} or less`]),
  ];
  return `The letters reach ${Math.ceil(excess)} px beyond the ${edge} of ${place}. ${joinWays(ways)}`;
}

function describeAway({ side, excess }: Overflow, { asset, clip }: OverflowingText): string {
  const scale = typeof clip.scale === 'number' ? clip.scale : 1;
  const pixels = Math.ceil(excess * scale);
  if (hidesOverflow(clip) && clip.box) {
    const box = 'the box of its clip, so it is not all visible. Make the "width" and "height" of the clip';
    return `The text reaches ${pixels} px beyond the ${side} of ${box} as large as those of the asset.`;
  }
  const ways = [
    asset.type === 'title' && asset.offset
      ? 'change the "offset" of the asset or of the clip'
      : 'change the "position" or the "offset" of the clip',
    ...(scale > 1 ? ['lower its "scale"'] : []),
    ...(isTurned(clip) ? ['change its "transform"'] : []),
  ];
  return `The text reaches ${pixels} px beyond the ${side} of the picture, so it is not all visible. ${joinWays(ways)}`;
}

/** Joins pieces of advice to a sentence: `Do this, do that, or do something else.` */
export function joinWays(ways: readonly string[]): string {
  const last = ways.at(-1) ?? '';
  const sentence = ways.length < 2 ? last : `${ways.slice(0, -1).join(', ')}, or ${last}`;
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}
