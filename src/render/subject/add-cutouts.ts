import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type Edit, listImageCutouts } from '../../edit/model.ts';
import type { Media, StillMedia } from '../media/media.ts';
import { UnreadableSource } from '../media/unreadable-source.ts';
import { type RgbaImage, readStill, StillError, writePng } from '../stills/still.ts';
import { featherMask, multiplyByMask } from './cutout-mask.ts';
import { CUT_SIDE } from './frame-cutter.ts';
import { maskPeople, type PeopleMask } from './find-people.ts';
import { searchedSizeOf, type SmallPicture } from './small-picture.ts';

/**
 * Adds to the images of an edit PNGs of their people alone, where clips show these.
 *
 * @param folder folder for the new files.
 * @param fieldOf returns the field of the first clip with a URL.
 * @param onProgress called for each picture.
 * @throws {UnreadableSource} if a picture cannot be read.
 */
export async function addCutouts(
  media: ReadonlyMap<string, Media>,
  edit: Edit,
  folder: string,
  fieldOf: (url: string) => string,
  onProgress: () => void,
): Promise<ReadonlyMap<string, Media>> {
  const added = new Map(media);
  for (const [url, feathers] of listImageCutouts(edit)) {
    const file = media.get(url);
    if (file?.kind !== 'still' || file.cutouts) continue;
    try {
      const people = await findIn(file);
      const cutouts: Record<string, string> = {};
      for (const feather of feathers) {
        onProgress();
        const path = join(folder, `cutout-${randomUUID()}.png`);
        await writePng(await cutStill(file, people && featherMask(people, feather)), path);
        cutouts[feather] = path;
      }
      added.set(url, { ...file, cutouts, ...(!people && { isDeserted: true }) });
    } catch (error) {
      throw error instanceof StillError ? new UnreadableSource(fieldOf(url), { cause: error }) : error;
    }
  }
  return added;
}

/** Finds the people of a picture. Returns undefined if there are none. @throws {StillError} if the file is damaged. */
async function findIn({ path, width, height }: StillMedia): Promise<PeopleMask | undefined> {
  const whole = { left: 0, top: 0, width, height };
  const readSmall = async (longest?: number): Promise<SmallPicture> => {
    const { data, ...size } = await readStill(path, whole, searchedSizeOf(whole, longest));
    return { data, stride: 4 * size.width, ...size };
  };
  return maskPeople(await readSmall(), await readSmall(CUT_SIDE));
}

/** Returns the people of a picture, on a transparent ground. @throws {StillError} if the file is damaged. */
async function cutStill(
  { path, width, height }: StillMedia,
  people: PeopleMask | undefined,
): Promise<RgbaImage> {
  const size = { width, height };
  const pixels = await readStill(path, { left: 0, top: 0, ...size }, size);
  multiplyByMask({ data: pixels.data.subarray(3), stride: 4 * width, step: 4, ...size }, people);
  return pixels;
}
