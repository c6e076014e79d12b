import type { SubjectBox } from '../media/subject-track.ts';
import { boxOfWeights } from './box-of-weights.ts';
import { runModel } from './models.ts';
import { type SmallPicture, toModelInput } from './small-picture.ts';

/** Pixels of a side of the model's picture. */
export const MASK_SIDE = 256;
/** From this value on, 0 to 1, a pixel is part of a person, and from that value on it certainly is. */
const [INSIDE, CERTAIN] = [0.5, 0.9];
/** Least share of the pixels inside that are certain. In a landscape, where the model sees people, too, most are not. */
const LEAST_CERTAIN = 0.75;
/** Least and largest share of the picture that people cover. Beyond it, the model is wrong, or there is nothing to follow. */
const [LEAST_AREA, MOST_AREA] = [0.004, 0.75];

/**
 * Returns how much each pixel of a picture belongs to a person, 0 to 1, row by row. The picture is stretched to
 * {@link MASK_SIDE} pixels across and down.
 */
export async function maskPeople(picture: SmallPicture): Promise<Float32Array> {
  const part = { left: 0, top: 0, width: MASK_SIDE, height: MASK_SIDE };
  const [mask] = await runModel('person', toModelInput(picture, MASK_SIDE, part, [0, 1]));
  if (!mask) throw new Error('The model for people has other results.');
  return mask;
}

/** Finds the people of a picture, as one box. Returns undefined if there are none. */
export async function findPeople(picture: SmallPicture): Promise<SubjectBox | undefined> {
  const mask = await maskPeople(picture);
  const inside = mask.reduce((sum, value) => sum + Number(value > INSIDE), 0);
  const certain = mask.reduce((sum, value) => sum + Number(value > CERTAIN), 0);
  const area = inside / mask.length;
  if (area < LEAST_AREA || area > MOST_AREA || certain < LEAST_CERTAIN * inside) return undefined;
  return boxOfWeights(
    mask.map((value) => Number(value > INSIDE)),
    MASK_SIDE,
  );
}
