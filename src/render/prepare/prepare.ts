import { join } from 'node:path';
import type { Source } from '../../edit/index.ts';
import { MediaError } from '../av/check.ts';
import { transcodeVideo } from '../av/transcode.ts';
import type { Media, VideoTrack } from '../media/media.ts';
import { Unreadable } from '../media/unreadable.ts';

/**
 * Re-encodes the picture of every video that cannot be used as it is (contract C30), nearly without loss and with every
 * picture at its own time. Its sound is still read from the original.
 *
 * @param sources of the edit.
 * @param media the probed files by URL.
 * @param needed whether a video has to be re-encoded for what it is used for.
 * @param folder where the new files go.
 * @param onFrame called after each picture that is re-encoded.
 * @throws {Unreadable} when a file cannot be read to its end.
 */
export async function prepare(
  sources: readonly Source[],
  media: ReadonlyMap<string, Media>,
  needed: (video: VideoTrack, url: string) => boolean,
  folder: string,
  onFrame: () => void,
): Promise<Map<string, Media>> {
  const prepared = new Map(media);
  let made = 0;
  for (const { url, field } of sources) {
    const file = prepared.get(url);
    if (file?.kind !== 'av' || !file.video || file !== media.get(url)) continue;
    if (!needed(file.video, url)) continue;
    try {
      const video = await transcodeVideo(
        await whole(file.video),
        join(folder, `prepared-${made++}`),
        onFrame,
      );
      prepared.set(url, { ...file, video });
    } catch (error) {
      throw error instanceof MediaError ? new Unreadable(field, { cause: error }) : error;
    }
  }
  return prepared;
}

/** The track in a file that is here: all of it will be read. */
async function whole(track: VideoTrack): Promise<VideoTrack> {
  const { file } = track.location;
  if (typeof file === 'string') return track;
  return { ...track, location: { ...track.location, file: await file.whole() } };
}
