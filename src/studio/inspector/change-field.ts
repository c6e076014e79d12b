import { findClip, keyOf } from '../document/clip-spans.ts';
import { pathOf } from '../document/commands.ts';
import type { Change, DraftEdit, JsonPath } from '../document/edit-text.ts';
import { apply, draft, selected } from '../edit/edit-state.ts';
import { readAt } from '../schema/walk-schema.ts';

/** Number of steps in the path of a clip. */
const CLIP_STEPS = 5;

/** Counts the visits of fields. What is changed during one visit is undone at once. */
let visit = 0;

/** Begins a visit of a field: another one has the focus, or a slider is pressed again. */
export function beginVisit(): void {
  visit++;
}

/** Changes a field. If several clips are selected, changes it in all that have it. */
export function setField(path: JsonPath, value: unknown): void {
  changeEdit([{ path, value }]);
}

/** Applies changes to the first selected clip, and to the others in the same way. */
export function changeEdit(changes: readonly Change[]): void {
  const name = changes.map(({ path }) => path.join('.')).join(' ');
  apply(
    changes.flatMap(({ path, ...change }) =>
      spread(draft.value, path).map((each) => ({ path: each, ...change })),
    ),
    `form ${visit} ${name}`,
  );
}

/** Removes a field, and the objects that become empty. @param kept the steps of the object that stays. */
export function resetField(path: JsonPath, kept: number): void {
  changeEdit([{ path: findEmptied(draft.value, path, kept), value: undefined }]);
}

/** Returns the outermost object that is empty without a field, or else the field. */
export function findEmptied(edit: DraftEdit, path: JsonPath, kept: number): JsonPath {
  if (path.length - 1 <= kept) return path;
  const owner = path.slice(0, -1);
  const value = readAt(edit, owner);
  const isEmptied = typeof value === 'object' && value !== null && Object.keys(value).length === 1;
  return isEmptied && !Array.isArray(value) ? findEmptied(edit, owner, kept) : path;
}

/** Returns the same place in all selected clips. Fields of an asset are those of assets with the same type. */
function spread(edit: DraftEdit, path: JsonPath): JsonPath[] {
  const [first, ...others] = selected.value;
  if (!first || keyOf(first) !== clipKeyOf(path)) return [path];
  const rest = path.slice(CLIP_STEPS);
  const type = findClip(edit, first)?.asset?.type;
  const same = others.filter((span) => rest[0] !== 'asset' || findClip(edit, span)?.asset?.type === type);
  return [path, ...same.map((span) => [...pathOf(span), ...rest])];
}

function clipKeyOf(path: JsonPath): string | undefined {
  const [, , track, , clip] = path;
  return typeof track === 'number' && typeof clip === 'number' ? keyOf({ track, clip }) : undefined;
}
