import { join } from 'node:path';
import type { Source } from '../../edit/model.ts';
import { MediaError } from '../av/check.ts';
import { decodeStill } from '../av/video/decode-still.ts';
import { transcodeVideo } from '../av/encode/transcode-video.ts';
import type { Media, StillMedia, VideoTrack } from '../media/media.ts';
import { UnreadableSource } from '../media/unreadable-source.ts';
import { writePng } from '../stills/still.ts';

/**
 * Re-encodes the pictures of every video or animated image that cannot be used as it is (contract C30). The
 * result is nearly lossless and keeps the time of each frame. Sound is still read from the original. Converts
 * a still to PNG if only FFmpeg can read its format.
 *
 * @param sources the sources of the edit.
 * @param media the probed files by URL.
 * @param needsTranscoding returns true if a video must be re-encoded.
 * @param folder folder for the new files.
 * @param onFrame called after each re-encoded frame.
 * @returns the media by URL, with the new files.
 * @throws {UnreadableSource} if a file cannot be read to its end.
 */
export async function prepareSources(
  sources: readonly Source[],
  media: ReadonlyMap<string, Media>,
  needsTranscoding: (video: VideoTrack, url: string) => boolean,
  folder: string,
  onFrame: () => void,
): Promise<Map<string, Media>> {
  const prepared = new Map(media);
  let fileCount = 0;
  for (const { url, field } of sources) {
    const file = prepared.get(url);
    if (!file || file !== media.get(url)) continue;
    try {
      if (file.kind === 'still' && file.demuxer !== undefined) {
        prepared.set(
          url,
          await convertToPng(file, file.demuxer, join(folder, `prepared-${fileCount++}.png`)),
        );
      }
      if ((file.kind !== 'av' && file.kind !== 'animation') || !file.video) continue;
      if (!needsTranscoding(file.video, url)) continue;
      const video = await transcodeVideo(
        await fetchTrack(file.video),
        join(folder, `prepared-${fileCount++}`),
        onFrame,
      );
      prepared.set(url, { ...file, video });
    } catch (error) {
      throw error instanceof MediaError ? new UnreadableSource(field, { cause: error }) : error;
    }
  }
  return prepared;
}

/** Converts a still to PNG. Needed if only FFmpeg can read its format. */
async function convertToPng(
  { width, height, ...still }: StillMedia,
  demuxer: string,
  to: string,
): Promise<StillMedia> {
  await writePng(await decodeStill(still.path, demuxer), to);
  return { kind: 'still', path: to, width, height };
}

/** Fetches the whole file of a track, because the whole file will be read. */
async function fetchTrack(track: VideoTrack): Promise<VideoTrack> {
  const { file } = track.location;
  if (typeof file === 'string') return track;
  return { ...track, location: { ...track.location, file: await file.fetchAll() } };
}
