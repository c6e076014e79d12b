import { join } from 'node:path';
import { transcodeVideo } from '../av/transcode.ts';
import type { Media } from '../media/media.ts';

/**
 * Re-encodes the picture of every video that cannot be used as it is (contract C30), nearly without loss and with every
 * picture at its own time. Its sound is still read from the original.
 *
 * @param media the probed files by URL.
 * @param forced URLs whose asset asks for it with `transcode`.
 * @param folder where the new files go.
 * @param onFrame called after each picture that is re-encoded.
 */
export async function prepare(
  media: ReadonlyMap<string, Media>,
  forced: ReadonlySet<string>,
  folder: string,
  onFrame: () => void,
): Promise<Map<string, Media>> {
  const prepared = new Map(media);
  let made = 0;
  for (const [url, file] of media) {
    if (file.kind !== 'av' || !file.video) continue;
    if (file.video.defects.length === 0 && !forced.has(url)) continue;
    const video = await transcodeVideo(file.video, join(folder, `prepared-${made++}`), onFrame);
    prepared.set(url, { ...file, video });
  }
  return prepared;
}
