import { KinoraError } from '../../base/errors.ts';
import { NATURAL_SPEED, type Speed, toSpeed } from '../../base/time.ts';
import type { RenditionTransformation } from '../../ingest/model.ts';

/** Returns the playback speed of a rendition that plays. @throws {KinoraError} `validation_failed` if it is 0. */
export function speedOf({ speed }: Pick<RenditionTransformation, 'speed'>): Speed {
  const factor = speed?.speed === undefined ? NATURAL_SPEED : toSpeed(speed.speed);
  if (factor.gt(0)) return factor;
  throw new KinoraError(
    'validation_failed',
    'At a speed of 0, the rendition would never end. Use a speed above 0 and up to 10.',
  );
}
