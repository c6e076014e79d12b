import type { KeptEdit } from '../../client/index.ts';
import { type DraftEdit, writeEdit } from '../document/edit-text.ts';
import { reverseTracks } from '../document/reverse-tracks.ts';
import { isFirstTrackInFront } from '../shell/session.ts';

/** Returns a kept edit with its tracks in the order of the dialect of the key. */
export function orderKept({ dialect, edit = {} }: Pick<KeptEdit, 'dialect' | 'edit'>): DraftEdit {
  const isOther = (dialect === 'shotstack') !== isFirstTrackInFront.peek();
  // The server keeps whatever is an object, such as an unfinished edit.
  return isOther ? reverseTracks(edit) : edit;
}

/** Returns the text of {@link orderKept}. */
export function writeKept(kept: Pick<KeptEdit, 'dialect' | 'edit'>): string {
  return writeEdit(orderKept(kept));
}
