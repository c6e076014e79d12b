import { findEmptied, spreadPath } from '../document/field-changes.ts';
import { isLengthPath, resizeClip } from '../document/cut/resize-clip.ts';
import { copyCommonPlace } from '../document/shape-places.ts';
import { type Change, isSyntaxProblem, type JsonPath, readDraft } from '../document/edit-text.ts';
import { apply, draft, history, selected } from '../edit/edit-state.ts';

/** Counts the visits of fields. The changes of one visit are undone at once. */
let visit = 0;

/** Begins a visit of a field: another one has the focus, or a slider is pressed again. */
export function beginVisit(): void {
  visit++;
}

/** Changes a field. If several clips are selected, changes it in all that have it. */
export function setField(path: JsonPath, value: unknown): void {
  if (isLengthPath(path) && typeof value === 'number') setLengths(path, value);
  else changeEdit([{ path, value }]);
}

/** Changes the length of the selected clips, with their tweens. */
function setLengths(path: JsonPath, length: number): void {
  const group = nameGroup([{ path }]);
  const { group: last, past, present } = history.value;
  const before = readDraft(last === group ? (past.at(-1) ?? present) : present);
  const start = isSyntaxProblem(before) ? draft.value : before;
  const places = spreadPath(draft.value, selected.value, path);
  apply(
    places.flatMap((each) => resizeClip(draft.value, start, each, length)),
    group,
  );
}

/** Applies changes to the first selected clip, and to the others in the same way. */
export function changeEdit(changes: readonly Change[]): void {
  const spread = changes.flatMap(({ path, ...change }) =>
    spreadPath(draft.value, selected.value, path).map((each) => ({ path: each, ...change })),
  );
  apply(copyCommonPlace(draft.value, spread), nameGroup(changes));
}

/** Returns the name under which the changes of a visit are undone together. */
function nameGroup(changes: readonly Pick<Change, 'path'>[]): string {
  return `form ${visit} ${changes.map(({ path }) => path.join('.')).join(' ')}`;
}

/** Removes a field, and the objects that become empty. @param kept the steps of the object that stays. */
export function resetField(path: JsonPath, kept: number): void {
  changeEdit([{ path: findEmptied(draft.value, path, kept), value: undefined }]);
}
