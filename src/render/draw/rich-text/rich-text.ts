import type { RichTextAsset } from '../../../edit/edit.ts';
import type { Fonts } from '../../fonts/fonts.ts';
import { type Lettering, letteringOf } from '../../fonts/lettering.ts';
import { lettersIn } from '../../fonts/segments.ts';
import type { Rect, Size } from '../../scene/placement.ts';
import type { Drawing, Setting } from '../drawing.ts';
import { boxAround, grown } from '../layer.ts';
import { drawBox, wrappedBox } from './box.ts';
import { entranceOf, unitKindOf } from './entrance.ts';
import { type Animation, AT_REST, type Entrance, type Moment } from './moment.ts';
import { lettersBox, linesIn, type PlacedLine, type PlacedUnit, unitBox, unitsIn } from './layout.ts';
import { LetterInk } from './letter-ink.ts';
import { Painting } from './painting.ts';
import { type Ruler, rulerOf } from './ruler.ts';
import { stripsBox } from './strips.ts';
import { type BlockStyle, blockStyleOf, letterStyleOf, richTextFace, writtenText } from './style.ts';

/** The fonts of a rich text, and the text as it is written. @throws {KinoraError} as {@link richTextFace} does. */
export function richTextLettering(asset: RichTextAsset, fonts: Fonts): Lettering {
  return letteringOf(writtenText(asset), richTextFace(asset, fonts));
}

/** What moves while a text comes in. */
interface Coming {
  readonly entrance: Entrance;
  readonly units: readonly PlacedUnit[];
}

/** What is seen of a text at a moment. */
interface Shown {
  readonly units: readonly PlacedUnit[];
  readonly moment: Moment;
  readonly carriesLines: boolean;
}

const STILL: Moment = { block: AT_REST, unit: () => AT_REST };

/** A rich text in its box (contract 2.15). It is laid out once, whatever its animation does. */
export function richTextDrawing(asset: RichTextAsset, { frame, lasts, fonts }: Setting): Drawing {
  const lettering = richTextLettering(asset, fonts);
  const style = letterStyleOf(asset);
  const block = blockStyleOf(asset);
  const ruler = rulerOf(lettering, style.size);
  const lines = linesIn(lettering.text, frame, block, ruler);
  const resting = unitsIn(lines, 'line', block, ruler);
  const letters = lettersBox(resting);
  const coming = asset.animation && comingIn(asset.animation, lines, block, ruler, lasts);
  const ink = letters && new LetterInk(lettering, style, letters);
  const drawn = letters && boxAround([letters, stripsBox(lines, style.size)]);
  const painting = ink && drawn && new Painting(ink, style, drawn, coming?.entrance.reach ?? 0);
  const shownAt = (time: number): Shown => {
    if (!coming || time >= coming.entrance.lasts)
      return { units: resting, moment: STILL, carriesLines: true };
    const { units, entrance } = coming;
    return { units, moment: entrance.at(time), carriesLines: entrance.carriesLines };
  };
  return {
    width: frame.width,
    height: frame.height,
    ...(letters && painting
      ? reachOf(asset, frame, letters, painting, { travel: coming?.entrance.reach ?? 0, shownAt })
      : { bleed: (asset.border?.width ?? 0) / 2 }),
    ...(coming && { restsFrom: coming.entrance.lasts }),
    draw(context, time) {
      const { units, moment, carriesLines } = shownAt(time);
      context.save();
      drawBox(context, asset, frame, letters && wrappedBox(asset, letters), moment.block);
      painting?.draw(context, units, moment, carriesLines);
      context.restore();
    },
  };
}

/** The units of an animation, and how they come in. @param clip its length in seconds. */
function comingIn(
  animation: Animation,
  lines: readonly PlacedLine[],
  block: BlockStyle,
  ruler: Ruler,
  clip: number,
): Coming {
  const units = unitsIn(lines, unitKindOf(animation), block, ruler);
  const places = units.map((unit) => {
    const { x, width } = unitBox(unit);
    return { x: x + width / 2, y: unit.line.baseline };
  });
  const characters = lines.reduce((sum, { text }) => sum + lettersIn(text), 0);
  return { units, entrance: entranceOf(animation, { size: block.size, clip, characters, places }) };
}

/**
 * Where a text may have ink: lines that do not fit are seen all the same.
 *
 * @param coming how far it moves, in pixels, and what is seen of it at a second of its clip.
 */
function reachOf(
  asset: RichTextAsset,
  box: Size,
  letters: Rect,
  painting: Painting,
  { travel, shownAt }: { readonly travel: number; readonly shownAt: (time: number) => Shown },
): Pick<Drawing, 'bleed' | 'ink' | 'inkAt'> {
  const { border, background } = asset;
  const { area } = painting;
  const edge = (border?.width ?? 0) / 2;
  const isFilled = background?.color !== undefined;
  const isWrapped = background?.wrap ?? false;
  const ink = isFilled && isWrapped ? boxAround([area, grown(wrappedBox(asset, letters), travel)]) : area;
  const outside = Math.max(-ink.x, -ink.y, ink.x + ink.width - box.width, ink.y + ink.height - box.height);
  const bleed = Math.max(edge, outside);
  if (edge > 0 || (isFilled && !isWrapped)) return { bleed };
  if (isFilled) return { bleed, ink };
  const inkAt = (time: number): Rect => {
    const { units, moment } = shownAt(time);
    return painting.areaAt(units, moment);
  };
  return { bleed, ink, inkAt };
}
