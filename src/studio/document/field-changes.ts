import { readAt } from '../schema/walk-schema.ts';
import { type ClipSpan, findClip } from './clip-spans.ts';
import { listDraftOutputs } from './shapes.ts';
import { CLIP_STEPS, pathOf } from './clip-path.ts';
import type { DraftEdit, JsonPath } from './edit-text.ts';

/** The fields that each output has for itself. */
const OWN_OF_OUTPUT: ReadonlySet<string> = new Set(['aspectRatio', 'size', 'format', 'codec']);

/** Returns the outermost object that is empty without a field, or else the field. @param kept the steps of the object that stays. */
export function findEmptied(edit: DraftEdit, path: JsonPath, kept: number): JsonPath {
  if (path.length - 1 <= kept) return path;
  const owner = path.slice(0, -1);
  const value = readAt(edit, owner);
  const isEmptied = typeof value === 'object' && value !== null && Object.keys(value).length === 1;
  return isEmptied && !Array.isArray(value) ? findEmptied(edit, owner, kept) : path;
}

/**
 * Returns a place in the first of some clips, and the same place in the others. A field of an asset is the same in
 * assets of the same type. A place in the first output stands for all outputs.
 */
export function spreadPath(edit: DraftEdit, spans: readonly ClipSpan[], path: JsonPath): JsonPath[] {
  // The outputs of an edit differ in their shapes alone.
  if (path[0] === 'outputs' && path[1] === 0 && !OWN_OF_OUTPUT.has(String(path[2])))
    return listDraftOutputs(edit).map((_output, index) => ['outputs', index, ...path.slice(2)]);
  const [first, ...others] = spans;
  const [, , track, , clip] = path;
  const isOfFirst = first?.track === track && first?.clip === clip && path.length > CLIP_STEPS;
  if (!first || !isOfFirst) return [path];
  const rest = path.slice(CLIP_STEPS);
  const type = findClip(edit, first)?.asset?.type;
  const same = others.filter((span) => rest[0] !== 'asset' || findClip(edit, span)?.asset?.type === type);
  return [path, ...same.map((span) => [...pathOf(span), ...rest])];
}
