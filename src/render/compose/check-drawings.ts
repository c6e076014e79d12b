import { KinoraError } from '../../base/errors.ts';
import { SvgError, svgSize } from '../draw/svg.ts';
import type { Timeline } from '../resolve/timeline.ts';

/**
 * Reads the drawings that stand in an edit, before any frame is made; those in files have been read already.
 *
 * @throws {KinoraError} `validation_failed`, with the field of the first that cannot be drawn.
 */
export async function checkDrawings({ seen }: Timeline): Promise<void> {
  for (const { picture, field } of seen) {
    if (picture.kind !== 'drawn' || picture.asset.type !== 'svg') continue;
    try {
      await svgSize(picture.asset.src);
    } catch (error) {
      if (!(error instanceof SvgError)) throw error;
      throw new KinoraError('validation_failed', `${field}.asset.src: ${error.message}`, { cause: error });
    }
  }
}
