import { KinoraError } from '../../base/errors.ts';
import type { Warning } from '../../edit/edit.ts';
import type { DrawnAsset } from '../resolve/timeline.ts';
import type { Drawing, Setting } from './drawing.ts';
import { htmlDrawing } from './html.ts';
import type { Fonts } from '../fonts/fonts.ts';
import { letteringOf } from '../fonts/lettering.ts';
import { weightOf } from '../fonts/style-words.ts';
import { richTextDrawing, richTextLettering } from './rich-text/rich-text.ts';
import { shapeDrawing } from './shape.ts';
import { svgDrawing } from './svg.ts';
import { SVG_FAMILY, svgFonts } from './svg-fonts.ts';
import { titleDrawing } from './title.ts';
import { titleLettering } from './title-layout.ts';
import { textDrawing, textFace } from './text.ts';

/** Letters that a warning names at the most, and fonts of a drawing that there are warnings for. */
const NAMED = 5;
/** What a warning says of letters in texts. */
export const BOXED = ['no font has a letter for', 'a box stands there instead'] as const;
const LEFT_OUT = ['texts in a drawing cannot show', 'what they lack is left out'] as const;

/**
 * Checks that the fonts of an asset are known, before any frame is made.
 *
 * @param fonts those that it may ask for.
 * @param field where the asset stands in the edit.
 * @returns what of it no font can show.
 * @throws {KinoraError} `font_not_found`, with the field.
 */
export function checkFonts(asset: DrawnAsset, fonts: Fonts, field: string): Warning[] {
  switch (asset.type) {
    case 'text': {
      const face = named(() => textFace(asset, fonts), `${field}.font.family`);
      return [
        ...missingLetters(letteringOf(asset.text, face).missing, `${field}.text`, BOXED),
        ...missingLetters(letteringOf(asset.ellipsis ?? '', face).missing, `${field}.ellipsis`, BOXED),
      ];
    }
    case 'rich-text': {
      const { weight } = asset.font ?? {};
      if (weight !== undefined) named(() => weightOf(weight), `${field}.font.weight`);
      const { missing } = named(() => richTextLettering(asset, fonts), `${field}.font.family`);
      return missingLetters(missing, `${field}.text`, BOXED);
    }
    case 'svg':
      return svgWarnings(asset.src, fonts, `${field}.src`);
    case 'title':
      return missingLetters(titleLettering(asset).missing, `${field}.text`, BOXED);
    case 'shape':
    // The browser has its fonts, and says what it lacks.
    case 'html':
      return [];
  }
}

function svgWarnings(markup: string, fonts: Fonts, field: string): Warning[] {
  const { missing, unusable, unknown } = svgFonts(markup, fonts);
  const others = unusable.map((family) => ({
    field,
    text: `${field}: texts in a drawing cannot be in "${family}", which is a WOFF2 file; they are in ${SVG_FAMILY} instead.`,
  }));
  const strangers = unknown.slice(0, NAMED).map((message) => ({
    field,
    text: `${field}: a text in a drawing is in ${SVG_FAMILY} instead of the font it names: ${message}`,
  }));
  return [
    ...outsideWarnings(markup, field),
    ...missingLetters(missing, field, LEFT_OUT),
    ...others,
    ...strangers,
  ];
}

/** What a drawing shows from elsewhere: pictures and parts of other drawings, not where its links lead. */
const OUTSIDE =
  /<(?:\w+:)?(?:image|use|feImage)\s(?:[^>]*?\s)?(?:xlink:)?href\s*=\s*["'](?!\s*(?:["'#]|data:))/gi;

function outsideWarnings(markup: string, field: string): Warning[] {
  const count = [...markup.matchAll(OUTSIDE)].length;
  if (count === 0) return [];
  const text = `${field}: a drawing shows only what is in its own markup; what it takes from elsewhere is left out (${count} in all).`;
  return [{ field, text }];
}

/** Warns of letters that no font has. @param outcome what they are, and what is seen instead. */
export function missingLetters(
  missing: readonly string[],
  field: string,
  [what, outcome]: readonly [string, string],
): Warning[] {
  if (missing.length === 0) return [];
  const letters = missing.slice(0, NAMED).map((letter) => `"${letter}"`);
  const more = missing.length > NAMED ? ` and ${missing.length - NAMED} more` : '';
  const text = `${field}: ${what} ${letters.join(', ')}${more}; ${outcome}.`;
  return [{ field, text }];
}

/** Says of an error which field is to blame. */
export function named<Value>(work: () => Value, field: string): Value {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof KinoraError)) throw error;
    throw new KinoraError(error.code, `${field}: ${error.message}`, { cause: error });
  }
}

/** How an asset is drawn. */
export function drawingOf(asset: DrawnAsset, setting: Setting): Promise<Drawing> {
  switch (asset.type) {
    case 'text':
      return Promise.resolve(textDrawing(asset, setting));
    case 'rich-text':
      return Promise.resolve(richTextDrawing(asset, setting));
    case 'shape':
      return Promise.resolve(shapeDrawing(asset, setting.frame));
    case 'svg':
      return svgDrawing(asset, setting.frame, setting.fonts);
    case 'title':
      return Promise.resolve(titleDrawing(asset, setting));
    case 'html':
      return htmlDrawing(asset, setting);
  }
}
