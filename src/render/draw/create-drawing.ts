import type { Warning } from '../../edit/model.ts';
import type { FontLibrary } from '../fonts/font-library.ts';
import type { GraphicVisual } from '../resolve/timeline.ts';
import type { PixelSize } from '../scene/placement.ts';
import { checkFonts, createAssetDrawing } from './asset-drawing.ts';
import { createCaptionDrawing } from './caption/caption-drawing.ts';
import { checkCaption } from './caption/check-caption.ts';
import { checkTextOverflow } from './text/check-text-overflow.ts';
import type { Drawing } from './drawing.ts';
import { createRichCaptionDrawing } from './rich-caption/rich-caption-drawing.ts';
import { checkRichCaption } from './rich-caption/check-rich-caption.ts';

/**
 * How a picture of our own is drawn.
 *
 * @param frame size in pixels of the box of the clip, or of the output.
 */
export function createDrawing(
  picture: GraphicVisual,
  frame: PixelSize,
  fonts: FontLibrary,
): Promise<Drawing> {
  switch (picture.kind) {
    case 'drawn': {
      const { asset, length, raster } = picture;
      return createAssetDrawing(asset, {
        frame,
        duration: length,
        fonts,
        ...(raster !== undefined && { raster }),
      });
    }
    case 'caption':
      return Promise.resolve(createCaptionDrawing(picture, frame, fonts));
    case 'rich-caption':
      return Promise.resolve(createRichCaptionDrawing(picture, frame, fonts));
  }
}

/**
 * Checks that the fonts of a picture of our own are known, before any frame is made.
 *
 * @param frame as for {@link createDrawing}.
 * @param field where the asset stands in the edit.
 * @returns what of it no font can show, and what of it is cut.
 * @throws {KinoraError} `font_not_found`, with the field.
 */
export function checkDrawing(
  picture: GraphicVisual,
  frame: PixelSize,
  fonts: FontLibrary,
  field: string,
): Warning[] {
  switch (picture.kind) {
    case 'drawn': {
      const { asset } = picture;
      return [...checkFonts(asset, fonts, field), ...checkTextOverflow(asset, frame, fonts, field)];
    }
    case 'caption':
      return checkCaption(picture, frame, fonts, field);
    case 'rich-caption':
      return checkRichCaption(picture, frame, fonts, field);
  }
}
