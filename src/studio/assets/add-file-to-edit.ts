import { findFreeAlias } from '../document/captions.ts';
import { keyOf } from '../document/clip-spans.ts';
import { insertClip, type TrackPlace } from '../document/commands.ts';
import type { DraftClip } from '../document/edit-text.ts';
import { toGrid } from '../document/frame-grid.ts';
import {
  apply,
  draft,
  frameRate,
  playhead,
  selection,
  syntaxProblem,
  undoChange,
} from '../edit/edit-state.ts';
import { notify } from '../shell/notice.tsx';
import { goTo } from '../shell/route.ts';
import { describeExpiry } from './address-expiry.ts';
import { isFirstTrackInFront } from '../shell/session.ts';
import { createClipOfFile } from './clip-of-file.ts';

/**
 * Adds a clip with a file, and selects it. Its times are in seconds.
 *
 * @param duration that of the file, if it is known.
 * @returns false if an edit cannot use such a file, which a notice says.
 */
export function insertFile(
  url: string,
  duration: number | undefined,
  track: TrackPlace,
  start: number,
): boolean {
  return insertOwnClip(createClipOfFile(url, start, duration), track);
}

/** Adds a clip, and selects it. Its name becomes one that no other clip has. Returns false without a clip. */
export function insertOwnClip(clip: DraftClip | undefined, track: TrackPlace): boolean {
  if (!clip) {
    notify('An edit cannot show a file of this kind.');
    return false;
  }
  const { alias } = clip;
  const named = typeof alias === 'string' ? { ...clip, alias: findFreeAlias(draft.peek(), alias) } : clip;
  const { changes, place } = insertClip(draft.peek(), named, track, isFirstTrackInFront.peek());
  apply(changes);
  selection.value = new Set([keyOf(place)]);
  return true;
}

/**
 * Adds a clip with a file at the playhead, on a new track in front, and goes to the edit.
 *
 * @param duration seconds of the file, if they are known.
 */
export function addFileToEdit(url: string, duration: number | undefined): void {
  addAtPlayhead(url, (start) => insertFile(url, duration, 'front', start));
}

/** Adds something of a file at the playhead, says so, and goes to the edit. @param insert returns false if it cannot. */
export function addAtPlayhead(url: string, insert: (start: number) => boolean): void {
  if (syntaxProblem.peek()) {
    notify('The JSON of the edit cannot be read at the moment. Correct it first, then add the file.');
    goTo('edit');
    return;
  }
  if (!insert(toGrid(playhead.peek(), frameRate.peek()))) return;
  const added = 'The file is a clip of the edit now, on a track in front.';
  notify([added, describeExpiry(url) ?? ''].join(' ').trim(), { title: 'Undo', run: undoChange });
  goTo('edit');
}
