import type { KeptEdit } from '../../client/index.ts';
import { writeEdit } from '../document/edit-text.ts';
import { reverseTracks } from '../document/reverse-tracks.ts';
import { isFirstTrackInFront } from '../shell/session.ts';

/** Returns the text of a kept edit, with its tracks in the order of the dialect of the key. */
export function writeKept({ dialect, edit = {} }: Pick<KeptEdit, 'dialect' | 'edit'>): string {
  const isOther = (dialect === 'shotstack') !== isFirstTrackInFront.peek();
  // The server keeps whatever is an object, such as an unfinished edit.
  return writeEdit(isOther ? reverseTracks(edit) : edit);
}
