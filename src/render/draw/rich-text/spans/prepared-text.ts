import type { RichTextAsset } from '../../../../edit/model.ts';
import type { FontLibrary } from '../../../fonts/font-library.ts';
import { type FaceHeight, measureFaceHeight } from '../../../fonts/text-fonts.ts';
import type { WholeRichText } from '../../../resolve/timeline.ts';
import type { PixelSize } from '../../../scene/placement.ts';
import {
  type LaidOutText,
  layOutText,
  type Look,
  type PreparedText,
  type PrepareText,
} from '../../lines/lay-out-text.ts';
import { removeSoftHyphens } from '../../../text-layout/text-parts.ts';
import { createRuler } from '../../lines/ruler.ts';
import { blockStyleOf, glyphStyleOf } from '../style.ts';
import { LookMap } from './look-map.ts';
import { addJoiners, type Joins } from './borders.ts';
import { createMixedRuler, type MixedRuler } from './mixed-ruler.ts';
import { type LookFonts, type StyledText, styleText } from './styled-text.ts';
import type { BlockStyle, LineExtent, MixedLayout } from '../../lines/placed-lines.ts';

/**
 * Lays out a rich text in its box. Lines that do not fit are drawn beyond the box.
 *
 * @throws {KinoraError} like {@link styleText}.
 */
export function layOutRichText(asset: WholeRichText, box: PixelSize, library: FontLibrary): LaidOutText {
  const { size } = blockStyleOf(asset);
  return layOutText(createTextPreparer(asset, library), { size, minSize: asset.font?.minSize }, box);
}

/**
 * Finds the fonts of a rich text.
 *
 * @throws {KinoraError} like {@link styleText}.
 */
export function createTextPreparer(asset: WholeRichText, library: FontLibrary): PrepareText {
  const styled = styleText(asset, library);
  const wanted = blockStyleOf(asset).size;
  return (size = wanted) => {
    const atSize = (each: RichTextAsset): RichTextAsset => {
      const own = (blockStyleOf(each).size * size) / wanted;
      return { ...each, font: { ...each.font, size: own } };
    };
    const base = size === wanted ? asset : atSize(asset);
    const assets = size === wanted ? styled.assets : styled.assets.map(atSize);
    const [first, ...others] = styled.looks.map(({ fonts }, index) => {
      return { fonts, style: glyphStyleOf(assets[index] ?? base) };
    });
    if (!first) throw new Error('A text has no look.');
    const looks = [first, ...others] as const;
    if (!isEven(styled, asset)) return { ...prepareMixed(styled, base, assets, looks), looks };
    const block = blockStyleOf(assets[0] ?? base);
    return { text: styled.text, block, ruler: createRuler(first.fonts, block), looks };
  };
}

/** True if the whole text has one look, with the height of the font of the asset. */
function isEven({ looks, assets, face }: StyledText, asset: WholeRichText): boolean {
  const [first, ...others] = assets;
  if (!first || others.length > 0) return false;
  return (
    blockStyleOf(first).size === blockStyleOf(asset).size &&
    JSON.stringify(looks[0]?.face) === JSON.stringify(face)
  );
}

function prepareMixed(
  { text, pieces, looks, face }: StyledText,
  base: RichTextAsset,
  assets: readonly RichTextAsset[],
  sized: readonly Look[],
): Omit<PreparedText, 'looks'> {
  const block = blockStyleOf(base);
  const blocks = assets.map(blockStyleOf);
  const visible = pieces.map((piece) => ({ ...piece, text: removeSoftHyphens(piece.text) }));
  const map = new LookMap(visible);
  const ruler = createMixedRuler(visible, sized, block.keepsInside);
  const extentOf = createExtentMeasure();
  const extents = looks.map((look, index) => extentOf(look.face, blocks[index] ?? block));
  return {
    text,
    ruler,
    block: {
      ...block,
      ...spacingOf(block, blocks, map),
      strokeReach: Math.max(...blocks.map(({ strokeReach }) => strokeReach)),
      mixed: createMixedLayout(map, ruler, extentOf(face, block), extents),
    },
  };
}

/** Returns the spacing of a text whose looks may have different letter spacings. */
function spacingOf(
  { spacing }: BlockStyle,
  blocks: readonly BlockStyle[],
  map: LookMap,
): Pick<BlockStyle, 'spacing'> {
  const letters = blocks.map((each) => each.spacing.letter);
  if (letters.every((letter) => letter === spacing.letter)) return { spacing };
  return { spacing: { ...spacing, letterAt: (offset) => letters[map.lookAt(offset)] ?? spacing.letter } };
}

function createExtentMeasure(): (face: LookFonts['face'], block: BlockStyle) => LineExtent {
  const known = new Map<string, LineExtent>();
  return (face, block) => {
    const key = JSON.stringify([face, block.size, block.advance]);
    const extent = known.get(key) ?? lineExtentOf(block, measureFaceHeight(face, block.size));
    known.set(key, extent);
    return extent;
  };
}

/**
 * Returns the extent of a line of letters of one font as browsers compute it: half of the extra line height goes
 * above the letters.
 *
 * @param height how far the font extends above and below the baseline.
 */
function lineExtentOf(
  { size, advance }: Pick<BlockStyle, 'size' | 'advance'>,
  height: FaceHeight,
): LineExtent {
  const [ascent, descent] = [Math.round(height.ascent), Math.round(height.descent)];
  const above = ascent + Math.floor((advance - ascent - descent) / 2);
  return { above, below: advance - above, size };
}

/**
 * Creates the layout of a text with several looks.
 *
 * @param least the extent of a line without letters.
 * @param extents the extents of a line of each look.
 */
function createMixedLayout(
  map: LookMap,
  ruler: MixedRuler,
  least: LineExtent,
  extents: readonly LineExtent[],
): MixedLayout {
  return {
    least,
    looksOf({ text, from = 0 }) {
      const end = from + text.length;
      return {
        borders: map.split(from, end).flatMap((part) => (part.from > from ? [part.from - from] : [])),
        lookAt: (offset) => map.lookAt(from + offset),
        measureIn: ruler.measureIn,
        drawnText([start, stop]) {
          const joins: Joins = ruler.joinsOf(from + start, from + stop);
          return { text: addJoiners(text.slice(start, stop), joins), isJoined: joins.before };
        },
      };
    },
    extentOf: (from, to) =>
      map.split(from, to).reduce((extent, { look }) => higher(extent, extents[look] ?? least), least),
  };
}

function higher(one: LineExtent, other: LineExtent): LineExtent {
  return {
    above: Math.max(one.above, other.above),
    below: Math.max(one.below, other.below),
    size: Math.max(one.size, other.size),
  };
}
