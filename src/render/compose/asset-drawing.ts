import { KinoraError } from '../../base/errors.ts';
import type { DrawnAsset } from '../resolve/timeline.ts';
import type { Size } from '../scene/placement.ts';
import type { Drawing } from './drawing.ts';
import { checkFont, textDrawing } from './text.ts';

/**
 * Checks that the fonts of an asset are known, before any frame is made.
 *
 * @param field where the asset stands in the edit.
 * @throws {KinoraError} `font_not_found`, with the field.
 */
export function checkFonts(asset: DrawnAsset, field: string): void {
  if (asset.type === 'text') checkFont(asset, field);
}

/** How an asset is drawn. @param output size in pixels. */
export function drawingOf(asset: DrawnAsset, output: Size): Promise<Drawing> {
  switch (asset.type) {
    case 'text':
      return Promise.resolve(textDrawing(asset, output));
    case 'shape':
    case 'svg':
    case 'title':
      // Refused by edit/support.ts.
      throw new KinoraError('internal', `An asset of the type ${asset.type} is not drawn yet.`);
  }
}
