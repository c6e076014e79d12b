import { KinoraError } from '../../../base/errors.ts';
import type { FileType } from '../sniff.ts';
import { hasAllBoxes } from './boxes.ts';
import { hasAllChunks } from './chunks.ts';
import { hasAllElements } from './elements.ts';
import { FileBytes } from './file-bytes.ts';
import { hasAllTables } from './font-tables.ts';
import { hasAllBlocks } from './gif-blocks.ts';
import { hasLastChunk } from './png-chunks.ts';

/** The checks by FFmpeg demuxer. Files of all other formats do not say where they end. */
const CHECKS: Readonly<Partial<Record<string, (bytes: FileBytes) => boolean>>> = {
  mov: hasAllBoxes,
  matroska: hasAllElements,
  wav: hasAllChunks,
  avi: hasAllChunks,
  aiff: hasAllChunks,
  webp_pipe: hasAllChunks,
  gif: hasAllBlocks,
  png_pipe: hasLastChunk,
  apng: hasLastChunk,
};

/**
 * Checks that the end of a file is not missing, as after an upload that was cut off. A player would play the
 * beginning of such a file.
 *
 * @throws {KinoraError} `asset_not_media`. The caller puts the name of the file in front of the message.
 */
export function checkComplete(path: string, { kind, demuxer = '' }: FileType): void {
  const isComplete = kind === 'font' ? hasAllTables : CHECKS[demuxer];
  if (!isComplete) return;
  if (isWhole(path, isComplete)) return;
  throw new KinoraError('asset_not_media', 'is incomplete: its end is missing');
}

function isWhole(path: string, isComplete: (bytes: FileBytes) => boolean): boolean {
  using bytes = new FileBytes(path);
  try {
    return isComplete(bytes);
  } catch (error) {
    // A table of the file is shorter than it says.
    if (error instanceof RangeError) return false;
    throw error;
  }
}
