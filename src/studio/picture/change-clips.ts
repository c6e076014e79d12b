import { findPlaceholder } from '../../edit/merge/placeholder.ts';
import { findClip } from '../document/clip-spans.ts';
import { type Change, changeText, isSyntaxProblem, readDraft } from '../document/edit-text.ts';
import { type FieldValue, withFields } from '../document/motion/cut-motion.ts';
import { apply, draft, selection, text } from '../edit/edit-state.ts';
import { notify } from '../shell/notice.tsx';
import { describePlace } from './describe-place.ts';
import { isPicture, placeShown, type ShownClip } from './geometry/shown-clip.ts';
import { writePlace } from './geometry/write-place.ts';
import {
  croppedKey,
  draggedClips,
  type PictureClip,
  snapLines,
  spoken,
  writtenKey,
} from './picture-state.ts';
import { trialEdit } from './trial-frame.ts';

/** New fields of clips on the picture. */
export type PlaceChange = ReadonlyMap<PictureClip, readonly FieldValue[]>;

/** Shows clips as a drag would leave them. */
export function tryChange(change: PlaceChange): void {
  const dragged = new Map<string, ShownClip>();
  for (const [clip, fields] of change) {
    const shown = placeShown(withFields(clip.clip, fields), clip.facts);
    if (shown) dragged.set(clip.key, shown);
  }
  draggedClips.value = dragged;
  const { changes } = write(change);
  if (changes.length === 0) return;
  const edit = readDraft(changeText(text.peek(), changes));
  if (!isSyntaxProblem(edit)) trialEdit.value = edit;
}

/** Ends a drag. The clips are again as in the edit. */
export function endTrial(): void {
  draggedClips.value = new Map();
  snapLines.value = { x: [], y: [] };
  trialEdit.value = undefined;
}

/** Writes a change into the edit as one step, or says why it cannot be. @param group see `record`. */
export function makeChange(change: PlaceChange, group?: string): void {
  const { changes, obstacle } = write(change);
  if (obstacle !== undefined) notify(obstacle);
  apply(changes, group);
  const [[clip, fields] = []] = change;
  if (clip && fields && obstacle === undefined) spoken.value = describePlace(clip, fields);
}

function write(change: PlaceChange): {
  readonly changes: readonly Change[];
  readonly obstacle?: string | undefined;
} {
  const written = [...change].map(([clip, fields]) =>
    writePlace(draft.peek(), clip.span, fields, clip.facts),
  );
  const obstacle = written.find((each) => each.obstacle !== undefined)?.obstacle;
  return { changes: obstacle === undefined ? written.flatMap(({ changes }) => changes) : [], obstacle };
}

/** Begins to write the words of a clip, or to crop a picture. Says why the words cannot be written here. */
export function openClip({ clip, span, key, name }: PictureClip): void {
  chooseClip(key, false);
  const { asset } = clip;
  const written = findClip(draft.peek(), span)?.asset;
  if (isPicture(asset)) croppedKey.value = croppedKey.peek() === key ? undefined : key;
  else if (typeof written?.['text'] === 'string') {
    const placeholder = findPlaceholder(written['text']);
    if (placeholder === undefined) writtenKey.value = key;
    else notify(`The words of ${name} have the merge field ${placeholder}. Change them in the form.`);
  } else if (written?.['spans'] !== undefined)
    notify(`The words of ${name} are in parts with looks of their own. Change them in the form.`);
}

/** Selects a clip. @param adds true to add it to the others, or to take it out. */
export function chooseClip(key: string, adds: boolean): void {
  const chosen = new Set(adds ? selection.peek() : []);
  if (adds && chosen.has(key)) chosen.delete(key);
  else chosen.add(key);
  selection.value = chosen;
}
