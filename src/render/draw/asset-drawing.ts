import { KinoraError } from '../../base/errors.ts';
import { parseWeight, type Warning } from '../../edit/model.ts';
import type { DrawnAsset, WholeRichText } from '../resolve/timeline.ts';
import type { Drawing, DrawingSettings } from './drawing.ts';
import { createHtml5Drawing } from './html5-drawing.ts';
import { createHtmlDrawing } from './html-drawing.ts';
import type { FontLibrary } from '../fonts/font-library.ts';
import { isMark, selectFonts } from '../fonts/text-fonts.ts';
import { createProgressDrawing } from './measured/progress-drawing.ts';
import { createWaveformDrawing } from './measured/waveform-drawing.ts';
import { createQrDrawing } from './measured/qr-drawing.ts';
import { createRichTextDrawing } from './rich-text/rich-text-drawing.ts';
import { withSpanLook } from './rich-text/spans/span-pieces.ts';
import { styleText } from './rich-text/spans/styled-text.ts';
import { findRichTextFace } from './rich-text/style.ts';
import { createShapeDrawing } from './shape-drawing.ts';
import { createSvgDrawing } from './svg/svg-drawing.ts';
import { DEFAULT_SVG_FAMILY, findSvgFonts } from './svg/svg-fonts.ts';
import { createTitleDrawing } from './title/title-drawing.ts';
import { selectTitleFonts } from './title/title-layout.ts';
import { createTextDrawing } from './text/text-drawing.ts';
import { findTextFace } from './text/lay-out-plain-text.ts';

/**
 * Maximum number of characters that one warning lists. Also the maximum number of warnings about unknown
 * fonts per SVG.
 */
const MAX_NAMED = 5;
/**
 * The wording of a warning about missing glyphs: the text before the characters, and the outcome. The last outcome is
 * for marks alone.
 */
export const SHOWN_AS_BOX = [
  'No font has a glyph for',
  'A box is drawn instead',
  'The letters are drawn without it',
] as const;
const OMITTED_IN_SVG = [
  'No font that an SVG can use has a glyph for',
  'The missing characters are left out',
] as const;

/**
 * Checks that the fonts of an asset are known, before any frame is rendered.
 *
 * @param fonts the fonts that the asset may name.
 * @param field the path of the asset in the edit.
 * @returns warnings about characters that no font can show.
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
      checkRichTextFonts(asset, fonts, field);
      const { missing } = styleText(asset, fonts);
      return warnAboutMissingGlyphs(missing, `${field}.${asset.spans ? 'spans' : 'text'}`, SHOWN_AS_BOX);
    }
    case 'svg':
      return checkSvgFonts(asset.src, fonts, `${field}.src`);
    case 'title':
      return warnAboutMissingGlyphs(selectTitleFonts(asset).missing, `${field}.text`, SHOWN_AS_BOX);
    case 'shape':
    case 'progress':
    case 'qr':
    case 'waveform':
    // The browser draws HTML with its own fonts and reports missing glyphs itself.
    case 'html':
    case 'html5':
      return [];
  }
}

/**
 * Checks that the fonts of a rich text and of its spans are known.
 *
 * @throws {KinoraError} `font_not_found` or `validation_failed`, with the field.
 */
function checkRichTextFonts(asset: WholeRichText, fonts: FontLibrary, field: string): void {
  const own = { path: `${field}.font`, font: asset.font, look: asset };
  const ofSpans = (asset.spans ?? []).map((span, index) => ({
    path: `${field}.spans[${index}].font`,
    font: span.font,
    look: withSpanLook(asset, span),
  }));
  for (const { path, font, look } of [own, ...ofSpans.filter((span) => span.font)]) {
    const { weight } = font ?? {};
    if (weight !== undefined) withFieldInErrors(() => parseWeight(weight), `${path}.weight`);
    withFieldInErrors(() => findRichTextFace(look, fonts), `${path}.family`);
  }
}

function checkSvgFonts(markup: string, fonts: FontLibrary, field: string): Warning[] {
  const { missing, unusable, unknown } = findSvgFonts(markup, fonts);
  const unusableFonts = unusable.map((family) => ({
    field,
    text: `An SVG cannot use "${family}", because it is a WOFF2 file. Its texts use ${DEFAULT_SVG_FAMILY} instead.`,
  }));
  const unknownFonts = unknown.slice(0, MAX_NAMED).map((message) => ({
    field,
    text: `A text in the SVG uses ${DEFAULT_SVG_FAMILY} instead of the font it names: ${message}`,
  }));
  return [
    ...warnAboutExternalContent(markup, field),
    ...warnAboutMissingGlyphs(missing, field, OMITTED_IN_SVG),
    ...unusableFonts,
    ...unknownFonts,
  ];
}

/**
 * Matches the elements of an SVG that may refer to external images and to elements of other files. Hyperlinks do not
 * count.
 */
const REFERRING_TAG = /<(?:\w+:)?(?:image|use|feImage)(?=\s)[^<>]*/gi;
/** Matches the reference to external content in such a tag. */
const EXTERNAL_REFERENCE = /\s(?:xlink:)?href\s*=\s*["'](?!\s*(?:["'#]|data:))/i;
/** Matches a comment of an SVG, also one without an end. */
const COMMENT = /<!--.*?(?:-->|$)/gs;

function warnAboutExternalContent(markup: string, field: string): Warning[] {
  const tags = markup.replaceAll(COMMENT, '').matchAll(REFERRING_TAG);
  const count = Array.from(tags).filter(([tag]) => EXTERNAL_REFERENCE.test(tag)).length;
  if (count === 0) return [];
  const text = `An SVG shows only what is in its own markup. External references are left out (${count} in all).`;
  return [{ field, text }];
}

/**
 * Warns about characters that no font can show.
 *
 * @param missing the characters, without duplicates.
 * @param field the path that the warning names.
 * @param wording the text before the characters, and sentences that say what is drawn instead, without the full stop.
 */
export function warnAboutMissingGlyphs(
  missing: readonly string[],
  field: string,
  wording: readonly [string, string, string?],
): Warning[] {
  if (missing.length === 0) return [];
  const [reason, boxed, bare = boxed] = wording;
  const outcome = missing.every(isMark) ? bare : boxed;
  const letters = missing.slice(0, MAX_NAMED).map((letter) => `"${letter}"`);
  const more = missing.length > MAX_NAMED ? ` and ${missing.length - MAX_NAMED} more` : '';
  const text = `${reason} ${letters.join(', ')}${more}. ${outcome}.`;
  return [{ field, text }];
}

/** Runs a function. If it throws a {@link KinoraError}, puts the field in front of the error message. */
export function withFieldInErrors<Value>(work: () => Value, field: string): Value {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof KinoraError)) throw error;
    throw new KinoraError(error.code, `${field}: ${error.message}`, { cause: error });
  }
}

/** Creates the drawing of an asset. */
export function createAssetDrawing(asset: DrawnAsset, settings: DrawingSettings): Promise<Drawing> {
  switch (asset.type) {
    case 'text':
      return Promise.resolve(createTextDrawing(asset, settings));
    case 'rich-text':
      return Promise.resolve(createRichTextDrawing(asset, settings));
    case 'shape':
      return Promise.resolve(createShapeDrawing(asset, settings.frame));
    case 'svg':
      return createSvgDrawing(asset, settings);
    case 'title':
      return Promise.resolve(createTitleDrawing(asset, settings));
    case 'html':
      return createHtmlDrawing(asset, settings);
    case 'html5':
      return createHtml5Drawing(settings);
    case 'progress':
      return Promise.resolve(createProgressDrawing(asset, settings));
    case 'qr':
      return Promise.resolve(createQrDrawing(asset, settings.frame));
    case 'waveform':
      return Promise.resolve(createWaveformDrawing(asset, settings));
  }
}
