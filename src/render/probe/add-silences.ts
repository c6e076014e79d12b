import { listSilenceSettings, type Edit } from '../../edit/model.ts';
import { MediaError } from '../av/check.ts';
import type { Media } from '../media/media.ts';
import { UnreadableSource } from '../media/unreadable-source.ts';
import { findSilences } from './find-silences.ts';

/**
 * Adds to the media of an edit the silences that are cut out of clips. Reads the sound of each of these files once,
 * unless its silences are known.
 *
 * @param fieldOf returns the field of the first clip with a URL.
 * @param onProgress called for each second of a sound.
 * @throws {UnreadableSource} if a sound cannot be read.
 */
export async function addSilences(
  media: ReadonlyMap<string, Media>,
  edit: Edit,
  fieldOf: (url: string) => string,
  onProgress: () => void,
): Promise<ReadonlyMap<string, Media>> {
  const settings = listSilenceSettings(edit);
  if (settings.size === 0) return media;
  const added = new Map(media);
  const mayGoOn = (): boolean => {
    onProgress();
    return true;
  };
  for (const [url, wanted] of settings) {
    const file = media.get(url);
    if (file?.kind !== 'av' || file.silences) continue;
    try {
      const silences = await findSilences(file, wanted, mayGoOn);
      if (silences) added.set(url, { ...file, silences });
    } catch (error) {
      throw error instanceof MediaError ? new UnreadableSource(fieldOf(url), { cause: error }) : error;
    }
  }
  return added;
}
