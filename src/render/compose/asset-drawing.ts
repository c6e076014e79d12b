import { KinoraError } from '../../base/errors.ts';
import type { Warning } from '../../edit/index.ts';
import type { DrawnAsset } from '../resolve/timeline.ts';
import type { Size } from '../scene/placement.ts';
import type { Drawing } from './drawing.ts';
import { letteringOf } from './lettering.ts';
import { textDrawing, textFace } from './text.ts';

/** Letters that a warning names at the most. */
const NAMED = 5;

/**
 * Checks that the fonts of an asset are known, before any frame is made.
 *
 * @param field where the asset stands in the edit.
 * @returns what of it no font can show.
 * @throws {KinoraError} `font_not_found`, with the field.
 */
export function checkFonts(asset: DrawnAsset, field: string): Warning[] {
  if (asset.type !== 'text') return [];
  const { missing } = letteringOf(
    asset.text,
    named(() => textFace(asset), `${field}.font.family`),
  );
  if (missing.length === 0) return [];
  const letters = missing.slice(0, NAMED).map((letter) => `"${letter}"`);
  const more = missing.length > NAMED ? ` and ${missing.length - NAMED} more` : '';
  const text = `${field}.text: no font has a letter for ${letters.join(', ')}${more}; a box stands there instead.`;
  return [{ field: `${field}.text`, text }];
}

/** Says of an error which field is to blame. */
function named<Value>(work: () => Value, field: string): Value {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof KinoraError)) throw error;
    throw new KinoraError(error.code, `${field}: ${error.message}`, { cause: error });
  }
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
