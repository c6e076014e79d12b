import { listFollowedSources, type Edit } from '../../edit/model.ts';
import { MediaError } from '../av/check.ts';
import type { Media } from '../media/media.ts';
import { UnreadableSource } from '../media/unreadable-source.ts';
import { StillError } from '../stills/still.ts';
import { findStillSubjects, findSubjects } from './find-subjects.ts';

/**
 * Adds to the media of an edit what the pictures are about that clips follow. Reads each of these files once, unless
 * that is known.
 *
 * @param fieldOf returns the field of the first clip with a URL.
 * @param onProgress called for each frame.
 * @throws {UnreadableSource} if a picture cannot be read.
 */
export async function addSubjects(
  media: ReadonlyMap<string, Media>,
  edit: Edit,
  fieldOf: (url: string) => string,
  onProgress: () => void,
): Promise<ReadonlyMap<string, Media>> {
  const followed = listFollowedSources(edit);
  if (followed.size === 0) return media;
  const added = new Map(media);
  const mayGoOn = (): boolean => {
    onProgress();
    return true;
  };
  for (const url of followed) {
    const file = media.get(url);
    try {
      if (file) added.set(url, await withSubjects(file, mayGoOn));
    } catch (error) {
      const isFault = error instanceof MediaError || error instanceof StillError;
      throw isFault ? new UnreadableSource(fieldOf(url), { cause: error }) : error;
    }
  }
  return added;
}

/**
 * Returns a file with what its picture is about. Returns other files as they are, and those whose search has ended early.
 *
 * @param mayGoOn called for each frame. If it returns false, the search ends.
 */
export async function withSubjects(file: Media, mayGoOn: () => boolean): Promise<Media> {
  const { kind } = file;
  if ((kind !== 'still' && kind !== 'av' && kind !== 'animation') || file.subjects) return file;
  if (kind === 'still') return { ...file, subjects: await findStillSubjects(file) };
  const subjects = file.video && (await findSubjects(file.video, mayGoOn));
  return subjects ? { ...file, subjects } : file;
}
