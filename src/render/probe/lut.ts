import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { KinoraError } from '../../base/errors.ts';
import { CubeError, cubeOf } from '../grade/cube.ts';
import type { LutMedia } from '../media/media.ts';
import type { SourceFile } from '../media/source-file.ts';
import { fetchWholeFile, type FileType, sniff } from './sniff.ts';

/** Maximum size of a lookup table in bytes. 65 colours along each side take about 8 MB. */
const MAX_BYTES = 16_000_000;

/**
 * Reads a file as a lookup table.
 *
 * @param type the type of the file, if it is known.
 * @throws {KinoraError} `asset_too_large` or `asset_not_media`. The caller puts the name of the file in front of the
 *   message.
 * @throws {RemoteReadError} if the bytes of the file are unavailable.
 */
export async function probeLut(file: SourceFile, type?: FileType): Promise<LutMedia> {
  const { kind, displayName } = type ?? (await sniff(file));
  if (kind !== 'lut' && kind !== 'other')
    throw new KinoraError(
      'asset_not_media',
      `is ${displayName}, but the filter needs a lookup table (.cube)`,
    );
  const path = await fetchWholeFile(file);
  const { size } = await stat(path);
  if (size > MAX_BYTES) {
    const phrase = `is a lookup table of ${Math.ceil(size / 1e6)} MB, but the maximum is ${MAX_BYTES / 1e6} MB`;
    throw new KinoraError('asset_too_large', phrase);
  }
  const text = new TextDecoder().decode(await readFile(path));
  const media: LutMedia = { kind: 'lut', id: createHash('sha256').update(text).digest('hex'), text };
  try {
    cubeOf(media);
  } catch (error) {
    if (!(error instanceof CubeError)) throw error;
    throw new KinoraError('asset_not_media', error.message, { cause: error });
  }
  return media;
}
