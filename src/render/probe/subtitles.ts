import { readFile } from 'node:fs/promises';
import { KinoraError } from '../../base/errors.ts';
import type { Media, SubtitlesMedia } from '../media/media.ts';
import type { SourceFile } from '../media/source-file.ts';
import { SubtitleError } from '../subtitles/subtitle-error.ts';
import { readSubtitles } from '../subtitles/read-subtitles.ts';
import { probe } from './probe.ts';
import { sizeOf, sniff, fetchWholeFile } from './sniff.ts';

/** Maximum size of a subtitle file in bytes: fifty times the subtitles of a long film. */
const MAX_BYTES = 5_000_000;

/**
 * Reads a subtitle file.
 *
 * @param encoding label of the encoding of the file. If absent, it is found out.
 * @throws {KinoraError} `asset_not_media` with the line that cannot be read, or `asset_too_large`. The caller
 *   puts the name of the file in front of the message.
 * @throws {RemoteReadError} if the bytes of the file are unavailable.
 */
export async function probeSubtitles(file: SourceFile, encoding?: string): Promise<SubtitlesMedia> {
  const bytes = await sizeOf(file);
  if (bytes !== undefined && bytes > MAX_BYTES) {
    const message = `is larger than ${MAX_BYTES / 1e6} MB, the maximum for a subtitle file`;
    throw new KinoraError('asset_too_large', message);
  }
  try {
    return readSubtitles(await readFile(await fetchWholeFile(file)), encoding);
  } catch (error) {
    if (!(error instanceof SubtitleError)) throw error;
    throw new KinoraError('asset_not_media', `cannot be read as subtitles: ${error.message}`, {
      cause: error,
    });
  }
}

/**
 * Probes a file that captions name: subtitles, or a sound or video to transcribe.
 *
 * @throws the same errors as {@link probeSubtitles}. For any other file, the message says what the file is.
 */
export async function probeCaptions(file: SourceFile, encoding?: string): Promise<Media> {
  const { kind, displayName: shown } = await sniff(file);
  if (kind === 'subtitles') return probeSubtitles(file, encoding);
  if (kind === 'av') return probe(file);
  const what = kind === 'still' ? `an image (${shown})` : shown;
  throw new KinoraError(
    'asset_not_media',
    `is not a subtitle file (SRT, VTT or TTML): its content is ${what}`,
  );
}
