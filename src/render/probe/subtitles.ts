import { readFile } from 'node:fs/promises';
import { KinoraError } from '../../base/errors.ts';
import type { Media, SubtitlesMedia } from '../media/media.ts';
import type { SourceFile } from '../media/source-file.ts';
import { SubtitleError } from '../subtitles/subtitle-error.ts';
import { readSubtitles } from '../subtitles/read-subtitles.ts';
import { probe } from './probe.ts';
import { sizeOf, sniff, fetchWholeFile } from './sniff.ts';

/** Fifty times what the subtitles of a long film have. */
const MAX_BYTES = 5_000_000;

/**
 * Reads a file of subtitles.
 *
 * @throws {KinoraError} `asset_not_media` with the line that cannot be read, or `asset_too_large`; the caller adds which asset it was.
 * @throws {RemoteReadError} when its bytes cannot be had.
 */
export async function probeSubtitles(file: SourceFile): Promise<SubtitlesMedia> {
  const bytes = await sizeOf(file);
  if (bytes !== undefined && bytes > MAX_BYTES) {
    const message = `is larger than ${MAX_BYTES / 1e6} MB, the most that a subtitle file may have`;
    throw new KinoraError('asset_too_large', message);
  }
  try {
    return readSubtitles(await readFile(await fetchWholeFile(file)));
  } catch (error) {
    if (!(error instanceof SubtitleError)) throw error;
    throw new KinoraError('asset_not_media', `cannot be read as subtitles: ${error.message}`, {
      cause: error,
    });
  }
}

/**
 * What the file of captions is: subtitles, or a sound or video that may be transcribed.
 *
 * @throws as {@link probeSubtitles}; for what is neither, with what it is instead.
 */
export async function probeCaptions(file: SourceFile): Promise<Media> {
  const { kind, displayName: shown } = await sniff(file);
  if (kind === 'subtitles') return probeSubtitles(file);
  if (kind === 'av') return probe(file);
  const what = kind === 'still' ? `an image (${shown})` : shown;
  throw new KinoraError(
    'asset_not_media',
    `is not a subtitle file (SRT, VTT or TTML): its content is ${what}`,
  );
}
