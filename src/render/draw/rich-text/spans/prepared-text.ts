import type { RichTextAsset } from '../../../../edit/model.ts';
import type { FontLibrary } from '../../../fonts/font-library.ts';
import { measureFaceHeight } from '../../../fonts/text-fonts.ts';
import type { WholeRichText } from '../../../resolve/timeline.ts';
import type { PixelSize } from '../../../scene/placement.ts';
import {
  type LaidOutText,
  layOutText,
  type PreparedText,
  type PrepareText,
} from '../../lines/lay-out-text.ts';
import { removeSoftHyphens } from '../../../text-layout/text-parts.ts';
import { createRuler } from '../../lines/ruler.ts';
import { blockStyleOf, glyphStyleOf } from '../style.ts';
import { LookMap } from './look-map.ts';
import { createMixedLayout, lineExtentOf } from './create-mixed-layout.ts';
import { createMixedRuler } from './mixed-ruler.ts';
import { type LookFonts, type StyledText, styleText } from './styled-text.ts';
import type { BlockStyle, LineExtent } from '../../lines/placed-lines.ts';

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
    return isEven(styled, asset)
      ? prepareEven(styled, assets[0] ?? base)
      : prepareMixed(styled, base, assets);
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

function prepareEven({ text, looks: [first] }: StyledText, asset: RichTextAsset): PreparedText {
  if (!first) throw new Error('A text has no look.');
  const block = blockStyleOf(asset);
  const { fonts } = first;
  return { text, block, ruler: createRuler(fonts, block), looks: [{ fonts, style: glyphStyleOf(asset) }] };
}

function prepareMixed(
  { text, pieces, looks, face }: StyledText,
  base: RichTextAsset,
  assets: readonly RichTextAsset[],
): PreparedText {
  const block = blockStyleOf(base);
  const blocks = assets.map(blockStyleOf);
  const visible = pieces.map((piece) => ({ ...piece, text: removeSoftHyphens(piece.text) }));
  const map = new LookMap(visible);
  const ruler = createMixedRuler(
    visible,
    looks.map(({ fonts }, index) => ({ fonts, size: blocks[index]?.size ?? block.size })),
    block.keepsInside,
  );
  const extentOf = createExtentMeasure();
  const extents = looks.map((look, index) => extentOf(look.face, blocks[index] ?? block));
  const [first, ...others] = looks.map(({ fonts }, index) => ({
    fonts,
    style: glyphStyleOf(assets[index] ?? base),
  }));
  if (!first) throw new Error('A text has no look.');
  return {
    text,
    ruler,
    looks: [first, ...others],
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
