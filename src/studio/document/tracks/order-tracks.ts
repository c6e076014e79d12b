import type { Change, DraftEdit } from '../edit-text.ts';

/** Moves a track to another place of the list. */
export function moveTrack(edit: DraftEdit, from: number, to: number): Change[] {
  const tracks = edit.timeline?.tracks ?? [];
  const value = tracks[from];
  if (!value || to === from || !tracks[to]) return [];
  return [
    { path: ['timeline', 'tracks', from], value: undefined },
    { path: ['timeline', 'tracks', to], value, inserts: true },
  ];
}
