import { readFile, stat } from 'node:fs/promises';
import { KinoraError } from '../../base/errors.ts';
import { SvgError, readSvgSize } from '../draw/svg/svg-drawing.ts';
import type { VectorMedia } from '../media/media.ts';

/** A drawing larger than this is refused before it is read: with pictures inside of it it may be some megabytes. */
const MAX_BYTES = 10_000_000;

/**
 * Reads a vector drawing.
 *
 * @throws {KinoraError} `asset_too_large` or `asset_not_media`, their messages without the name of the file.
 */
export async function probeVector(path: string): Promise<VectorMedia> {
  const { size } = await stat(path);
  if (size > MAX_BYTES) {
    const phrase = `is an SVG drawing of ${Math.ceil(size / 1e6)} MB, but one may have up to ${MAX_BYTES / 1e6} MB`;
    throw new KinoraError('asset_too_large', phrase);
  }
  const markup = new TextDecoder().decode(await readFile(path));
  try {
    return { kind: 'vector', markup, ...(await readSvgSize(markup)) };
  } catch (error) {
    if (!(error instanceof SvgError)) throw error;
    // The caller ends the sentence.
    throw new KinoraError('asset_not_media', error.message.replace(/\.$/, ''), { cause: error });
  }
}
