import { type AspectRatio, placeInShape } from '../../edit/output/clip-shapes.ts';
import { readAt } from '../schema/walk-schema.ts';
import { CLIP_STEPS, pathOf } from './clip-path.ts';
import { type ClipPlace, findClip } from './clip-spans.ts';
import type { Change, DraftClip, DraftEdit, JsonPath } from './edit-text.ts';
import { findEmptied } from './field-changes.ts';
import { findShapeOf, listDraftOutputs } from './shapes.ts';

/** The shape of the output that is shown and edited. */
export interface ShownShape {
  /** Undefined for a size of another ratio, and for a sound. */
  readonly name: AspectRatio | undefined;
  /** True if a change goes to the common place of a clip, unless the clip has the field for this shape alone. */
  readonly isCommon: boolean;
}

/** Returns the shape of an output. The first one, and those without a name, share the common place. */
export function findShownShape(edit: DraftEdit, output: number): ShownShape {
  const outputs = listDraftOutputs(edit);
  const [first, name] = [outputs[0], outputs[output]].map((each) => each && findShapeOf(each));
  return { name, isCommon: name === undefined || name === first };
}

/** Returns a clip as it is in a shape: with its place there in its fields. */
export function readInShape(clip: DraftClip, { name }: ShownShape): DraftClip {
  // A place changes only fields of the clip.
  return placeInShape(clip, name) as DraftClip;
}

/** Returns the place that a clip has in a shape alone. Undefined if it has none. */
export function findOwnPlace(clip: DraftClip, { name }: ShownShape): unknown {
  return name === undefined ? undefined : readAt(clip, ['shapes', name]);
}

/** Returns where a field of a clip is written while a shape is shown. @param field the path from the clip. */
export function findPlacePath(
  clip: DraftClip,
  place: ClipPlace,
  field: JsonPath,
  shape: ShownShape,
): JsonPath {
  const { name, isCommon } = shape;
  const hasOwn = readAt(findOwnPlace(clip, shape), field.slice(0, 1)) !== undefined;
  const isOwn = name !== undefined && field[0] !== 'asset' && (hasOwn || !isCommon);
  return [...pathOf(place), ...(isOwn ? ['shapes', name] : []), ...field];
}

/** Number of steps in the path of the place of a clip in a shape. */
const PLACE_STEPS = CLIP_STEPS + 2;

/** Returns the common value of a field in the place of a shape. Undefined for other fields. */
export function readCommonValue(edit: DraftEdit, path: JsonPath): unknown {
  if (path[CLIP_STEPS] !== 'shapes' || path.length <= PLACE_STEPS) return undefined;
  return readAt(edit, [...path.slice(0, CLIP_STEPS), ...path.slice(PLACE_STEPS)]);
}

/**
 * Lets changes within an object, such as the x of an offset, keep the rest of it: an object in the place of a shape
 * replaces the common one as a whole, so that the common one is copied first.
 */
export function copyCommonPlace(edit: DraftEdit, changes: readonly Change[]): Change[] {
  const copied = new Set<string>();
  return changes.flatMap((change) => {
    const owner = change.path.slice(0, PLACE_STEPS + 1);
    const common = change.path.length > owner.length ? readCommonValue(edit, owner) : undefined;
    const isThere = copied.has(owner.join()) || readAt(edit, owner) !== undefined;
    if (common === undefined || isThere) return [change];
    copied.add(owner.join());
    return [{ path: owner, value: common }, change];
  });
}

/** Removes the places that clips have in a shape alone, so that the common ones count again. */
export function returnToCommonPlace(
  edit: DraftEdit,
  places: readonly ClipPlace[],
  shape: ShownShape,
): Change[] {
  const { name } = shape;
  return places.flatMap((place) => {
    if (name === undefined || findOwnPlace(findClip(edit, place) ?? {}, shape) === undefined) return [];
    const path = pathOf(place);
    return [{ path: findEmptied(edit, [...path, 'shapes', name], path.length), value: undefined }];
  });
}
