import { keyOf } from '../document/clip-spans.ts';
import { addClip, frontTrackOf, roundTime } from '../document/commands.ts';
import { apply, draft, playhead, selection, syntaxProblem, undoChange } from '../edit/edit-state.ts';
import { notify } from '../shell/notice.tsx';
import { goTo } from '../shell/route.ts';
import { describeExpiry } from './address-expiry.ts';
import { isFirstTrackInFront } from '../shell/session.ts';
import { createClipOfFile } from './clip-of-file.ts';

/**
 * Adds a clip with a file at the playhead, on a new track in front, and goes to the edit.
 *
 * @param duration seconds of the file, if they are known.
 */
export function addFileToEdit(url: string, duration: number | undefined): void {
  const clip = createClipOfFile(url, roundTime(playhead.peek()), duration);
  if (!clip) {
    notify('An edit cannot show a file of this kind.');
    return;
  }
  if (syntaxProblem.peek()) {
    notify('The JSON of the edit cannot be read at the moment. Correct it first, then add the file.');
    goTo('edit');
    return;
  }
  const isFirstInFront = isFirstTrackInFront.peek();
  const track = frontTrackOf(draft.peek(), isFirstInFront);
  apply(addClip(draft.peek(), clip, isFirstInFront));
  selection.value = new Set([keyOf({ track, clip: 0 })]);
  const added = 'The file is a clip of the edit now, on a track in front.';
  notify([added, describeExpiry(url) ?? ''].join(' ').trim(), { title: 'Undo', run: undoChange });
  goTo('edit');
}
