import { SUBJECT_PARTS, type SubjectBox } from '../media/subject-track.ts';
import { runModel } from './models.ts';
import { type SmallPicture, toModelInput } from './small-picture.ts';

/** Pixels of a side of the model's picture. */
const SIDE = 192;
/** Cells in a row and in a column of the model's results. Each may see one face. */
const CELLS = 48;
/** Numbers of each cell: the box of a face, and six points of it. */
const NUMBERS = 16;
/** Least certainty, 0 to 1, with which a face counts. */
const LEAST_SCORE = 0.6;
/** Share of two boxes that they have in common, from which on they show the same face. */
const SAME_FACE = 0.3;

/** A box in pixels of the model's picture, and how certain it is. */
interface ScoredBox {
  readonly score: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Finds the faces of a picture, the largest first. */
export async function findFaces(picture: SmallPicture): Promise<SubjectBox[]> {
  const scale = SIDE / Math.max(picture.width, picture.height);
  const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)];
  const part = { left: (SIDE - width) >> 1, top: (SIDE - height) >> 1, width, height };
  const [boxes, scores] = await runModel('face', toModelInput(picture, SIDE, part, [-1, 1]));
  if (!boxes || !scores) throw new Error('The model for faces has other results.');
  return keepDistinct(listCertain(boxes, scores))
    .toSorted((one, other) => other.width * other.height - one.width * one.height)
    .map((box) => [
      toParts((box.x - part.left) / width),
      toParts((box.y - part.top) / height),
      toParts(box.width / width),
      toParts(box.height / height),
    ]);
}

function toParts(fraction: number): number {
  return Math.round(fraction * SUBJECT_PARTS);
}

function listCertain(boxes: Float32Array, scores: Float32Array): ScoredBox[] {
  const found: ScoredBox[] = [];
  scores.forEach((raw, cell) => {
    const score = 1 / (1 + Math.exp(-raw));
    if (score < LEAST_SCORE) return;
    const [x = 0, y = 0, width = 0, height = 0] = boxes.subarray(NUMBERS * cell, NUMBERS * cell + 4);
    // Centres are written as distances from the middle of their cell.
    const middle = (index: number): number => ((index + 0.5) * SIDE) / CELLS;
    const centre = { x: x + middle(cell % CELLS), y: y + middle(Math.floor(cell / CELLS)) };
    found.push({ score, ...centre, width, height });
  });
  return found;
}

/** Returns the most certain box of each face. */
function keepDistinct(boxes: readonly ScoredBox[]): ScoredBox[] {
  const kept: ScoredBox[] = [];
  for (const box of boxes.toSorted((one, other) => other.score - one.score))
    if (kept.every((other) => sharedPartOf(box, other) < SAME_FACE)) kept.push(box);
  return kept;
}

/** Returns the share of two boxes together that both of them cover. */
function sharedPartOf(one: ScoredBox, other: ScoredBox): number {
  const shared = (side: 'width' | 'height', place: 'x' | 'y'): number =>
    Math.max(
      0,
      Math.min(one[place] + one[side] / 2, other[place] + other[side] / 2) -
        Math.max(one[place] - one[side] / 2, other[place] - other[side] / 2),
    );
  const both = shared('width', 'x') * shared('height', 'y');
  return both / (one.width * one.height + other.width * other.height - both);
}
