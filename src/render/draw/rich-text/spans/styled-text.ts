import type { RichTextAsset } from '../../../../edit/model.ts';
import type { Face, FontLibrary } from '../../../fonts/font-library.ts';
import { boxMissing, selectFonts, type TextFonts } from '../../../fonts/text-fonts.ts';
import type { WholeRichText } from '../../../resolve/timeline.ts';
import { findRichTextFace } from '../style.ts';
import { splitIntoPieces, type TextPiece } from './span-pieces.ts';

/** The fonts of one look. Looks with the same face share them. */
export interface LookFonts {
  readonly face: Face;
  readonly fonts: TextFonts;
}

/** The text of a rich text as it is drawn, and the fonts of its looks. It does not depend on the font size. */
export interface StyledText {
  readonly text: string;
  /** The parts of the text that have one look. */
  readonly pieces: readonly TextPiece[];
  /** For each look, the rich text as it would be if all of it had this look. At least one. */
  readonly assets: readonly RichTextAsset[];
  readonly looks: readonly LookFonts[];
  /** The face of the asset itself. */
  readonly face: Face;
  /** The characters that no font has, each once. */
  readonly missing: readonly string[];
}

/**
 * Finds the fonts of a rich text, and the text as it is drawn.
 *
 * @throws {KinoraError} like {@link findRichTextFace}.
 */
export function styleText(asset: WholeRichText, library: FontLibrary): StyledText {
  const { pieces, assets } = splitIntoPieces(asset);
  const looks = selectLookFonts(
    pieces,
    assets.map((each) => findRichTextFace(each, library)),
  );
  const boxed = pieces.map(({ text, look }) => {
    const missing = looks[look]?.fonts.missing ?? [];
    return { text: missing.length === 0 ? text : boxMissing(text, missing), look };
  });
  return {
    text: boxed.map(({ text }) => text).join(''),
    pieces: boxed,
    assets,
    looks,
    face: findRichTextFace(asset, library),
    missing: [...new Set(looks.flatMap(({ fonts }) => fonts.missing))],
  };
}

/** Selects fonts for all letters of the same face at once, so that they can be measured together. */
function selectLookFonts(pieces: readonly TextPiece[], faces: readonly Face[]): LookFonts[] {
  const keys = faces.map((face) => JSON.stringify(face));
  const piecesOf = Map.groupBy(pieces, ({ look }) => keys[look]);
  const whole = pieces.map(({ text }) => text).join('');
  const known = new Map<string | undefined, TextFonts>();
  return faces.map((face, look) => {
    const own = (piecesOf.get(keys[look]) ?? []).map(({ text }) => text).join('');
    const fonts = known.get(keys[look]) ?? selectFonts(own, face, whole);
    known.set(keys[look], fonts);
    return { face, fonts };
  });
}
