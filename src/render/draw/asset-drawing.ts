import { KinoraError } from '../../base/errors.ts';
import type { Warning } from '../../edit/model.ts';
import type { DrawnAsset } from '../resolve/timeline.ts';
import type { Drawing, DrawingSettings } from './drawing.ts';
import { createHtmlDrawing } from './html-drawing.ts';
import type { FontLibrary } from '../fonts/font-library.ts';
import { selectFonts } from '../fonts/text-fonts.ts';
import { parseWeight } from '../fonts/font-name.ts';
import { createRichTextDrawing, selectRichTextFonts } from './rich-text/rich-text-drawing.ts';
import { createShapeDrawing } from './shape-drawing.ts';
import { createSvgDrawing } from './svg/svg-drawing.ts';
import { DEFAULT_SVG_FAMILY, findSvgFonts } from './svg/svg-fonts.ts';
import { createTitleDrawing } from './title/title-drawing.ts';
import { selectTitleFonts } from './title/title-layout.ts';
import { createTextDrawing, findTextFace } from './text/text-drawing.ts';

/** Letters that a warning names at the most, and fonts of a drawing that there are warnings for. */
const MAX_NAMED = 5;
/** What a warning says of letters in texts. */
export const SHOWN_AS_BOX = ['no font has a letter for', 'a box stands there instead'] as const;
const OMITTED_IN_SVG = ['texts in a drawing cannot show', 'what they lack is left out'] as const;

/**
 * Checks that the fonts of an asset are known, before any frame is made.
 *
 * @param fonts those that it may ask for.
 * @param field where the asset stands in the edit.
 * @returns what of it no font can show.
 * @throws {KinoraError} `font_not_found`, with the field.
 */
export function checkFonts(asset: DrawnAsset, fonts: FontLibrary, field: string): Warning[] {
  switch (asset.type) {
    case 'text': {
      const face = withFieldInErrors(() => findTextFace(asset, fonts), `${field}.font.family`);
      return [
        ...warnAboutMissingGlyphs(selectFonts(asset.text, face).missing, `${field}.text`, SHOWN_AS_BOX),
        ...warnAboutMissingGlyphs(
          selectFonts(asset.ellipsis ?? '', face).missing,
          `${field}.ellipsis`,
          SHOWN_AS_BOX,
        ),
      ];
    }
    case 'rich-text': {
      const { weight } = asset.font ?? {};
      if (weight !== undefined) withFieldInErrors(() => parseWeight(weight), `${field}.font.weight`);
      const { missing } = withFieldInErrors(() => selectRichTextFonts(asset, fonts), `${field}.font.family`);
      return warnAboutMissingGlyphs(missing, `${field}.text`, SHOWN_AS_BOX);
    }
    case 'svg':
      return checkSvgFonts(asset.src, fonts, `${field}.src`);
    case 'title':
      return warnAboutMissingGlyphs(selectTitleFonts(asset).missing, `${field}.text`, SHOWN_AS_BOX);
    case 'shape':
    // The browser has its fonts, and says what it lacks.
    case 'html':
      return [];
  }
}

function checkSvgFonts(markup: string, fonts: FontLibrary, field: string): Warning[] {
  const { missing, unusable, unknown } = findSvgFonts(markup, fonts);
  const others = unusable.map((family) => ({
    field,
    text: `${field}: texts in a drawing cannot be in "${family}", which is a WOFF2 file; they are in ${DEFAULT_SVG_FAMILY} instead.`,
  }));
  const strangers = unknown.slice(0, MAX_NAMED).map((message) => ({
    field,
    text: `${field}: a text in a drawing is in ${DEFAULT_SVG_FAMILY} instead of the font it names: ${message}`,
  }));
  return [
    ...warnAboutExternalContent(markup, field),
    ...warnAboutMissingGlyphs(missing, field, OMITTED_IN_SVG),
    ...others,
    ...strangers,
  ];
}

/** What a drawing shows from elsewhere: pictures and parts of other drawings, not where its links lead. */
const EXTERNAL_CONTENT =
  /<(?:\w+:)?(?:image|use|feImage)\s(?:[^>]*?\s)?(?:xlink:)?href\s*=\s*["'](?!\s*(?:["'#]|data:))/gi;

function warnAboutExternalContent(markup: string, field: string): Warning[] {
  const count = [...markup.matchAll(EXTERNAL_CONTENT)].length;
  if (count === 0) return [];
  const text = `${field}: a drawing shows only what is in its own markup; what it takes from elsewhere is left out (${count} in all).`;
  return [{ field, text }];
}

/** Warns of letters that no font has. @param outcome what they are, and what is seen instead. */
export function warnAboutMissingGlyphs(
  missing: readonly string[],
  field: string,
  [what, outcome]: readonly [string, string],
): Warning[] {
  if (missing.length === 0) return [];
  const letters = missing.slice(0, MAX_NAMED).map((letter) => `"${letter}"`);
  const more = missing.length > MAX_NAMED ? ` and ${missing.length - MAX_NAMED} more` : '';
  const text = `${field}: ${what} ${letters.join(', ')}${more}; ${outcome}.`;
  return [{ field, text }];
}

/** Says of an error which field is to blame. */
export function withFieldInErrors<Value>(work: () => Value, field: string): Value {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof KinoraError)) throw error;
    throw new KinoraError(error.code, `${field}: ${error.message}`, { cause: error });
  }
}

/** How an asset is drawn. */
export function createAssetDrawing(asset: DrawnAsset, setting: DrawingSettings): Promise<Drawing> {
  switch (asset.type) {
    case 'text':
      return Promise.resolve(createTextDrawing(asset, setting));
    case 'rich-text':
      return Promise.resolve(createRichTextDrawing(asset, setting));
    case 'shape':
      return Promise.resolve(createShapeDrawing(asset, setting.frame));
    case 'svg':
      return createSvgDrawing(asset, setting.frame, setting.fonts);
    case 'title':
      return Promise.resolve(createTitleDrawing(asset, setting));
    case 'html':
      return createHtmlDrawing(asset, setting);
  }
}
