import { fileTypeFromFile } from 'file-type';
import { KinoraError } from '../../base/errors.ts';
import { MediaError } from '../av/check.ts';
import { probeAv } from '../av/probe.ts';
import type { AvMedia, Media } from '../media/media.ts';
import { probeStill } from '../stills/still.ts';

/** The FFmpeg demuxer for each kind of file that we read; by what the first bytes are, never by a name. */
const DEMUXERS: Readonly<Record<string, string>> = {
  mp4: 'mov',
  m4v: 'mov',
  m4a: 'mov',
  m4b: 'mov',
  mov: 'mov',
  qt: 'mov',
  '3gp': 'mov',
  '3g2': 'mov',
  f4v: 'mov',
  webm: 'matroska',
  mkv: 'matroska',
  mp3: 'mp3',
  aac: 'aac',
  wav: 'wav',
  flac: 'flac',
  ogg: 'ogg',
  ogv: 'ogg',
  oga: 'ogg',
  opus: 'ogg',
  avi: 'avi',
  flv: 'flv',
  mts: 'mpegts',
  m2ts: 'mpegts',
  mpg: 'mpeg',
  asf: 'asf',
  aif: 'aiff',
  mxf: 'mxf',
};

/** Still pictures by their first bytes. */
const STILLS = new Set(['jpg', 'png', 'apng', 'webp', 'gif', 'avif', 'tif']);

/**
 * What a local file is and holds. What a file is, its bytes say (contract C31).
 *
 * @throws {KinoraError} `asset_not_media` with the reason; the caller adds which asset it was.
 */
export async function probe(path: string): Promise<Media> {
  const type = (await fileTypeFromFile(path))?.ext ?? 'unknown';
  const demuxer = DEMUXERS[type];
  try {
    if (STILLS.has(type)) return { kind: 'still', path, ...(await probeStill(path)) };
    if (demuxer) return await withTracks(probeAv(path, demuxer));
  } catch (error) {
    if (error instanceof KinoraError) throw error;
    const reason = error instanceof MediaError ? error.message : `the ${type} file is damaged`;
    throw new KinoraError('asset_not_media', `is not a media file that can be read (${reason})`, {
      cause: error,
    });
  }
  const seen =
    type === 'unknown' ? 'its content is of no known media type' : `its content is of type ${type}`;
  throw new KinoraError('asset_not_media', `is not a media file: ${seen}`);
}

async function withTracks(media: Promise<AvMedia>): Promise<AvMedia> {
  const found = await media;
  if (!found.video && !found.audio) {
    throw new KinoraError(
      'asset_not_media',
      'is not a media file: it holds neither a picture nor a sound that can be decoded',
    );
  }
  return found;
}
