import { join } from 'node:path';
import type { Source } from '../../edit/model.ts';
import { MediaError } from '../av/check.ts';
import { decodeStill } from '../av/video/decode-still.ts';
import { transcodeVideo } from '../av/encode/transcode-video.ts';
import type { Media, StillMedia, VideoTrack } from '../media/media.ts';
import { UnreadableSource } from '../media/unreadable-source.ts';
import { writePng } from '../stills/still.ts';

/**
 * Re-encodes the picture of every video that cannot be used as it is (contract C30), nearly without loss and with every
 * picture at its own time. Its sound is still read from the original. Pictures that move by themselves are such videos.
 *
 * @param sources of the edit.
 * @param media the probed files by URL.
 * @param needsTranscoding whether a video has to be re-encoded for what it is used for.
 * @param folder where the new files go.
 * @param onFrame called after each picture that is re-encoded.
 * @throws {UnreadableSource} when a file cannot be read to its end.
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

/** A picture of a format that only FFmpeg reads, in one that is read like the others. */
async function convertToPng(
  { width, height, ...still }: StillMedia,
  demuxer: string,
  to: string,
): Promise<StillMedia> {
  await writePng(await decodeStill(still.path, demuxer), to);
  return { kind: 'still', path: to, width, height };
}

/** The track in a file that is here: all of it will be read. */
async function fetchTrack(track: VideoTrack): Promise<VideoTrack> {
  const { file } = track.location;
  if (typeof file === 'string') return track;
  return { ...track, location: { ...track.location, file: await file.fetchAll() } };
}
