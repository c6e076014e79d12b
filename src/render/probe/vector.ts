import { readFile, stat } from 'node:fs/promises';
import { KinoraError } from '../../base/errors.ts';
import { readSvgSize } from '../draw/svg/svg-drawing.ts';
import { SvgError } from '../draw/svg/svg-renderer.ts';
import { decodeFile } from '../../base/text/decode-file.ts';
import type { VectorMedia } from '../media/media.ts';

/** Maximum size of a drawing in bytes. Embedded pictures can take some megabytes. */
const MAX_BYTES = 10_000_000;

/**
 * Reads a vector drawing.
 *
 * @param encoding Label of the encoding of the file. If absent, it is found out.
 * @throws {KinoraError} `asset_too_large` or `asset_not_media`. The caller puts the name of the file in front
 *   of the message.
 */
export async function probeVector(path: string, encoding?: string): Promise<VectorMedia> {
  const { size } = await stat(path);
  if (size > MAX_BYTES) {
    const phrase = `is an SVG drawing of ${Math.ceil(size / 1e6)} MB, but the maximum is ${MAX_BYTES / 1e6} MB`;
    throw new KinoraError('asset_too_large', phrase);
  }
  const { text: markup, note } = decodeFile(await readFile(path), encoding);
  try {
    return { kind: 'vector', markup, ...readSvgSize(markup), ...(note !== undefined && { notes: [note] }) };
  } catch (error) {
    if (!(error instanceof SvgError)) throw error;
    // Remove the full stop, because the caller adds one.
    throw new KinoraError('asset_not_media', error.message.replace(/\.$/, ''), { cause: error });
  }
}
