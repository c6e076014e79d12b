import type { Warning } from '../../edit/edit.ts';
import type { Fonts } from '../fonts/fonts.ts';
import type { MadePicture } from '../resolve/timeline.ts';
import type { Size } from '../scene/placement.ts';
import { checkFonts, drawingOf } from './asset-drawing.ts';
import { captionDrawing } from './caption/caption.ts';
import { captionWarnings } from './caption/warnings.ts';
import { cutLines } from './cut-lines.ts';
import type { Drawing } from './drawing.ts';
import { richCaptionDrawing } from './rich-caption/rich-caption.ts';
import { richCaptionWarnings } from './rich-caption/warnings.ts';

/**
 * How a picture of our own is drawn.
 *
 * @param frame size in pixels of the box of the clip, or of the output.
 */
export function madeDrawing(picture: MadePicture, frame: Size, fonts: Fonts): Promise<Drawing> {
  switch (picture.kind) {
    case 'drawn': {
      const { asset, lasts, raster } = picture;
      return drawingOf(asset, { frame, lasts, fonts, ...(raster !== undefined && { raster }) });
    }
    case 'caption':
      return Promise.resolve(captionDrawing(picture, frame, fonts));
    case 'rich-caption':
      return Promise.resolve(richCaptionDrawing(picture, frame, fonts));
  }
}

/**
 * Checks that the fonts of a picture of our own are known, before any frame is made.
 *
 * @param frame as for {@link madeDrawing}.
 * @param field where the asset stands in the edit.
 * @returns what of it no font can show, and what of it is cut.
 * @throws {KinoraError} `font_not_found`, with the field.
 */
export function madeWarnings(picture: MadePicture, frame: Size, fonts: Fonts, field: string): Warning[] {
  switch (picture.kind) {
    case 'drawn': {
      const { asset } = picture;
      return [...checkFonts(asset, fonts, field), ...cutLines(asset, frame, fonts, field)];
    }
    case 'caption':
      return captionWarnings(picture, frame, fonts, field);
    case 'rich-caption':
      return richCaptionWarnings(picture, frame, fonts, field);
  }
}
