import { findEmptied, spreadPath } from '../document/field-changes.ts';
import type { Change, JsonPath } from '../document/edit-text.ts';
import { apply, draft, selected } from '../edit/edit-state.ts';

/** Counts the visits of fields. The changes of one visit are undone at once. */
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
      spreadPath(draft.value, selected.value, path).map((each) => ({ path: each, ...change })),
    ),
    `form ${visit} ${name}`,
  );
}

/** Removes a field, and the objects that become empty. @param kept the steps of the object that stays. */
export function resetField(path: JsonPath, kept: number): void {
  changeEdit([{ path: findEmptied(draft.value, path, kept), value: undefined }]);
}
