import type { Warning } from '../../edit/model.ts';
import type { FontLibrary } from '../fonts/font-library.ts';
import type { GraphicVisual } from '../resolve/timeline.ts';
import type { PixelSize } from '../scene/placement.ts';
import { checkFonts, createAssetDrawing } from './asset-drawing.ts';
import { createCaptionDrawing } from './caption/caption-drawing.ts';
import { checkCaption } from './caption/check-caption.ts';
import type { Drawing } from './drawing.ts';
import type { FollowedSound } from './measured/followed-sound.ts';
import { createRichCaptionDrawing } from './rich-caption/rich-caption-drawing.ts';
import { checkRichCaption } from './rich-caption/check-rich-caption.ts';

/**
 * Creates the drawing of a graphic.
 *
 * @param frame size of the viewport in pixels: the box of the clip, or the whole output.
 * @param sound the sound that a waveform follows.
 */
export function createDrawing(
  graphic: GraphicVisual,
  frame: PixelSize,
  fonts: FontLibrary,
  sound?: FollowedSound,
): Promise<Drawing> {
  switch (graphic.kind) {
    case 'drawn': {
      const { asset, length, raster } = graphic;
      return createAssetDrawing(asset, {
        frame,
        duration: length,
        fonts,
        ...(raster !== undefined && { raster }),
        ...(sound && { sound }),
      });
    }
    case 'caption':
      return Promise.resolve(createCaptionDrawing(graphic, frame, fonts));
    case 'rich-caption':
      return Promise.resolve(createRichCaptionDrawing(graphic, frame, fonts));
  }
}

/**
 * Checks that the fonts of a graphic are known, before any frame is rendered.
 *
 * @param frame size of the viewport in pixels: the box of the clip, or the whole output.
 * @param field the path of the asset in the edit.
 * @returns warnings about characters that no font can show.
 * @throws {KinoraError} `font_not_found`, with the field.
 */
export function checkDrawing(
  graphic: GraphicVisual,
  frame: PixelSize,
  fonts: FontLibrary,
  field: string,
): Warning[] {
  switch (graphic.kind) {
    case 'drawn':
      // The browser has its own fonts.
      return graphic.raster === undefined ? checkFonts(graphic.asset, fonts, field) : [];
    case 'caption':
      return checkCaption(graphic, fonts, field);
    case 'rich-caption':
      return checkRichCaption(graphic, frame, fonts, field);
  }
}
