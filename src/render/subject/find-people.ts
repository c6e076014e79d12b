import { SUBJECT_PARTS, type SubjectBox } from '../media/subject-track.ts';
import { boxOfWeights } from './box-of-weights.ts';
import { runModel } from './models.ts';
import { type PictureRegion, type SmallPicture, toModelInput, WHOLE_PICTURE } from './small-picture.ts';

/** Pixels of a side of the model's picture. */
export const MASK_SIDE = 256;
/** From this value on, 0 to 1, a pixel is part of a person, and from that value on it certainly is. */
const [INSIDE, CERTAIN] = [0.5, 0.9];
/** Least share of the pixels inside that are certain. In a landscape, where the model sees people, too, most are not. */
const LEAST_CERTAIN = 0.75;
/** Least and largest share of the picture that people cover. Beyond it, the model is wrong, or there is nothing to follow. */
const [LEAST_AREA, MOST_AREA] = [0.004, 0.75];
/** Least share of certain pixels of people who are cut out. They are expected to be there. */
const LEAST_CUT = 0.15;
/** How far to look for the rest of somebody around the part that is found first, in parts of its width and height. */
const [BESIDE, ABOVE, BELOW] = [0.8, 0.5, 1.5];

/** How much each pixel of a part of a picture belongs to a person. */
export interface PeopleMask {
  readonly region: PictureRegion;
  /** 0 to 1, row by row. The region is stretched to {@link MASK_SIDE} pixels across and down. */
  readonly mask: Float32Array;
}

/**
 * Masks the people of a picture. Looks at the whole picture first, and then closely at the part with people: the model
 * is made for people who fill the picture. Returns undefined if there are none.
 *
 * @param close the same picture, larger.
 */
export async function maskPeople(
  picture: SmallPicture,
  close: SmallPicture,
): Promise<PeopleMask | undefined> {
  const box = boxOfPeople(await runOn(picture, WHOLE_PICTURE), LEAST_CUT);
  if (!box) return undefined;
  const region = regionAround(box);
  return { region, mask: await runOn(close, region) };
}

/** Finds the people of a picture, as one box. Returns undefined if there are none. */
export async function findPeople(picture: SmallPicture): Promise<SubjectBox | undefined> {
  const mask = await runOn(picture, WHOLE_PICTURE);
  const area = countAbove(mask, INSIDE) / mask.length;
  return area > MOST_AREA ? undefined : boxOfPeople(mask, LEAST_CERTAIN);
}

async function runOn(picture: SmallPicture, region: PictureRegion): Promise<Float32Array> {
  const part = { left: 0, top: 0, width: MASK_SIDE, height: MASK_SIDE };
  const [mask] = await runModel('person', toModelInput(picture, MASK_SIDE, part, [0, 1], region));
  if (!mask) throw new Error('The model for people has other results.');
  return mask;
}

function boxOfPeople(mask: Float32Array, leastCertain: number): SubjectBox | undefined {
  const inside = countAbove(mask, INSIDE);
  if (inside < LEAST_AREA * mask.length || countAbove(mask, CERTAIN) < leastCertain * inside)
    return undefined;
  return boxOfWeights(
    mask.map((value) => Number(value > INSIDE)),
    MASK_SIDE,
  );
}

function countAbove(mask: Float32Array, least: number): number {
  return mask.reduce((sum, value) => sum + Number(value > least), 0);
}

/** Returns the part of a picture in which somebody is who is found in a box. */
function regionAround([x, y, width, height]: SubjectBox): PictureRegion {
  const clamp = (place: number): number => Math.min(1, Math.max(0, place / SUBJECT_PARTS));
  const [left, right] = [clamp(x - (0.5 + BESIDE) * width), clamp(x + (0.5 + BESIDE) * width)];
  const [top, bottom] = [clamp(y - (0.5 + ABOVE) * height), clamp(y + (0.5 + BELOW) * height)];
  return { left, top, width: right - left, height: bottom - top };
}
